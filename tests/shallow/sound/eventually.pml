/* options: --ltl '<> (x == 2)' */
byte x;
active [2] proctype P() { atomic { x++ } }

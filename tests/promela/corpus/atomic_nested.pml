/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  211   transitions: 460   errors: 0   (Spin, full search) */
/* Atomics within atomics and blocks, a d_step within, a loop at the end, run within. */
byte x, y;
proctype Kid() { y++ }
active proctype A() {
  atomic {
    x = 1;
    atomic { x = 2; { x = 3; atomic { x = 4 } } };
    d_step { x = 5; y = x };
    run Kid();
    do :: x < 7 -> x++ :: x == 7 -> break :: x > 5 -> x = 9; break od
  };
  atomic { x++; d_step { y = 3; x++ } };
  atomic { if :: x > 8 -> x = 0 :: else -> x = 1; x = 2 fi }
}
active proctype B() { do :: y > 0 -> y-- :: x == 0 -> break :: x == 2 -> break od }

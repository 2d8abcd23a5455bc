active [3] proctype P() { byte i; do :: i < 3 -> i++ :: else -> i = 0; progress: skip od }
byte g;
active proctype Q() { g = 1 }
ltl moves { <> (g == 1) }

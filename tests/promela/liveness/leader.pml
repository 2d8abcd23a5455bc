chan c[3] = [3] of { byte };
byte leaders; bool elected;
proctype Node(byte id; byte number) {
  byte m;
  c[(id + 1) % 3]!number;
  do
  :: c[id]?m ->
     if
     :: m > number -> c[(id + 1) % 3]!m
     :: m == number -> leaders++; elected = true; break
     :: m < number
     fi
  od
}
init { atomic { run Node(0, 5); run Node(1, 7); run Node(2, 6) } }
ltl elects { <> elected }
ltl one { [] (leaders <= 1) }
ltl stays { <> [] (leaders == 1) }

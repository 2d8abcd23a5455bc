byte x; bool alarm;
active proctype P() {
  { do :: x = (x + 1) % 3 od } unless { alarm -> x = 9 }
}
active proctype Q() { alarm = true }
ltl ends { <> (x == 9) }
ltl alarmed { [] (alarm -> <> (x == 9)) }

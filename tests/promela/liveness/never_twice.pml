byte x;
active proctype P() { do :: x = (x + 1) % 4 :: x == 2 -> break od; x = 7 }
never {
  do :: x == 2 -> break :: true od;
accept_a: x != 3;
  do :: x == 7 -> goto accept_a :: x != 7 od
}

byte x;
active proctype P() { x = 1; x = 2 }
never { x == 0; do :: x < 2 :: x == 2 -> break od; accept: do :: x == 2 od }

byte x;
active proctype P() { x = 1; accept: x = 2; do :: x = 3 - x + 1 :: x > 7 -> break od }

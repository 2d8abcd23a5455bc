byte x;
active proctype P() { do :: x < 3 -> x++ :: x == 3 -> accept: x = 0 od }

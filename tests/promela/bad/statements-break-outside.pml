byte x;
init { if :: x > 0 -> break :: else fi }

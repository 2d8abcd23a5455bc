byte x;
init { if :: x > 0 :: fi }

int32 x;
init { x = 1 }

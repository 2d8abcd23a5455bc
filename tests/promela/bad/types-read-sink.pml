byte x;
init { x = _ + 1 }

byte x;
#ifdef SOMETHING
init { x = 1 }

byte x;
/* this comment goes on
init { x = 1 }

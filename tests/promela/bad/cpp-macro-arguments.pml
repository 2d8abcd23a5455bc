#define ADD(a, b) ((a) + (b))
int x;
init { x = ADD(1) }

/* expect: violated: shift */
static unsigned bit(int n) { return 1u << n; }
int main(void) { return bit(32) == 0; }

/* expect: holds */
#include <limits.h>
static int next(int x) { return x + 1; }
int main(void) { return next(INT_MAX) > 0; }

/* waymark: check --property overflow
   expect:  violated: overflow */
/* The published fault of many binary searches: the sum of both ends exceeds the greatest int (C11 6.5, 5). */
#include <limits.h>

static int middle(int low, int high) { return (low + high) / 2; }

int main(void) { return middle(INT_MAX / 2 + 1, INT_MAX) == 0; }

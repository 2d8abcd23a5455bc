/* waymark: check --property overflow
   expect:  holds */
/* The repair of middle_of_large_numbers.c: the distance of both ends fits. */
#include <assert.h>
#include <limits.h>

static int middle(int low, int high) { return low + (high - low) / 2; }

int main(void) {
  assert(middle(INT_MAX / 2 + 1, INT_MAX) == 1610612735); /* 2^30 + (2^30 - 1) / 2 */
  return 0;
}

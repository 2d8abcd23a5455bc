/* expect:  violated: assertion */
/* An array as a parameter is a pointer (C11 6.7.6.3, 7), so its size is not that of the array. */
#include <assert.h>

static unsigned long elements(int values[64]) { return sizeof values / sizeof values[0]; }

int main(void) {
  int values[64] = {0};
  assert(elements(values) == 64); /* a pointer has the size of one or two integers */
  return values[0];
}

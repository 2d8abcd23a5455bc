/* Handlers run at the end, the last one first. */
#include <assert.h>
#include <stdlib.h>

static int order;

static void first(void) { assert(order == 1); }

static void second(void) {
  assert(order == 0);
  order = 1;
}

int main(void) {
  atexit(first);
  atexit(second);
  assert(getenv("HOME") == 0 || order == 0);
  return 0;
}

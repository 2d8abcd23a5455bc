/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int n;
static void second(void) { assert(n == 1); n = 2; }
static void first(void) { assert(n == 0); n = 1; }
int main(void) {
  atexit(second);
  atexit(first);
  exit(0);
}

// violated: assertion; --reuse
#include <assert.h>
#include <stdlib.h>

static int *old;

int main(void) {
  old = malloc(4);
  free(old);
  int *fresh = malloc(8);
  assert(fresh != old);
  return 0;
}

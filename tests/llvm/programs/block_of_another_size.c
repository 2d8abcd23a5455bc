// holds; --reuse
#include <assert.h>
#include <stdlib.h>

static int *old;

int main(void) {
  old = malloc(4);
  free(old);
  int *fresh = malloc(40);
  assert(fresh != old);
  return 0;
}

/* expect: holds */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 5;
  uintptr_t tagged = (uintptr_t)p | 1;
  assert((tagged & 1) == 1);
  int *q = (int *)(tagged & ~(uintptr_t)1);
  assert(q == p && *q == 5);
  free(q);
  return 0;
}

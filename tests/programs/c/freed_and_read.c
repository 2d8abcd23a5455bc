/* expect: violated: use-after-free */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  if (!p) return 0;
  *p = 3;
  free(p);
  return *q;
}

/* expect: violated: use-after-free */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(2);
  if (!p) return 0;
  p[0] = 1;
  char *q = realloc(p, 100);
  if (!q) return 0;
  q[50] = p[0];
  free(q);
  return 0;
}

/* expect: violated: uninitialised */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  int n = 0;
  if (*p > 0) n = 1;
  free(p);
  return n;
}

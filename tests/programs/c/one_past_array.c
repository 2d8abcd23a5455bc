/* expect: violated: bounds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *a = malloc(4 * sizeof *a);
  if (!a) return 0;
  for (int i = 0; i <= 4; i++) a[i] = i;
  free(a);
  return 0;
}

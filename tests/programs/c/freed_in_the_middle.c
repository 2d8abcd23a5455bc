/* expect: violated: free */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(8);
  if (!p) return 0;
  free(p + 1);
  return 0;
}

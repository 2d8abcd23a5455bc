/* expect: violated: double-free */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void drop(void *p) { free(p); }
int main(void) {
  void *p = malloc(8);
  drop(p);
  if (p) drop(p);
  return 0;
}

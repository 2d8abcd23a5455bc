/* expect: violated: bounds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct small { int a; };
struct large { int a, b; };
int main(void) {
  struct large *p = malloc(sizeof(struct small));
  if (!p) return 0;
  p->a = 1;
  p->b = 2;
  free(p);
  return 0;
}

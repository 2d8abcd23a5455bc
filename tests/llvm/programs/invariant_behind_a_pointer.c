// violated: invariant; --invariant p->value<2
#include <stdlib.h>
struct node { int value; } *p;
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->value = 0;
  p = n;
  n->value = 2;
  n->value = 1;
  free(n);
  return 0;
}

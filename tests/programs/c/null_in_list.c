/* expect: violated: null */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node { int v; struct node *next; };
int main(void) {
  struct node a = {1, NULL}, b = {2, &a};
  int sum = 0;
  for (struct node *p = &b; sum < 4; p = p->next) sum += p->v;
  return sum;
}

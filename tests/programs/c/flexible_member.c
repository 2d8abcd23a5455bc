/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct text { size_t n; char bytes[]; };
int main(void) {
  struct text *t = malloc(sizeof *t + 4);
  if (!t) return 1;
  t->n = 4;
  memcpy(t->bytes, "abc", 4);
  struct text *u = malloc(sizeof *u + t->n);
  if (!u) return 1;
  memcpy(u, t, sizeof *u + t->n);
  assert(strcmp(u->bytes, "abc") == 0);
  free(t);
  free(u);
  return 0;
}

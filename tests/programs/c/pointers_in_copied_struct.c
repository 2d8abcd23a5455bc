/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct box { int *to; int pad; };
int main(void) {
  int x = 1;
  struct box a = {&x, 0}, b, c[2];
  memcpy(&b, &a, sizeof a);
  memset(c, 0, sizeof c);
  assert(c[1].to == NULL);
  c[1] = b;
  *c[1].to = 7;
  assert(x == 7);
  char raw[sizeof(struct box)];
  memcpy(raw, &a, sizeof raw);
  struct box d;
  memcpy(&d, raw, sizeof d);
  *d.to += 1;
  assert(x == 8);
  return 0;
}

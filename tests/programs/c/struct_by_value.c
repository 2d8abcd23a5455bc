/* expect: holds */
#include <assert.h>
struct big { int a[6]; char c; double d; };
struct small { short x, y; };
static struct big twice(struct big b) {
  for (int i = 0; i < 6; i++) b.a[i] *= 2;
  b.d += b.c;
  return b;
}
static struct small swap(struct small s) { return (struct small){s.y, s.x}; }
int main(void) {
  struct big b = {{1, 2, 3, 4, 5, 6}, 2, 0.5};
  struct big c = twice(twice(b));
  assert(b.a[5] == 6 && c.a[5] == 24 && c.d == 4.5);
  struct small s = swap(swap(swap((struct small){1, 2})));
  assert(s.x == 2 && s.y == 1);
  return 0;
}

// holds
#include <assert.h>
struct v { int x, y; };
struct v sub(struct v a, struct v b) {
  struct v r = {a.x - b.x, a.y - b.y};
  return r;
}
int weigh(int n, struct v a) { return n * 10 + a.x; }
int main(void) {
  struct v a = {5, 6}, b = {1, 2}, c = {20, 30};
  struct v r = sub(c, sub(a, b));
  assert(r.x == 16 && r.y == 26);
  r = sub(sub(c, a), sub(b, a));
  assert(r.x == 19 && r.y == 28);
  struct v one = {1, 1};
  one.x = weigh(2, a);
  assert(one.x == 25);
  struct v s = {3, 0};
  assert(weigh(1, sub(s, sub(s, s))) == 13);
  return 0;
}

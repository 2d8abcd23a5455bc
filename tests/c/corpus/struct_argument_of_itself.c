// holds
#include <assert.h>
struct v { int x; };
struct v make(int n, struct v a) {
  struct v r = {n * 10 + a.x};
  return r;
}
int main(void) {
  struct v a = {1};
  struct v r = make(2, make(3, a));
  assert(r.x == 2 * 10 + 31);
  return 0;
}

/* expect: holds */
#include <assert.h>
int twice(x) int x; { return 2 * x; }
main() {
  int y = twice(4);
  assert(y == 8);
}

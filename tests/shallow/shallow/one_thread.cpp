/* together: no */
#include <cassert>
static int x;
int main() {
  x = 1;
  assert(x == 1);
}

/* expect: holds */
#include <assert.h>
static int order;
__attribute__((constructor)) static void first(void) { order = 1; }
static void leave(int *p) { order += *p; }
int main(void) {
  assert(order == 1);
  {
    __attribute__((cleanup(leave))) int x = 10;
    x++;
  }
  assert(order == 12);
  return 0;
}

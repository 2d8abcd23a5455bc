// holds
#include <assert.h>
int a[4];
int main(void) {
  int *p = &a[1];
  unsigned k = 2;
  k = k - 1;
  p[k] = 1;
  assert(a[2] == 1);
  return 0;
}

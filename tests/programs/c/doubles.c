/* expect: holds */
#include <assert.h>
int main(void) {
  double x = 0;
  for (int i = 0; i < 10; i++) x += 0.5;
  assert(x == 5.0 && (int)(x * 1.1) == 5 && x / 2 > 2.4);
  float f = (float)(1 / 3.0);
  assert(f != 1 / 3.0 && f < 0.34f);
  unsigned long u = (unsigned long)1e10;
  assert(u == 10000000000ul);
  return 0;
}

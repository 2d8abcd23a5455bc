#include <stdio.h>
static int twice(int n) { return 2 * n; }
int main(void) {
  int a = 4;
  int b = a > 3 ? a++ : a--;
  printf("%d %d\n", a, b);
  b = a < 3 ? twice(a) : twice(b) + 1;
  printf("%d\n", b);
  printf("%d\n", a ? b ? 1 : 2 : 3);
  int c = (a > b ? a : b) * (a < b ? a : b);
  printf("%d\n", c);
  a > 1 ? (void)(b = 1) : (void)(b = 2);
  printf("%d\n", b);
  unsigned char d = a > 0 ? 255 : 0;
  printf("%d\n", d);
}

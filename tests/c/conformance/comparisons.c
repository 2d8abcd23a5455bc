#include <stdio.h>
int main(void) {
  int a = 3, b = -4;
  printf("%d%d%d%d%d%d\n", a<b, a <= b, a> b, a >= b, a == b, a != b);
  printf("%d %d\n", a < b == 0, (a > b) + (b < a));
  printf("%d\n", a > 0 ? b > 0 ? 1 : 2 : 3);
  unsigned char c = 200;
  signed char d = -56;
  printf("%d %d\n", c == d, c == (unsigned char)d);
}

#include <stdio.h>
int main(void) {
  int a = -1;
  unsigned b = 1;
  printf("%d %d\n", a<(int)b, a> b);
  printf("%u %u\n", a + b, a - b);
  unsigned char c = 255;
  printf("%d %d\n", c == (unsigned)-1, c + b > 255);
  unsigned short d = 65535;
  printf("%d\n", d * 2);
  printf("%d\n", (int)(unsigned)a);
  a = (int)3000000000u;
  printf("%d\n", a);
}

#include <stdio.h>
int main(void) {
  signed char c = 120;
  for (int i = 0; i < 10; i += 4) {
    c += 4;
    printf("%d\n", c);
  }
  c = -128;
  c--;
  printf("%d\n", c);
  c = (signed char)200;
  printf("%d\n", c);
  signed char d = -3;
  printf("%d %d %d\n", c / d, c % d, c * d);
  c = (signed char)0x80;
  printf("%d %d\n", c, -c);
  c >>= 1;
  printf("%d\n", c);
}

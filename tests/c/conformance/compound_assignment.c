#include <stdio.h>
int main(void) {
  int a = 10;
  a += 3;
  printf("%d ", a);
  a -= 5;
  printf("%d ", a);
  a *= 4;
  printf("%d ", a);
  a /= 3;
  printf("%d ", a);
  a %= 6;
  printf("%d ", a);
  a <<= 3;
  printf("%d ", a);
  a >>= 1;
  printf("%d ", a);
  a |= 3;
  printf("%d ", a);
  a &= 6;
  printf("%d ", a);
  a ^= 5;
  printf("%d\n", a);
  int b = a += 2;
  int c = (b *= 3) - 1;
  printf("%d %d %d\n", a, b, c);
  a = b = c = 4;
  printf("%d %d %d\n", a, b, c);
  unsigned char u = 200;
  int r = u += 100;
  printf("%d %d\n", r, u);
  u *= 3;
  printf("%d\n", u);
}

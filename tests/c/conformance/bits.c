#include <stdio.h>
int main(void) {
  int a = 0x5a, b = 0x3c;
  printf("%d %d %d %d\n", a & b, a | b, a ^ b, ~b);
  printf("%d %d %d\n", a << 3, a >> 2, -a >> 2);
  printf("%x %o %x\n", a & ~b, a | 1, (a ^ b) & (a | b));
  for (int i = 0; i < 32; i += 7) printf("%d %d\n", 1 << i, (1 << i) >> i);
}

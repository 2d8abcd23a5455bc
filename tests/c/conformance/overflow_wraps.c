#include <stdio.h>
int main(void) {
  int a = 2147483647;
  unsigned u = 2147483647u;
  u++;
  printf("%u %d\n", u, (int)u);
  a = (int)((unsigned)a + 1u);
  printf("%d\n", a);
  printf("%d\n", (int)(65536u * 65536u + 5u));
  u = 0x80000000u;
  printf("%u %u %u\n", u, -u, ~u);
}

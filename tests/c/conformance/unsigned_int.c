#include <stdio.h>
int main(void) {
  unsigned u = 5, v = 7;
  printf("%u %d %d\n", u - v, u - v > 0, u < v);
  u = 4294967295u;
  u++;
  printf("%u\n", u);
  u--;
  printf("%u\n", u);
  printf("%u %u %u\n", u / 3, u % 10, u >> 4);
  v = 3000000000u;
  printf("%u %u %u\n", v / 7, v % 1000, v >> 31);
  printf("%d %d %d %d\n", u > v, v > 2147483648u, v < 5, v == 3000000000u);
  v = v * 3;
  printf("%u\n", v);
  v += 4000000000u;
  printf("%u\n", v);
  for (int i = 0; i < 32; i += 5) printf("%u\n", u >> i);
}

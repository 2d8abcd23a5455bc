#include <stdio.h>
int main(void) {
  long a = 100000, b = 7;
  printf("%ld %ld %ld\n", a * b, a / b, a % b);
  long long c = -5;
  printf("%lld %lld\n", c * 3, c - a);
  unsigned long d = 10;
  d += 32;
  printf("%lu\n", d);
  size_t n = sizeof(int) * 3;
  printf("%zu\n", n);
  for (size_t i = 0; i < n; i += 4) printf("%zu ", i);
  printf("%d\n", (int)(a - 99999));
  printf("%d\n", a > b && b > c);
  int i = 5;
  long w = i;
  w <<= 4;
  printf("%ld %ld\n", w, w >> 2);
}

#include <stdio.h>
static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
int main(void) { printf("%u %u %u\n", gcd(48, 18), gcd(17, 5), gcd(4000, 3000)); }

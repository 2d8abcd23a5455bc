#include <stdio.h>
static int steps(unsigned n) {
  int s = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    s++;
  }
  return s;
}
int main(void) {
  for (unsigned i = 1; i < 30; i += 4) printf("%d ", steps(i));
  printf("\n");
}

#include <stdio.h>
int main(void) {
  int a = 17, b = 5, c = -17;
  printf("%d %d %d %d %d\n", a + b, a - b, a * b, a / b, a % b);
  printf("%d %d %d %d\n", c / b, c % b, a / -b, a % -b);
  printf("%d %d %d %d\n", -a, +a, ~a, !a);
  printf("%d\n", a - b - 3 + (a - (b - 3)) * 2 - -b);
}

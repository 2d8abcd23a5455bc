#include <stdbool.h>
#include <stdio.h>
int main(void) {
  bool a = 5, b = 0;
  printf("%d %d %d\n", a, b, a + a);
  b = a && !b;
  printf("%d\n", b);
  a = 256;
  printf("%d\n", a);
  a = a == b;
  printf("%d %d\n", a, !!17);
  b = 3 > 4;
  printf("%d\n", b);
}

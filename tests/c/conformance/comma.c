#include <stdio.h>
int main(void) {
  int a = (1, 2, 3), b;
  printf("%d\n", a);
  for (a = 0, b = 10; a < b; a += 2, b--) printf("%d %d\n", a, b);
  a = (b++, b + 1);
  printf("%d %d\n", a, b);
}

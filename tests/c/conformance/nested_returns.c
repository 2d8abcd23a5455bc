#include <stdio.h>

int one(int a) { return a + 1; }
int two(int a) { return one(one(a)); }
int four(int a) { return two(two(a)); }
int eight(int a) { return four(four(a)); }
int sixteen(int a) { return eight(eight(a)); }

int main(void) {
  int x = 3;
  x = sixteen(x);
  printf("%d %d\n", x, four(x) - two(one(x)));
  return 0;
}

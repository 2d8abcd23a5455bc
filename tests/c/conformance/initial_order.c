#include <stdio.h>
int a = 4;
int b[3] = {1, 2};
struct s {
  int x, y;
} s = {.y = 3};
int* p = &b[1];
static int n;
int main(void) {
  printf("%d %d %d %d %d %d %d\n", a, b[1], b[2], s.x, s.y, *p, n);
  p++;
  *p = a;
  printf("%d\n", b[2]);
  int c = a + 1, d = c * 2;
  int t[3] = {c, d, c + d};
  printf("%d %d %d\n", t[0], t[1], t[2]);
  for (int i = 0; i < 2; i++) {
    int fresh[2] = {i};
    fresh[1]++;
    printf("%d %d\n", fresh[0], fresh[1]);
  }
}

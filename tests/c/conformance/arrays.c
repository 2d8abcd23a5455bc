#include <stdio.h>
int g[5] = {5, 4, 3};
int main(void) {
  int t[4] = {0};
  for (int i = 0; i < 4; i++) t[i] = i * i;
  for (int i = 3; i >= 0; i--) printf("%d ", t[i]);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j + 1 < 5 - i; j++)
      if (g[j] > g[j + 1]) {
        int x = g[j];
        g[j] = g[j + 1];
        g[j + 1] = x;
      }
  for (int i = 0; i < 5; i++) printf("%d ", g[i]);
  printf("\n");
  int d[] = {[2] = 7, 8};
  printf("%d %d %d %d\n", (int)(sizeof d / sizeof d[0]), d[0], d[2], d[3]);
  unsigned char b[3] = {255, 254, 253};
  b[0]++;
  b[1] += 5;
  printf("%d %d %d\n", b[0], b[1], b[b[0]]);
}

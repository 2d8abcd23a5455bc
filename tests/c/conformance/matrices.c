#include <stdio.h>
int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
int main(void) {
  int s = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) {
      m[i][j] += i * j;
      s = s * 3 + m[i][j];
    }
  printf("%d\n", s);
  int c[2][2][2] = {0};
  for (int i = 0; i < 8; i++) c[i / 4][i / 2 % 2][i % 2] = i;
  printf("%d %d %d\n", c[1][0][1], c[0][1][1], c[1][1][0]);
  short r[3][2] = {{1}, {2, 3}};
  printf("%d %d %d\n", r[0][1], r[1][1], r[2][0]);
  r[2][1]--;
  printf("%d\n", r[2][1]);
}

#include <stdio.h>
int main(void) {
  int i = 5, t[4] = {0, 0, 0, 0};
  int a = i++;
  int b = ++i;
  int c = i--;
  int d = --i;
  printf("%d %d %d %d %d\n", a, b, c, d, i);
  i = 0;
  t[i++] = 1;
  t[i++] = 2;
  t[i] = t[i - 1]++ + 5;
  printf("%d %d %d %d %d\n", t[0], t[1], t[2], t[3], i);
  t[++i] = 9;
  --t[3];
  t[3]--;
  printf("%d\n", t[3]);
  unsigned char u = 255;
  a = u++;
  printf("%d %d\n", a, u);
  a = ++u;
  printf("%d %d\n", a, u);
  signed char s = 127;
  b = s++;
  printf("%d %d\n", b, s);
}

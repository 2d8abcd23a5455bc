#include <stdio.h>
int main(void) {
  short s = 32767;
  s++;
  printf("%d\n", s);
  s = (short)70000;
  printf("%d\n", s);
  unsigned short u = 65535;
  u++;
  printf("%d\n", u);
  u--;
  printf("%d\n", u);
  u = 60000;
  s = (short)u;
  printf("%d %d %d\n", u, s, u + s);
  s = -1;
  u = (unsigned short)s;
  printf("%d %d\n", u, u == (unsigned short)s);
  s *= 300;
  printf("%d\n", s);
  s = 300;
  s *= s;
  printf("%d\n", s);
}

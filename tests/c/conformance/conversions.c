#include <stdio.h>
int main(void) {
  int i = -1;
  unsigned char a = (unsigned char)i;
  signed char b = (signed char)a;
  unsigned short c = (unsigned short)i;
  short d = (short)c;
  unsigned e = (unsigned)i;
  printf("%d %d %d %d %u\n", a, b, c, d, e);
  printf("%d %d\n", a == b, a == (unsigned char)b);
  printf("%d\n", (int)(short)(unsigned char)-2);
  i = 100000;
  printf("%d %d %d\n", (short)i, (unsigned char)i, (signed char)i);
  printf("%u\n", (unsigned)(short)-5);
  unsigned char x = 10, y = 20;
  printf("%d %d\n", x - y, (unsigned char)(x - y));
  printf("%d\n", (x - y) / 3);
  _Bool t = i;
  printf("%d\n", t + 1);
}

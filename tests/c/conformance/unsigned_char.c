#include <stdio.h>
int main(void) {
  unsigned char c = 250;
  for (int i = 0; i < 4; i++) {
    c += 3;
    printf("%d\n", c);
  }
  c = 0;
  c--;
  printf("%d\n", c);
  c = 300 & 0xff;
  printf("%d\n", c);
  c = (unsigned char)-7;
  printf("%d %d\n", c, c + 10);
  unsigned char d = 200;
  printf("%d %d %d\n", c + d, (unsigned char)(c + d), c > d);
  c <<= 1;
  printf("%d\n", c);
  c >>= 3;
  printf("%d\n", c);
  c = ~c;
  printf("%d\n", c);
}

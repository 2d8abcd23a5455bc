#include <stdio.h>
#define N 3
#define SQUARE(x) ((x) * (x))
static const int limit = N * 2 + 1;
enum { DEEP = 1 << 4 };
int main(void) {
  const unsigned char mask = 0xf0 >> 2;
  printf("%d %d %d %d\n", limit, DEEP, mask, SQUARE(N + 1));
  printf("%d %d %d %d\n", 'a', '\n', 010, 0x1F);
  printf("%d %d\n", 7 / 2 * 2, -7 / 2);
  printf("%u %d\n", 4294967295u / 2, (int)sizeof(short));
  printf("%d\n", 1 ? 2 : 3 / 1);
}

#include <stdint.h>
#include <stdio.h>
static uint32_t fnv(const unsigned char* t, int n) {
  uint32_t h = 2166136261u;
  for (int i = 0; i < n; i++) {
    h ^= t[i];
    h *= 16777619u;
  }
  return h;
}
int main(void) {
  unsigned char t[4] = {1, 2, 3, 250};
  uint32_t h = fnv(t, 4);
  printf("%u %x %u %u\n", h, h, h % 16, h >> 28);
  uint32_t x = 123456789;
  for (int i = 0; i < 5; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    printf("%u\n", x);
  }
  uint8_t c = 0;
  for (int i = 0; i < 4; i++) c = (uint8_t)((c << 1) ^ t[i] ^ (c >> 7));
  printf("%d\n", c);
}

/* expect: holds */
#include <assert.h>
#include <stdint.h>
#include <string.h>

union word { uint32_t whole; uint8_t bytes[4]; };
int main(void) {
  union word w;
  w.whole = 0x01020304u;
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += w.bytes[i];
  assert(sum == 10);
  float f = 1.0f;
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  assert(bits == 0x3f800000u);
  return 0;
}

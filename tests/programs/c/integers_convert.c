/* expect: holds */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int main(void) {
  unsigned u = 0;
  assert(u - 1 == UINT_MAX);
  signed char c = (signed char)200;
  assert(c == -56);
  long long big = 1LL << 40;
  assert((int)big == 0 && (uint8_t)(big >> 33) == 128);
  assert(-7 / 2 == -3 && -7 % 2 == -1);
  assert((-8 >> 1) == -4);
  short s = -1;
  assert((unsigned short)s == 65535 && (int64_t)(uint32_t)s == 4294967295LL);
  _Bool b = 256;
  assert(b == 1);
  return 0;
}

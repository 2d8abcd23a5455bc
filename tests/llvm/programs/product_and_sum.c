// holds
// Rounded twice, as x86-64 does it: 1 + 1/2048 + 1/16777216 is no float.
#include <assert.h>

int main(void) {
  volatile float a = 1.0f + 1.0f / 4096, c = -(1.0f + 1.0f / 2048);
  float sum = a * a + c;
  assert(sum == 0.0f);
  return 0;
}

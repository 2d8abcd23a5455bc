// holds
#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int bits = 0;
  for (int i = 0; i < 8; i++) bits += (c >> i) & 1;
  assert(bits >= 0 && bits <= 8);
  assert((c & (c - 1)) == 0 ? bits <= 1 : bits > 1);
  return 0;
}

// holds; --overflow
#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = 2147483392;
  n += __VERIFIER_nondet_uchar();
  n -= 255;
  return n == 0;
}

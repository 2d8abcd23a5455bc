// violated: assertion
#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c <= 32) return (1 << c) == 3;
  return 0;
}

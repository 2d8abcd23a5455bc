// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c * 3 == 99) abort();
  return 0;
}

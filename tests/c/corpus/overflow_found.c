// violated: assertion; --overflow
#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = 2147483600;
  n += __VERIFIER_nondet_uchar();
  return n == 0;
}

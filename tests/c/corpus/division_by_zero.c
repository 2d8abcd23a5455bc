// violated: assertion
#include <assert.h>
#include <pthread.h>
signed char __VERIFIER_nondet_schar(void);
int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  int n = 100 / (c + 1);
  return n > 100;
}

// violated: assertion
#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int t[2][3];
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  if (i <= 3) t[0][i] = 1;
  return 0;
}

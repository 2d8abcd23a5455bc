// holds
#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int t[10];
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  if (i < 10) t[i] = 1;
  return 0;
}

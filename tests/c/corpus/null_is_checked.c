// holds
#include <assert.h>
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
int n;
int main(void) {
  int* p = 0;
  if (__VERIFIER_nondet_bool()) p = &n;
  if (p) *p = 1;
  return 0;
}

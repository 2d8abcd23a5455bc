// violated: assertion
#include <assert.h>
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
unsigned char nc, nl;
int main(void) {
  while (1) {
    int c = __VERIFIER_nondet_bool() ? 10 : __VERIFIER_nondet_bool();
    if (c == 0) break;
    nc++;
    if (c == 10) nl++;
    assert(nc >= nl);
  }
  return 0;
}
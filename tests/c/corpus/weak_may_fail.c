// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
int main(void) {
  int old = 0;
  atomic_compare_exchange_weak(&n, &old, 5);
  assert(n == 5);
  return 0;
}

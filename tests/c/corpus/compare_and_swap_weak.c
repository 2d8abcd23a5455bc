// holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
void* add(void* a) {
  int old = atomic_load(&n);
  while (!atomic_compare_exchange_weak(&n, &old, old + 5))
    ;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 10);
  return 0;
}

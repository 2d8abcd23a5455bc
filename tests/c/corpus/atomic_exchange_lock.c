// holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
int n;
void* add(void* a) {
  while (atomic_exchange(&lock, 1))
    ;
  n++;
  atomic_store(&lock, 0);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  return 0;
}

// holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_flag flag = ATOMIC_FLAG_INIT;
int n;
void* add(void* a) {
  while (atomic_flag_test_and_set(&flag))
    ;
  n++;
  atomic_flag_clear(&flag);
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

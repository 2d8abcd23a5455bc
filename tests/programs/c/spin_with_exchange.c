/* expect: holds */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static atomic_flag f = ATOMIC_FLAG_INIT;
static int n;
static void *work(void *u) {
  while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire)) {}
  n++;
  atomic_flag_clear_explicit(&f, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  return 0;
}

/* expect: holds */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static atomic_int most;
static void *raise(void *arg) {
  int v = (int)(long)arg, old = atomic_load(&most);
  while (old < v && !atomic_compare_exchange_weak(&most, &old, v)) {}
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, raise, (void *)(i + 3));
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(atomic_load(&most) == 5);
  return 0;
}

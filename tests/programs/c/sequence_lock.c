/* expect: holds */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static atomic_uint seq;
static atomic_int a, b;
static void *writer(void *u) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&seq, 1);
    atomic_store(&a, i);
    atomic_store(&b, i);
    atomic_fetch_add(&seq, 1);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  for (int tries = 0; tries < 2; tries++) {
    unsigned s = atomic_load(&seq);
    if (s & 1) continue;
    int x = atomic_load(&a), y = atomic_load(&b);
    if (atomic_load(&seq) == s) assert(x == y);
  }
  pthread_join(t, 0);
  return 0;
}

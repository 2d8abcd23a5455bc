/* expect: violated: assertion */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static atomic_uint seq;
static atomic_int a, b;
static void *writer(void *u) {
  atomic_fetch_add(&seq, 1);
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  atomic_fetch_add(&seq, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  unsigned s = atomic_load(&seq);
  int x = atomic_load(&a), y = atomic_load(&b);
  if (!(s & 1)) assert(x == y); /* the number is not read again */
  pthread_join(t, 0);
  return 0;
}

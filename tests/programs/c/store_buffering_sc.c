/* expect: holds */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static atomic_int x, y;
static int r1, r2;
static void *one(void *u) { atomic_store(&x, 1); r1 = atomic_load(&y); return 0; }
static void *two(void *u) { atomic_store(&y, 1); r2 = atomic_load(&x); return 0; }
int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, one, 0);
  pthread_create(&s, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(s, 0);
  assert(r1 + r2 >= 1);
  return 0;
}

/* SCTBench, reorder_3_bad: two variables that belong together are set one after the other.
   cause: assertion
   threads: thread 2
   values: a == 1, b == 0 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void *set(void *unused) {
  a = 1;
  b = -1;
  return 0;
}

static void *check(void *unused) {
  assert(a + b == 0); /* ! */
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, set, 0);
  pthread_create(&t, 0, check, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}

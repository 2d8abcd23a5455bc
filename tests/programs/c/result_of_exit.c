/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void deep(int n) { if (n == 0) pthread_exit((void *)5); deep(n - 1); }
static void *work(void *u) { deep(3); return (void *)6; }
int main(void) {
  pthread_t t;
  void *r;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, &r);
  assert(r == (void *)5 && !pthread_equal(t, pthread_self()));
  return 0;
}

/* A timed wait may end by its limit, before the value is set.
   expect: violation assertion */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *u) {
  struct timespec limit = {0, 0};
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_timedwait(&c, &m, &limit);
  assert(ready);
  pthread_mutex_unlock(&m);
  return u;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}

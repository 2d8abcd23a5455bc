// holds
// A thread that waits for a condition is cancelled there. Its handler finds the mutex locked.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void clean(void *mutex) {
  cleaned++;
  assert(!pthread_mutex_unlock(mutex));
}

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean, &m);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && cleaned == 1);
  assert(!pthread_mutex_trylock(&m));
  return 0;
}

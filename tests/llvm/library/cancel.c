/* A thread that is asked to end does so at a point that tests for it, and its keys are cleared. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int cleared;

static void clear(void *p) { cleared = 1; }

static void *work(void *u) {
  pthread_setspecific(key, &cleared);
  for (;;) pthread_testcancel();
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_key_create(&key, clear);
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && cleared);
  return 0;
}

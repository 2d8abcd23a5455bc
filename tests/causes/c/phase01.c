/* SCTBench, phase01_bad: a thread locks a mutex that it holds.
   cause: cycle
   threads: thread 1
   locks: x */
#include <pthread.h>

pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused) {
  pthread_mutex_lock(&x);
  pthread_mutex_lock(&x); /* ! */
  pthread_mutex_unlock(&x);
  return 0;
}

int main(void) {
  pthread_t s;
  pthread_create(&s, 0, one, 0);
  pthread_join(s, 0);
  return 0;
}

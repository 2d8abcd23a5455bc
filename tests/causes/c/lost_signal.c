/* Farchi, Nir, Ur 2003, "Concurrent bug patterns and how to test them", in C: a signal before the wait.
   cause: lost notification
   threads: main, thread 1
   locks: ready */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&ready); /* ! */
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&ready, &m); /* ! */
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}

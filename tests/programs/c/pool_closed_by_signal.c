/* expect: violated: deadlock */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int closed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *worker(void *u) {
  pthread_mutex_lock(&m);
  while (!closed) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  pthread_mutex_lock(&m);
  closed = 1;
  pthread_cond_signal(&c); /* wakes one of two */
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

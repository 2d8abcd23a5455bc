/* expect: violated: deadlock */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* one condition variable for both sides, and signal instead of broadcast: with two consumers the wrong one wakes */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int used;
static void *producer(void *u) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (used) pthread_cond_wait(&c, &m);
    used = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
static void *consumer(void *u) {
  pthread_mutex_lock(&m);
  while (!used) pthread_cond_wait(&c, &m);
  used = 0;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t p, a, b;
  pthread_create(&p, 0, producer, 0);
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(p, 0); pthread_join(a, 0); pthread_join(b, 0);
  return 0;
}

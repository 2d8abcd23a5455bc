/* ESBMC's benchmarks, sync01_bad (SCTBench): nobody brings about what a thread waits for.
   cause: stuck
   threads: main, thread 1
   locks: empty */
#include <pthread.h>

int num = 2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;

static void *one(void *unused) {
  pthread_mutex_lock(&m);
  while (num > 0) pthread_cond_wait(&empty, &m); /* ! */
  num++;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&full);
  return 0;
}

static void *two(void *unused) {
  pthread_mutex_lock(&m);
  while (num == 0) pthread_cond_wait(&full, &m);
  num--;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0); /* ! */
  pthread_join(t, 0);
  return 0;
}

/* SCTBench, din_phil3_sat: dining philosophers.
   cause: cycle
   threads: thread 1, thread 2, thread 3
   locks: forks[0], forks[1], forks[2] */
#include <pthread.h>

enum { N = 3 };
pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  long i = (long)arg;
  pthread_mutex_lock(&forks[i]);
  pthread_mutex_lock(&forks[(i + 1) % N]); /* ! */
  pthread_mutex_unlock(&forks[(i + 1) % N]);
  pthread_mutex_unlock(&forks[i]);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}

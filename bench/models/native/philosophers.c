/* N philosophers with a mutex for each fork; the last one takes them in the other order. */
#include <pthread.h>

#ifndef N
#define N 5
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t forks[N];
static int meals[N];

static void *dine(void *given) {
  int me = (int)(long)given;
  int left = me, right = (me + 1) % N;
  if (me == N - 1) {
    left = right;
    right = me;
  }
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    meals[me]++;
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, dine, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}

/* Corral's benchmarks, deadlock01_bad: two mutexes in two orders.
   cause: cycle
   threads: thread 1, thread 2
   locks: a, b */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int counter = 1;

static void *one(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); /* ! */
  counter++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}

static void *two(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); /* ! */
  counter--;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}

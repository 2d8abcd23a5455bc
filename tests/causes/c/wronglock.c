/* SCTBench, wronglock_bad: two threads protect one variable by two mutexes.
   options: --property race
   cause: race
   threads: thread 1, thread 2
   values: value */
#include <pthread.h>

pthread_mutex_t data = PTHREAD_MUTEX_INITIALIZER, thread = PTHREAD_MUTEX_INITIALIZER;
int value;

static void *one(void *unused) {
  pthread_mutex_lock(&data);
  value = 1; /* ! */
  pthread_mutex_unlock(&data);
  return 0;
}

static void *two(void *unused) {
  pthread_mutex_lock(&thread);
  value = 2; /* ! */
  pthread_mutex_unlock(&thread);
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

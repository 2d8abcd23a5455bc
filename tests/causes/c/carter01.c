/* Carter's benchmark, carter01_bad (SCTBench): the first user takes the second lock on behalf of all.
   cause: cycle
   threads: thread 1, thread 2
   locks: m, l */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
int users;

static void *one(void *unused) {
  pthread_mutex_lock(&m);
  users++;
  if (users == 1) pthread_mutex_lock(&l); /* ! */
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  users--;
  if (users == 0) pthread_mutex_unlock(&l);
  pthread_mutex_unlock(&m);
  return 0;
}

static void *two(void *unused) {
  pthread_mutex_lock(&l);
  pthread_mutex_lock(&m); /* ! */
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&l);
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

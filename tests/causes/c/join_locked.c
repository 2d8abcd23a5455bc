/* Lu et al. 2008, "Learning from mistakes": a thread is joined while a mutex is held that it needs.
   cause: cycle
   threads: main, thread 1
   locks: m */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;

static void *worker(void *unused) {
  pthread_mutex_lock(&m); /* ! */
  done = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  pthread_join(t, 0); /* ! */
  pthread_mutex_unlock(&m);
  return 0;
}

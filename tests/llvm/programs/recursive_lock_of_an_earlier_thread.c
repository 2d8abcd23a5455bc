// violated: deadlock
// The second thread has the number of the first one, but not its lock.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_t t;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &kind);
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
  }
  return 0;
}

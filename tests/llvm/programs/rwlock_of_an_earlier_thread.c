// violated: deadlock
// The second thread has the number of the first one, but not its lock.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *unused) {
  pthread_rwlock_wrlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
  }
  return 0;
}

/* A lock for writers is given back by another thread.
   expect: violation lock */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *u) {
  pthread_rwlock_unlock(&lock);
  return u;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_wrlock(&lock);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}

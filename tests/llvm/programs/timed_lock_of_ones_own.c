// holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutex_t checked, plain = PTHREAD_MUTEX_INITIALIZER;
  struct timespec limit = {0, 0};
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &kind);
  assert(!pthread_mutex_timedlock(&checked, &limit) && !pthread_mutex_timedlock(&plain, &limit));
  assert(pthread_mutex_timedlock(&checked, &limit) == EDEADLK);
  assert(pthread_mutex_timedlock(&plain, &limit) == ETIMEDOUT);
  return 0;
}

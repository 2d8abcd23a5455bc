/* expect: holds */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m;
static int n;
static void *work(void *u) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(n == 4);
  return 0;
}

// violated: deadlock
// To wait for a condition unlocks once. Who has locked twice keeps the lock, so nobody can signal.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_t t;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &kind);
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}

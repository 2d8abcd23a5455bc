/* A barrier for three that two threads reach.
   expect: violation deadlock */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *u) {
  pthread_barrier_wait(&barrier);
  return u;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 3);
  pthread_create(&t, 0, work, 0);
  pthread_barrier_wait(&barrier);
  pthread_join(t, 0);
  return 0;
}

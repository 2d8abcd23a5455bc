// holds
// Who comes out of a barrier may destroy and free it: its end waits for those who are still inside.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *work(void *unused) {
  pthread_barrier_wait(barrier);
  return unused;
}

int main(void) {
  pthread_t t;
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, 0, 2);
  pthread_create(&t, 0, work, 0);
  pthread_barrier_wait(barrier);
  pthread_barrier_destroy(barrier);
  free(barrier);
  pthread_join(t, 0);
  return 0;
}

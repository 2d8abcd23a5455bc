/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t bar;
static int x[2];
static void *work(void *arg) {
  int me = (int)(long)arg;
  x[me] = 1;
  pthread_barrier_wait(&bar);
  int other = x[1 - me];
  pthread_barrier_wait(&bar);
  x[me] = 2;
  assert(other == 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&bar, 0, 2);
  pthread_create(&t, 0, work, (void *)1);
  work((void *)0);
  pthread_join(t, 0);
  pthread_barrier_destroy(&bar);
  return 0;
}

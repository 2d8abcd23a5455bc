// holds
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int done[2], sum;
void* one(void* a) {
  done[0] = 1;
  pthread_barrier_wait(&b);
  assert(done[1]);
  pthread_barrier_wait(&b);
  return 0;
}
void* two(void* a) {
  done[1] = 1;
  pthread_barrier_wait(&b);
  assert(done[0]);
  pthread_barrier_wait(&b);
  return 0;
}
int main(void) {
  pthread_t x, y;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, two, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}

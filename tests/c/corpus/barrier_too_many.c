// violated: deadlock
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
void* one(void* a) {
  pthread_barrier_wait(&b);
  return 0;
}
int main(void) {
  pthread_t x, y;
  pthread_barrier_init(&b, 0, 3);
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, one, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}

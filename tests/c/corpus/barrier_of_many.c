// holds
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
void *w(void *u) {
  pthread_barrier_wait(&b);
  return 0;
}
int main(void) {
  pthread_t t[4];
  pthread_barrier_init(&b, 0, 2);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, w, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}

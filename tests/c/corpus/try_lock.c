// holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void* one(void* a) {
  if (pthread_mutex_trylock(&m) == 0) {
    n++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, one, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 1 || n == 2);
  pthread_mutex_lock(&m);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  return 0;
}

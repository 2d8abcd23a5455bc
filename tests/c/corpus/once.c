// holds
#include <assert.h>
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int n;
void begin(void) { n += 5; }
void* one(void* a) {
  pthread_once(&o, begin);
  assert(n == 5);
  return 0;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, one, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(n == 5);
  return 0;
}

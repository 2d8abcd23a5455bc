// violated: assertion
#include <assert.h>
#include <pthread.h>
_Atomic int ready;
int value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int get(void) {
  if (!ready) {
    pthread_mutex_lock(&m);
    if (!ready) {
      ready = 1;
      value += 42;
    }
    pthread_mutex_unlock(&m);
  }
  return value;
}
void* use(void* a) {
  assert(get() == 42);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

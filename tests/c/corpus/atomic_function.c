// holds
#include <assert.h>
#include <pthread.h>
int n;
static pthread_mutex_t native = PTHREAD_MUTEX_INITIALIZER;
void __VERIFIER_atomic_add(int by) {
  int old = n;
  n = old + by;
}
void* add(void* a) {
  pthread_mutex_lock(&native);
  __VERIFIER_atomic_add(3);
  pthread_mutex_unlock(&native);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 6);
  return 0;
}

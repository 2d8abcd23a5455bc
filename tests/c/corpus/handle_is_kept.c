// holds
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_t t = pthread_self();
  assert(pthread_equal(t, pthread_self()));
  return 0;
}

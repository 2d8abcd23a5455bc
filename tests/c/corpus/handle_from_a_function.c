// violated: assertion
#include <assert.h>
#include <pthread.h>
int ran;
pthread_t f(void) {
  ran = 1;
  return pthread_self();
}
int main(void) {
  pthread_t t = f();
  assert(ran == 0);
  return 0;
}

// violated: assertion
#include <assert.h>
#include <pthread.h>
int n;
void* work(void* a) {
  assert(n == 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  n = 1;
  pthread_exit(0);
}

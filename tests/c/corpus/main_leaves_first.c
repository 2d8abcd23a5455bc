// holds
#include <assert.h>
#include <pthread.h>
int n;
void* work(void* a) {
  n = 1;
  assert(n == 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_exit(0);
}

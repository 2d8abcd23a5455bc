// holds
#include <assert.h>
#include <pthread.h>
_Atomic int a, b;
void* set(void* x) {
  a = 1;
  b = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int first = b;
  int second = a;
  pthread_join(t, 0);
  assert(first <= second);
  return 0;
}

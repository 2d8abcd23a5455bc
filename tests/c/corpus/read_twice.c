// violated: assertion
#include <assert.h>
#include <pthread.h>
int x;
void* set(void* a) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int same = x == x;
  pthread_join(t, 0);
  assert(same);
  return 0;
}

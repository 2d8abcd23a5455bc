// violated: assertion
#include <assert.h>
#include <pthread.h>
int a, b;
void* set(void* x) {
  a = 1;
  b = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int own[2] = {b, a};
  pthread_join(t, 0);
  assert(own[0] <= own[1] && own[0] == own[1]);
  return 0;
}

// violated: assertion
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
struct pair shared;
void* set(void* x) {
  shared.a = 1;
  shared.b = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  struct pair own = shared;
  pthread_join(t, 0);
  assert(own.a == own.b);
  return 0;
}

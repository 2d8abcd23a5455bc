// violated: assertion
#include <assert.h>
#include <pthread.h>
int state;
static void step(int by) { state = state + by; }
void* one(void* a) {
  step(1);
  return 0;
}
void* two(void* a) {
  step(2);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(state == 3);
  return 0;
}

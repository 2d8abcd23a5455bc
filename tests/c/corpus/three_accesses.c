// violated: assertion
#include <assert.h>
#include <pthread.h>
int i, t[2] = {5, 7};
void* set(void* x) {
  i = 1;
  t[0] = 1;
  return 0;
}
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, set, 0);
  int v = t[i];
  pthread_join(h, 0);
  assert(v != 1);
  return 0;
}

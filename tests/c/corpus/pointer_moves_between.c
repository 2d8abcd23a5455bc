// violated: assertion
#include <assert.h>
#include <pthread.h>
int t[2] = {5, 7};
int* p = &t[0];
void* move(void* x) {
  p = &t[1];
  t[0] = 0;
  return 0;
}
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, move, 0);
  int v = *p;
  pthread_join(h, 0);
  assert(v != 0);
  return 0;
}

// violated: assertion
#include <assert.h>
#include <pthread.h>
int done[2];
void* one(void* a) {
  done[0] = 1;
  assert(done[1]);
  return 0;
}
int main(void) {
  pthread_t x;
  pthread_create(&x, 0, one, 0);
  done[1] = 1;
  pthread_join(x, 0);
  return 0;
}

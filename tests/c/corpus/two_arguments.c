// holds
#include <assert.h>
#include <pthread.h>
int a = 1, b = 2;
void* twice(void* p) {
  int* n = p;
  *n = *n * 2;
  return 0;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, twice, &a);
  pthread_create(&y, 0, twice, &b);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(a == 2 && b == 4);
  return 0;
}

// violated: assertion
#include <assert.h>
#include <pthread.h>
int begun, n;
void begin(void) { n += 5; }
void* one(void* a) {
  if (!begun) {
    begin();
    begun = 1;
  }
  return 0;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, one, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(n == 5);
  return 0;
}

// violated: assertion
#include <assert.h>
#include <pthread.h>
int x;
pthread_t t[2];
void *w(void *u) {
  x += 1;
  return 0;
}
void start(int i) { pthread_create(&t[i], 0, w, 0); }
void *both(void *u) {
  for (int i = 0; i < 2; i++) start(i);
  return 0;
}
int main(void) {
  both(0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(x == 2);
  return 0;
}

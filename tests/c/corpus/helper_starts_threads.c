// violated: assertion
#include <assert.h>
#include <pthread.h>
int x, done;
pthread_t t[2];
void *w(void *u) {
  x += 1;
  done += 1;
  if (done == 2) assert(x == 2);
  return 0;
}
void go(int i) { pthread_create(&t[i], 0, w, 0); }
int main(void) {
  go(0);
  go(1);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}

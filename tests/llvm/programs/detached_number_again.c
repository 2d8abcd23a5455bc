// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int y;
static void *one(void *unused) { y++; x = 1; return 0; }
static void *two(void *unused) { if (y == 301) assert(x == 1); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_detach(t);
  for (int i = 0; i < 300; i++) y++;
  pthread_create(&t, 0, two, 0);
  pthread_join(t, 0);
  return 0;
}

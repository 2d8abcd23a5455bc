// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int y;
static void *work(void *unused) { y++; x = 1; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  for (int i = 0; i < 300; i++) y++;
  if (y == 301) assert(x == 1);
  return 0;
}

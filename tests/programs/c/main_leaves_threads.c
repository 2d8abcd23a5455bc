/* expect: violated: assertion */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n;
static void *work(void *u) { n = 1; assert(n == 2); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_exit(0);
}

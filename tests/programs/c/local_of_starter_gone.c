/* expect: violated: use-after-scope */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t t;
static void *work(void *arg) { *(int *)arg = 1; return 0; }
static void go(void) { int x = 0; pthread_create(&t, 0, work, &x); }
int main(void) {
  go();
  pthread_join(t, 0);
  return 0;
}

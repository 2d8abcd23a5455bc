/* expect: violated: use-after-scope */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *where;
static void *work(void *u) { int x = 3; where = &x; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return *where;
}

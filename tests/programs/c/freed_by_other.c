/* expect: violated: use-after-free */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static void *work(void *u) { free(shared); return 0; }
int main(void) {
  shared = malloc(sizeof *shared);
  if (!shared) return 0;
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  *shared = 1;
  pthread_join(t, 0);
  return 0;
}

/* expect: violated: join */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *u) { return u; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(t, 0);
  return 0;
}

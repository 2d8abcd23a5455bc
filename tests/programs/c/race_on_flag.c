/* waymark: check --property race
   expect:  violated: race */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int data, ready;
static void *work(void *u) { data = 1; ready = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (ready) assert(data == 1);
  pthread_join(t, 0);
  return 0;
}

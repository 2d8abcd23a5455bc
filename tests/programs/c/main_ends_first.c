/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *u) { for (;;) {} return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  return 0;
}

/* waymark: check --property race
   expect:  violated: race */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *instance;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *get(void) {
  if (!instance) {
    pthread_mutex_lock(&m);
    if (!instance) { int *p = malloc(sizeof *p); if (!p) exit(0); *p = 1; instance = p; }
    pthread_mutex_unlock(&m);
  }
  return instance;
}
static void *work(void *u) { assert(*get() == 1); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  return 0;
}

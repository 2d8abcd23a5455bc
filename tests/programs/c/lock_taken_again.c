/* expect: violated: deadlock */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void inner(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
int main(void) {
  pthread_mutex_lock(&m);
  inner();
  pthread_mutex_unlock(&m);
  return 0;
}

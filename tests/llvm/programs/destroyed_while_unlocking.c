// violated: lock
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
struct job { pthread_mutex_t m; atomic_int done; };
static void *work(void *given) {
  struct job *j = given;
  pthread_mutex_lock(&j->m);
  j->done = 1;
  pthread_mutex_unlock(&j->m);
  return 0;
}
int main(void) {
  pthread_t t;
  struct job *j = malloc(sizeof *j);
  pthread_mutex_init(&j->m, 0);
  j->done = 0;
  pthread_create(&t, 0, work, j);
  while (!j->done) {}
  pthread_mutex_destroy(&j->m);
  pthread_join(t, 0);
  free(j);
  return 0;
}

/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int freed;
static void drop(void *p) { freed += *(int *)p; free(p); }
static void *work(void *u) {
  int *p = malloc(sizeof *p);
  if (!p) exit(0);
  *p = 3;
  pthread_setspecific(key, p);
  assert(pthread_getspecific(key) == p);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, drop);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(freed == 3 && pthread_getspecific(key) == 0);
  return 0;
}

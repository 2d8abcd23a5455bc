/* expect: holds */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config { int a, b; };
static _Atomic(struct config *) current;
static atomic_int readers;
static void *reader(void *u) {
  atomic_fetch_add(&readers, 1);
  struct config *c = atomic_load(&current);
  assert(c->a == c->b);
  atomic_fetch_sub(&readers, 1);
  return 0;
}
int main(void) {
  struct config *old = malloc(sizeof *old), *new = malloc(sizeof *new);
  if (!old || !new) exit(0);
  old->a = old->b = 1;
  new->a = new->b = 2;
  atomic_store(&current, old);
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  atomic_store(&current, new);
  while (atomic_load(&readers)) {}
  free(old);
  pthread_join(t, 0);
  free(new);
  return 0;
}

/* expect: violated: use-after-free */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object { atomic_int refs; int value; };
static struct object *shared;
static void release(struct object *o) { if (atomic_fetch_sub(&o->refs, 1) == 1) free(o); }
static void *work(void *u) {
  struct object *o = shared; /* counted after it was read: it may be gone */
  atomic_fetch_add(&o->refs, 1);
  release(o);
  return 0;
}
int main(void) {
  shared = malloc(sizeof *shared);
  if (!shared) return 0;
  atomic_init(&shared->refs, 1);
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  release(shared);
  pthread_join(t, 0);
  return 0;
}

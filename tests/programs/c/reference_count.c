/* expect: holds */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object { atomic_int refs; int value; };
static void release(struct object *o) {
  if (atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) == 1) free(o);
}
static void *work(void *arg) {
  struct object *o = arg;
  assert(o->value == 4);
  release(o);
  return 0;
}
int main(void) {
  struct object *o = malloc(sizeof *o);
  if (!o) return 0;
  atomic_init(&o->refs, 3);
  o->value = 4;
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, o);
  release(o);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

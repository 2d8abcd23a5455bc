/* expect: holds */
#include <assert.h>
#include <threads.h>
#include <stdatomic.h>

static mtx_t m;
static cnd_t c;
static int ready;
static atomic_int seen;
static int work(void *arg) {
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  atomic_fetch_add(&seen, 1);
  return 7;
}
int main(void) {
  thrd_t t;
  int result;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  assert(thrd_create(&t, work, 0) == thrd_success);
  mtx_lock(&m);
  ready = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  thrd_join(t, &result);
  assert(result == 7 && atomic_load(&seen) == 1);
  return 0;
}

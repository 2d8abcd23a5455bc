/* threads.h of C11. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;
static int made, count, seen;

static void make(void) { made++; }

static int work(void *argument) {
  call_once(&flag, make);
  tss_set(key, argument);
  mtx_lock(&m);
  count++;
  cnd_signal(&c);
  mtx_unlock(&m);
  return *(int *)tss_get(key);
}

int main(void) {
  thrd_t t;
  int result = 0, five = 5;
  mtx_init(&m, mtx_plain | mtx_recursive);
  cnd_init(&c);
  tss_create(&key, 0);
  thrd_create(&t, work, &five);
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  while (!count) cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, &result);
  assert(result == 5 && made == 1 && count == 1);
  return 0;
}

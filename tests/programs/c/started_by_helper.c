/* expect: violated: assertion */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x, done;
static pthread_t t[2];
static void *w(void *u) { x += 1; __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST); return 0; }
static void go(int i) { pthread_create(&t[i], 0, w, 0); }
int main(void) {
  go(0);
  go(1);
  if (__atomic_load_n(&done, __ATOMIC_SEQ_CST) == 2) assert(x == 2);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}

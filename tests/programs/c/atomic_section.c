/* expect: holds */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int a, b;
static void *work(void *u) {
  __VERIFIER_atomic_begin();
  a++;
  b--;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  __VERIFIER_atomic_begin();
  assert(a + b == 0);
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  return 0;
}

/* expect: violated: assertion */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n;
static void *work(void *arg) { n++; return arg; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  return 0;
}

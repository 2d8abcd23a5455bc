/* expect: violated: assertion */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int seen[2];
static void *work(void *arg) { int i = *(int *)arg; if (i < 2) seen[i] = 1; return 0; }
int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++) pthread_create(&t[i], 0, work, &i);
  for (int j = 0; j < 2; j++) pthread_join(t[j], 0);
  assert(seen[0] && seen[1]);
  return 0;
}

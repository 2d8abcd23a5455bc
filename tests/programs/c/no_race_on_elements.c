/* waymark: check --property race
   expect:  holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int a[3];
static void *work(void *arg) { int i = (int)(long)arg; a[i] = i; a[i] += 1; return 0; }
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(a[0] + a[1] + a[2] == 6);
  return 0;
}

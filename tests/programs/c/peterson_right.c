/* expect: holds */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static atomic_int flag[2], turn;
static int inside;
static void *work(void *arg) {
  int me = (int)(long)arg;
  atomic_store(&flag[me], 1);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&flag[1 - me]) && atomic_load(&turn) == 1 - me) {}
  assert(inside == 0);
  inside = 1;
  inside = 0;
  atomic_store(&flag[me], 0);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

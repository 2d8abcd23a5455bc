/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int mine = 5;
static __thread int *where;
static void *work(void *u) {
  where = &mine;
  *where += (int)(long)u;
  assert(mine == 5 + (long)u);
  return 0;
}
int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, work, (void *)1);
  pthread_create(&s, 0, work, (void *)2);
  pthread_join(t, 0);
  pthread_join(s, 0);
  assert(mine == 5 && where == 0);
  return 0;
}

/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int inside;
static void *work(void *u) {
  sem_wait(&s);
  int now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  assert(now <= 2);
  __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t[3];
  sem_init(&s, 0, 2);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}

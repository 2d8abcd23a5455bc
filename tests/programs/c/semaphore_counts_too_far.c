/* expect: violated: assertion */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int inside;
static void *work(void *u) {
  sem_wait(&s);
  assert(__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) <= 1);
  __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

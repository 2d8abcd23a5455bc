/* Two semaphores, taken in opposite orders.
   expect: violation deadlock */
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *work(void *u) {
  sem_wait(&b);
  sem_wait(&a);
  sem_post(&a);
  sem_post(&b);
  return u;
}

int main(void) {
  pthread_t t;
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  pthread_create(&t, 0, work, 0);
  sem_wait(&a);
  sem_wait(&b);
  sem_post(&b);
  sem_post(&a);
  pthread_join(t, 0);
  return 0;
}

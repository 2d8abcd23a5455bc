// violated: deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int main(void) {
  sem_init(&s, 0, 1);
  assert(sem_trywait(&s) == 0);
  assert(sem_trywait(&s) == -1);
  sem_wait(&s);
  return 0;
}

// holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int n;
void* add(void* a) {
  sem_wait(&s);
  n++;
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 1);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  return 0;
}

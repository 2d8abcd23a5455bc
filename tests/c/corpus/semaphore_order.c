// holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t first, second;
int log_[3], n;
void* one(void* a) {
  log_[n] = 1;
  n++;
  sem_post(&first);
  return 0;
}
void* two(void* a) {
  sem_wait(&first);
  log_[n] = 2;
  n++;
  sem_post(&second);
  return 0;
}
void* three(void* a) {
  sem_wait(&second);
  log_[n] = 3;
  n++;
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  sem_init(&first, 0, 0);
  sem_init(&second, 0, 0);
  pthread_create(&c, 0, three, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&a, 0, one, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(log_[0] == 1 && log_[1] == 2 && log_[2] == 3);
  return 0;
}

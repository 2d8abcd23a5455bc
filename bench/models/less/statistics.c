/* A queue of two places between a producer and a consumer; the consumer keeps the mean and the largest item. */
#include <assert.h>
#include <semaphore.h>
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned char queue[2];
sem_t full, empty;
int put, got;
unsigned largest, sum;

void *producer(void *unused) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&empty);
    queue[put & 1] = __VERIFIER_nondet_uchar() & 7;
    put = put + 1;
    sem_post(&full);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 2);
  pthread_create(&thread, 0, producer, 0);
  for (int i = 0; i < 3; i++) {
    sem_wait(&full);
    unsigned char item = queue[got & 1];
    got = got + 1;
    sum += item;
    if (item > largest)
      largest = item;
    sem_post(&empty);
  }
  pthread_join(thread, 0);
  assert(got == put);
  return 0;
}

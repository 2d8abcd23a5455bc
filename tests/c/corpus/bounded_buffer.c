// holds
#include <assert.h>
#include <pthread.h>
#define SIZE 2
int buffer[SIZE], count, in, out, sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER, freed = PTHREAD_COND_INITIALIZER;
void put(int v) {
  pthread_mutex_lock(&m);
  while (count == SIZE) pthread_cond_wait(&freed, &m);
  buffer[in] = v;
  in = (in + 1) % SIZE;
  count++;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&m);
}
int get(void) {
  pthread_mutex_lock(&m);
  while (count == 0) pthread_cond_wait(&filled, &m);
  int v = buffer[out];
  out = (out + 1) % SIZE;
  count--;
  pthread_cond_signal(&freed);
  pthread_mutex_unlock(&m);
  return v;
}
void* produce(void* a) {
  for (int i = 1; i <= 3; i++) put(i);
  return 0;
}
void* consume(void* a) {
  for (int i = 0; i < 3; i++) sum = sum * 10 + get();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, produce, 0);
  pthread_create(&b, 0, consume, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 123 && count == 0);
  return 0;
}

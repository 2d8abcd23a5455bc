// violated: deadlock
#include <assert.h>
#include <pthread.h>
#define SIZE 1
int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
void put(void) {
  pthread_mutex_lock(&m);
  while (count == SIZE) pthread_cond_wait(&changed, &m);
  count++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
}
void get(void) {
  pthread_mutex_lock(&m);
  while (count == 0) pthread_cond_wait(&changed, &m);
  count--;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
}
void* produce(void* a) {
  put();
  put();
  return 0;
}
void* consume(void* a) {
  get();
  return 0;
}
int main(void) {
  pthread_t p, a, b;
  pthread_create(&a, 0, consume, 0);
  pthread_create(&b, 0, consume, 0);
  pthread_create(&p, 0, produce, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(p, 0);
  return 0;
}

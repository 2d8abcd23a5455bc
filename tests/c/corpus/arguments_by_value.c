// holds
#include <assert.h>
#include <pthread.h>
int sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* add(void* a) {
  int n = (int)(long)a;
  pthread_mutex_lock(&m);
  sum += n;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, (void*)(long)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(sum == 6);
  return 0;
}

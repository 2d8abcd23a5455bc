// violated: deadlock
#include <assert.h>
#include <pthread.h>
pthread_mutex_t fork_[3];
int meals;
void* dine(void* a) {
  int me = (int)(long)a;
  pthread_mutex_lock(&fork_[me]);
  pthread_mutex_lock(&fork_[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_[me]);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_mutex_init(&fork_[i], 0);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, dine, (void*)(long)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}

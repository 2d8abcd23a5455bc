// holds
#include <assert.h>
#include <pthread.h>
pthread_mutex_t fork_[3];
void* dine(void* a) {
  int me = (int)(long)a;
  int first = me == 2 ? 0 : me;
  int second = me == 2 ? 2 : me + 1;
  pthread_mutex_lock(&fork_[first]);
  pthread_mutex_lock(&fork_[second]);
  pthread_mutex_unlock(&fork_[second]);
  pthread_mutex_unlock(&fork_[first]);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_mutex_init(&fork_[i], 0);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, dine, (void*)(long)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}

// One of two threads forgets the lock.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *careful(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, careful, 0);
  count++;
  pthread_join(thread, 0);
  return 0;
}

/* hard: each side of the condition is taken in some order */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  if (x == 0) {
    x = 1;
  } else {
    x = 2;
  }
  assert(x >= 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}

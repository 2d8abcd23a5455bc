/* hard: the loop waits in some order, and in another it does not */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int first;
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  if (first == 0) {
    first = 1;
    while (x == 0) pthread_cond_wait(&changed, &lock);
    assert(x == 1);
  } else {
    x = 1;
    pthread_cond_signal(&changed);
  }
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

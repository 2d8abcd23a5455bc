/* an assertion in a function that nobody calls */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void nobody(void) {
  assert(x == 0); /* never */
}
static void *work(void *call) {
  pthread_mutex_lock(&lock);
  x++;
  if (x == 3) nobody();
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

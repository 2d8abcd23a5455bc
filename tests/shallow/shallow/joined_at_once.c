/* hard: there are two threads, one after the other
   together: no */
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *unused) {
  x++;
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, work, 0);
  pthread_join(one, 0);
  pthread_create(&one, 0, work, 0);
  pthread_join(one, 0);
  assert(x == 2);
  return 0;
}

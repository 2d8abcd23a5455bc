/* options: --ltl '[] (asked == 1 -> <> (answered == 1))' */
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int asked, answered;
static void *work(void *unused) {
  asked = 1;
  answered = 1;
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

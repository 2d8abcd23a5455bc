// holds
// Who was cancelled has ended; the next thread with its number was not.
#include <assert.h>
#include <pthread.h>

static void *work(void *unused) {
  pthread_testcancel();
  return unused;
}

int main(void) {
  pthread_t a;
  void *result;
  int here;
  pthread_create(&a, 0, work, 0);
  pthread_cancel(a);
  pthread_join(a, &result);
  pthread_create(&a, 0, work, &here);
  pthread_join(a, &result);
  assert(result == &here);
  return 0;
}

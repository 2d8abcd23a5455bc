// holds
// Who does not mind being cancelled is not freed from its wait either.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int done;

static void *work(void *unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&s);
  done = 1;
  pthread_setcancelstate(old, 0);
  pthread_testcancel();
  done = 2;
  return unused;
}

int main(void) {
  pthread_t t;
  void *result;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  sem_post(&s);
  pthread_join(t, &result);
  assert(done == (result == PTHREAD_CANCELED ? 1 : 2));
  return 0;
}

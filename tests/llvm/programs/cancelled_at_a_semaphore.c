// holds
// Of two threads that wait, one is cancelled. The other one gets what is posted.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int taken;

static void *work(void *unused) {
  sem_wait(&s);
  __atomic_fetch_add(&taken, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t a, b;
  void *result;
  sem_init(&s, 0, 0);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_cancel(a);
  pthread_join(a, &result);
  assert(result == PTHREAD_CANCELED && taken == 0);
  sem_post(&s);
  pthread_join(b, &result);
  assert(!result && taken == 1);
  return 0;
}

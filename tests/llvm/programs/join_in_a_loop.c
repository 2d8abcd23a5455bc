// holds
// Threads without end, one after the other: finitely many states.
#include <assert.h>
#include <pthread.h>

static int sum;

static void *work(void *unused) {
  sum = 1 - sum;
  return unused;
}

int main(void) {
  for (;;) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    assert(sum == 0 || sum == 1);
  }
}

/* Two workers add to a total under a lock; a counter of entries in a log is kept besides. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
unsigned char entries, last_writer, history[4];
_Bool __VERIFIER_nondet_bool(void);

static void note(unsigned char who, unsigned char what) {
  entries++;
  last_writer = who;
  history[entries & 3] = what;
}

void *worker(void *unused) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&lock);
    if (__VERIFIER_nondet_bool())
      note(1, (unsigned char)i);
    total = total + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&other, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(total == 8);
  return 0;
}

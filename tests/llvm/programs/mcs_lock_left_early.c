// violated: use-after-scope
// The lock of Mellor-Crummey and Scott: who waits spins on a place of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct place {
  _Atomic(struct place *) next;
  atomic_int waits;
};

static _Atomic(struct place *) last;
static int inside, count;

static void lock(struct place *mine) {
  mine->next = NULL;
  mine->waits = 1;
  struct place *before = atomic_exchange(&last, mine);
  if (before == NULL) return;
  before->next = mine;
  while (mine->waits) {}
}

static void unlock(struct place *mine) {
  if (mine->next == NULL) {
    struct place *expected = mine;
    if (atomic_compare_exchange_strong(&last, &expected, NULL)) return;
    return; /* who comes next has not said so yet, and writes to a place that is gone */
  }
  mine->next->waits = 0;
}

static void *work(void *unused) {
  struct place mine;
  lock(&mine);
  assert(inside++ == 0);
  count++;
  inside--;
  unlock(&mine);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}

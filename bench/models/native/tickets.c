/* N threads enter ROUNDS times by a ticket lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static atomic_int next, serving;
static int inside, entered;

static void *enter(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    int mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine) {
    }
    inside++;
    assert(inside == 1);
    entered++;
    inside--;
    atomic_fetch_add(&serving, 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, enter, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  assert(entered == N * ROUNDS);
  return 0;
}

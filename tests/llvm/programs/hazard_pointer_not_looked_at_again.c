// violated: use-after-free
// Hazard pointers in small: who reads says which block it reads, and who replaces it frees only what nobody reads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current, hazard;
static int *retired;

static void *reader(void *unused) {
  for (int i = 0; i < 2; i++) {
    int *mine;
    mine = current;
    hazard = mine; /* it may have been replaced and freed before that */
    assert(*mine == 1 || *mine == 2);
    hazard = NULL;
  }
  return unused;
}

int main(void) {
  pthread_t other;
  int *one = malloc(sizeof *one), *two = malloc(sizeof *two);
  *one = 1;
  *two = 2;
  current = one;
  pthread_create(&other, NULL, reader, NULL);
  int *old = atomic_exchange(&current, two);
  if (hazard != old) {
    free(old);
  } else {
    retired = old;
  }
  pthread_join(other, NULL);
  free(retired);
  free(two);
  return 0;
}

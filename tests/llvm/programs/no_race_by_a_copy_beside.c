// holds; --property race
#include <pthread.h>
#include <string.h>

static char shared[8];

static void *work(void *unused) {
  char seen[4];
  memcpy(seen, shared, sizeof seen);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  memset(shared + 4, 1, 4);
  pthread_join(t, 0);
  return 0;
}

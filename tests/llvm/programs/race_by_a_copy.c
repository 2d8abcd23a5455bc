// violated: race; --property race
// A copy reads what another thread writes.
#include <pthread.h>
#include <string.h>

static long shared;

static void *work(void *unused) {
  long seen;
  memcpy(&seen, &shared, sizeof seen);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  shared = 1;
  pthread_join(t, 0);
  return 0;
}

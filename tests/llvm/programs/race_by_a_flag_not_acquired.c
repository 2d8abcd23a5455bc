// violated: race; --property race
// The flag is released, and the reader does not acquire it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int sent;

static void *send(void *unused) {
  message = 42;
  atomic_store_explicit(&sent, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, send, 0);
  if (atomic_load_explicit(&sent, memory_order_relaxed)) {
    assert(message == 42);
  }
  pthread_join(sender, 0);
  assert(message == 42);
  return 0;
}

// holds; --property race
// The flag itself orders nothing; fences around it do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int sent;

static void *send(void *unused) {
  message = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&sent, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, send, 0);
  if (atomic_load_explicit(&sent, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    assert(message == 42);
  }
  pthread_join(sender, 0);
  assert(message == 42);
  return 0;
}

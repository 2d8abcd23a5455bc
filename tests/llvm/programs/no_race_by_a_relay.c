// holds; --property race
// A third thread passes on what it knows.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message[4];
static atomic_int sent, passed, count;

static void *send(void *unused) {
  for (int i = 0; i < 4; i++) message[i] = i;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  atomic_store_explicit(&sent, 1, memory_order_release);
  return unused;
}

static void *pass(void *unused) {
  if (atomic_load_explicit(&sent, memory_order_acquire)) atomic_store_explicit(&passed, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t sender, between;
  pthread_create(&sender, 0, send, 0);
  pthread_create(&between, 0, pass, 0);
  if (atomic_load_explicit(&passed, memory_order_acquire)) {
    for (int i = 0; i < 4; i++) assert(message[i] == i);
  }
  pthread_join(sender, 0);
  pthread_join(between, 0);
  message[0] = 7;
  assert(atomic_load_explicit(&count, memory_order_relaxed) == 1);
  return 0;
}

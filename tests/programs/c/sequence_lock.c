/* expect:  holds */
/* A sequence lock: the number is odd while the pair is written, and a reader whose number has changed reads again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number, first, second;

static void *write_pair(void *nothing) {
  atomic_fetch_add(&number, 1);
  atomic_store(&first, 7);
  atomic_store(&second, 7);
  atomic_fetch_add(&number, 1);
  return nothing;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write_pair, 0);
  int before, a, b;
  do {
    before = atomic_load(&number);
    a = atomic_load(&first);
    b = atomic_load(&second);
  } while (before % 2 == 1 || atomic_load(&number) != before);
  assert(a == b);
  pthread_join(writer, 0);
  return 0;
}

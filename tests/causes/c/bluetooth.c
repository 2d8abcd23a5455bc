/* Qadeer, Wu 2004, "KISS: keep it simple and sequential": the Bluetooth driver works after it was stopped.
   cause: assertion
   threads: main
   values: stopped == 1 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int stopping, stopped, pending = 1;

static void release(void) {
  if (--pending == 0) stopped = 1;
}

static void *stop(void *unused) {
  stopping = 1;
  release();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, stop, 0);
  if (!stopping) {
    pending++;
    assert(!stopped); /* ! */
    release();
  }
  pthread_join(t, 0);
  return 0;
}

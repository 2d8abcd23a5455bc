/* The Bluetooth driver of KISS (Qadeer and Wu): a request begins while the device stops. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 6
#endif

static atomic_int pending = 1;
static atomic_int stopping;
static atomic_int event;
static atomic_int stopped;

static int increment(void) {
  if (stopping) return -1;
  pending++;
  return 0;
}

static void decrement(void) {
  if (--pending == 0) event = 1;
}

static void* add(void* unused) {
  for (int i = 0; i < 2; i++) {
    if (increment() == 0) {
      assert(!stopped);
      decrement();
    }
  }
  return unused;
}

static void* stop(void* unused) {
  stopping = 1;
  decrement();
  if (event) stopped = 1;
  return unused;
}

int main(void) {
  pthread_t adders[N], stopper;
  for (int i = 0; i < N; i++) pthread_create(&adders[i], 0, add, 0);
  pthread_create(&stopper, 0, stop, 0);
  for (int i = 0; i < N; i++) pthread_join(adders[i], 0);
  pthread_join(stopper, 0);
  return 0;
}

/* Cancellation. A thread is cancelled where it waits for a condition or a semaphore, where it sleeps, and at
   pthread_testcancel. */
#define _GNU_SOURCE
#include <pthread.h>

#include "cancel.h"
#include "machine.h"

enum { THREADS = 64, NUMBERS = 4096 };

static unsigned long waymark_cancelled; /* a bit for each thread that was asked to end */
static unsigned long waymark_asleep;    /* for each that waits at a cancellation point */
static unsigned long waymark_firm;      /* for each that waits for another thread's end */
static _Thread_local _Bool waymark_uncancellable;

static unsigned long waymark_bit_of(unsigned long number) {
  if (number >= THREADS) waymark_unsupported("pthread_cancel: too many threads");
  return 1ul << number;
}

_Bool waymark_asked(void) {
  return !waymark_uncancellable && (waymark_cancelled & waymark_bit_of(waymark_self())) != 0;
}

void waymark_point(void) { pthread_testcancel(); }

unsigned long *waymark_sleepers(void) { return waymark_uncancellable ? 0 : &waymark_asleep; }

void waymark_wake(unsigned long threads) { waymark_asleep &= ~threads; }

void waymark_waits_firmly(_Bool begins) {
  unsigned long bit = waymark_bit_of(waymark_self());
  if (waymark_uncancellable) return;
  waymark_firm = begins ? waymark_firm | bit : waymark_firm & ~bit;
}

/* Of a new thread: its number may have been another's. */
void waymark_not_cancelled(unsigned long number) { waymark_cancelled &= ~waymark_bit_of(number); }

/* The thread ends: nothing ends it again. */
void waymark_cancel_no_more(void) { waymark_uncancellable = 1; }

/* Asks a thread to end at its next cancellation point, or where it waits at one. */
int pthread_cancel(pthread_t thread) {
  unsigned long bit = waymark_bit_of((thread - 1) % NUMBERS);
  waymark_atomic_begin();
  if (waymark_firm & bit) waymark_unsupported("pthread_cancel: of a thread that joins another one");
  waymark_cancelled |= bit;
  waymark_asleep &= ~bit;
  waymark_atomic_end();
  return 0;
}

/* Ends the thread if it was asked to. */
void pthread_testcancel(void) {
  waymark_atomic_begin();
  _Bool asked = waymark_asked();
  waymark_atomic_end();
  if (asked) pthread_exit(PTHREAD_CANCELED);
}

/* Whether the thread minds being cancelled. */
int pthread_setcancelstate(int state, int *old) {
  if (old) *old = waymark_uncancellable ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  waymark_uncancellable = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

/* Only cancellation at points of the program is modelled. */
int pthread_setcanceltype(int type, int *old) {
  if (type != PTHREAD_CANCEL_DEFERRED) waymark_unsupported("pthread_setcanceltype: asynchronous cancellation");
  if (old) *old = PTHREAD_CANCEL_DEFERRED;
  return 0;
}

/* Threads with what is done at their end: values by keys, handlers of cleanup, cancellation. Programs that use none of
   it get the machine's own threads. A pthread_t is one more than the thread's name. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#include "machine.h"

/* In programs with objects of threads. */
extern void waymark_end_of_thread(void) __attribute__((weak));

enum { KEYS = 16, ROUNDS = 4, THREADS = 64, NUMBERS = 4096 };

static struct {
  _Bool used;
  void (*destructor)(void *);
} waymark_keys[KEYS];

static _Thread_local void *waymark_values[KEYS];
static _Thread_local _Bool waymark_uncancellable;
static _Thread_local int waymark_handlers;
static unsigned long waymark_cancelled; /* a bit for each thread */

static unsigned long waymark_bit(pthread_t thread) {
  unsigned long number = (thread - 1) % NUMBERS;
  if (number >= THREADS) waymark_unsupported("pthread_create: too many threads for pthread_cancel");
  return 1ul << number;
}

/* Calls destructors until no value is left, at most four times, and ends the thread. */
_Noreturn void pthread_exit(void *result) {
  if (waymark_handlers) waymark_unsupported("pthread_exit: handlers of pthread_cleanup_push");
  if (waymark_end_of_thread) waymark_end_of_thread();
  for (int round = 0; round < ROUNDS; round++) {
    _Bool again = 0;
    for (int key = 0; key < KEYS; key++) {
      void *value = waymark_values[key];
      if (!value) continue;
      waymark_atomic_begin();
      void (*destructor)(void *) = waymark_keys[key].used ? waymark_keys[key].destructor : 0;
      waymark_atomic_end();
      waymark_values[key] = 0;
      if (!destructor) continue;
      destructor(value);
      again = 1;
    }
    if (!again) break;
  }
  waymark_thread_exit(result);
}

/* Starts a thread. Attributes are not looked at, but for those of detached threads. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  waymark_atomic_begin();
  *thread = waymark_thread_start(function, argument, pthread_exit) + 1ul;
  waymark_cancelled &= ~waymark_bit(*thread);
  waymark_atomic_end();
  return 0;
}

/* Waits for the end of a thread. */
int pthread_join(pthread_t thread, void **result) {
  int error = waymark_thread_join((unsigned)thread - 1, result);
  if (error == ESRCH) waymark_fault("join", "a thread is joined that is not there, or was joined before");
  if (error == EINVAL) waymark_fault("join", "a thread is joined that was detached");
  if (error) waymark_fault("join", "a thread joins itself");
  return 0;
}

/* Lets a thread go. */
int pthread_detach(pthread_t thread) {
  if (waymark_thread_detach((unsigned)thread - 1)) {
    waymark_fault("join", "a thread is detached that is not there, or was detached before");
  }
  return 0;
}

/* The calling thread. */
pthread_t pthread_self(void) { return waymark_thread_self(); }

/* Whether two are one. */
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

/* Makes a key, whose value is null in all threads. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  int result = EAGAIN;
  waymark_atomic_begin();
  for (unsigned i = 0; i < KEYS; i++) {
    if (waymark_keys[i].used) continue;
    waymark_keys[i].used = 1;
    waymark_keys[i].destructor = destructor;
    *key = i;
    result = 0;
    break;
  }
  waymark_atomic_end();
  return result;
}

/* Forgets a key; no destructor is called. */
int pthread_key_delete(pthread_key_t key) {
  int result = EINVAL;
  waymark_atomic_begin();
  if (key < KEYS && waymark_keys[key].used) {
    waymark_keys[key].used = 0;
    result = 0;
  }
  waymark_atomic_end();
  return result;
}

/* Sets the thread's own value. */
int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= KEYS) return EINVAL;
  waymark_values[key] = (void *)value;
  return 0;
}

/* The thread's own value. */
void *pthread_getspecific(pthread_key_t key) { return key < KEYS ? waymark_values[key] : 0; }

/* Asks a thread to end at its next cancellation point: pthread_testcancel, as far as it is modelled. */
int pthread_cancel(pthread_t thread) {
  waymark_atomic_begin();
  waymark_cancelled |= waymark_bit(thread);
  waymark_atomic_end();
  return 0;
}

/* Ends the thread if it was asked to. */
void pthread_testcancel(void) {
  if (waymark_uncancellable) return;
  unsigned self = waymark_self();
  waymark_atomic_begin();
  _Bool asked = self < THREADS && waymark_cancelled >> self & 1;
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

/* pthread_cleanup_push: handlers are called by pthread_cleanup_pop; what ends a thread before is refused. */
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) { waymark_handlers++; }

/* pthread_cleanup_pop. */
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { waymark_handlers--; }

/* Never reached: no handler is called in this way. */
void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) { waymark_unsupported("handlers of pthread_cleanup_push"); }

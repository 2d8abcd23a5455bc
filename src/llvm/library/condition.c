/* Condition variables, for programs with timed waits. Without these the machine's own are taken. The bytes of a
   pthread_cond_t hold a set of threads that wait. A thread that waits with a time limit may give up at any moment. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

#include "cancel.h"
#include "machine.h"

/* In C++ programs with clocks: there a wait asks the clock whether it was too late. */
extern void waymark_note_late(void) __attribute__((weak));

enum { WORDS = sizeof(pthread_cond_t) / sizeof(unsigned long), BITS = 8 * sizeof(unsigned long) };

static unsigned long *waymark_waiters(pthread_cond_t *c, unsigned thread) {
  if (thread >= WORDS * BITS) waymark_unsupported("pthread_cond_wait: too many threads");
  return (unsigned long *)c + thread / BITS;
}

static unsigned long waymark_bit(unsigned thread) { return 1ul << thread % BITS; }

/* All bytes are zero, as by the initialiser. */
int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes) {
  waymark_atomic_begin();
  for (int i = 0; i < WORDS; i++) ((unsigned long *)c)[i] = 0;
  waymark_atomic_end();
  return 0;
}

/* Nobody may wait. */
int pthread_cond_destroy(pthread_cond_t *c) {
  waymark_atomic_begin();
  for (int i = 0; i < WORDS; i++)
    if (((unsigned long *)c)[i]) waymark_fault("lock", "pthread_cond_destroy: a thread waits for the condition");
  waymark_atomic_end();
  return 0;
}

/* The end of a wait, which has locked the mutex again. */
static int waymark_waited(int problem, _Bool cancelled, int result) {
  if (cancelled) pthread_exit(PTHREAD_CANCELED);
  return problem ? problem : result;
}

/* Unlocks, waits for a signal, and locks again. Whom a signal has reached is not cancelled here any more. */
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  unsigned self = waymark_self();
  unsigned long *word = waymark_waiters(c, self), bit = waymark_bit(self);
  waymark_atomic_begin();
  unsigned long *asleep = waymark_sleepers ? waymark_sleepers() : 0;
  *word |= bit;
  if (asleep && !waymark_asked()) *asleep |= bit;
  pthread_mutex_unlock(m);
  waymark_wait_clear_spurious(asleep ? asleep : word, bit);
  if (asleep) *asleep &= ~bit;
  _Bool cancelled = asleep && *word & bit && waymark_asked();
  *word &= ~bit;
  waymark_atomic_end();
  return waymark_waited(pthread_mutex_lock(m), cancelled, 0);
}

/* As pthread_cond_wait, but it may give up. */
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *limit) {
  unsigned self = waymark_self();
  unsigned long *word = waymark_waiters(c, self), bit = waymark_bit(self);
  waymark_atomic_begin();
  *word |= bit;
  pthread_mutex_unlock(m);
  waymark_atomic_end();
  waymark_atomic_begin();
  int late = (*word & bit) != 0;
  _Bool cancelled = late && waymark_asked && waymark_asked();
  *word &= ~bit;
  waymark_atomic_end();
  if (late && waymark_note_late) waymark_note_late();
  return waymark_waited(pthread_mutex_lock(m), cancelled, late ? ETIMEDOUT : 0);
}

/* As pthread_cond_timedwait. */
int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *limit) {
  return pthread_cond_timedwait(c, m, limit);
}

/* Wakes one of those who wait; any may be the one. */
int pthread_cond_signal(pthread_cond_t *c) {
  int waiting = 0;
  waymark_atomic_begin();
  for (unsigned t = 0; t < WORDS * BITS; t++) waiting += (*waymark_waiters(c, t) & waymark_bit(t)) != 0;
  if (waiting) {
    int chosen = waiting > 1 ? waymark_choose(waiting) : 0;
    for (unsigned t = 0; t < WORDS * BITS; t++) {
      if (!(*waymark_waiters(c, t) & waymark_bit(t)) || chosen--) continue;
      *waymark_waiters(c, t) &= ~waymark_bit(t);
      if (waymark_wake) waymark_wake(waymark_bit(t));
      break;
    }
  }
  waymark_atomic_end();
  return 0;
}

/* Wakes all who wait. */
int pthread_cond_broadcast(pthread_cond_t *c) {
  waymark_atomic_begin();
  if (waymark_wake) waymark_wake(*(unsigned long *)c);
  for (int i = 0; i < WORDS; i++) ((unsigned long *)c)[i] = 0;
  waymark_atomic_end();
  return 0;
}

/* The system call futex: a thread sleeps on a word until it is woken. Who sleeps where stands in a table by threads. A
   sleep with a time limit may end at any moment. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>

#include "machine.h"

/* In C++ programs with clocks. */
extern void waymark_note_late(void) __attribute__((weak));

enum { WAYMARK_THREADS = 64 };

static const unsigned *waymark_asleep[WAYMARK_THREADS];

/* Sleeps at a place if the word has this value. 0: it was woken; EAGAIN: the word has another value; ETIMEDOUT. */
int waymark_futex_wait_at(const unsigned *place, const unsigned *word, unsigned value, int timed) {
  unsigned self = waymark_self();
  if (self >= WAYMARK_THREADS) waymark_unsupported("futex: too many threads");
  waymark_atomic_begin();
  if (*word != value) {
    waymark_atomic_end();
    return EAGAIN;
  }
  waymark_asleep[self] = place;
  if (timed) {
    waymark_atomic_end();
    waymark_atomic_begin();
    int late = waymark_asleep[self] != 0;
    waymark_asleep[self] = 0;
    waymark_atomic_end();
    if (late && waymark_note_late) waymark_note_late();
    return late ? ETIMEDOUT : 0;
  }
  waymark_wait_clear((const unsigned long *)&waymark_asleep[self], ~0ul);
  waymark_atomic_end();
  return 0;
}

/* Sleeps at the word itself. */
int waymark_futex_wait(const unsigned *word, unsigned value, int timed) {
  return waymark_futex_wait_at(word, word, value, timed);
}

/* Wakes some of those who sleep on the word; any may be the ones. */
unsigned waymark_futex_wake(const unsigned *word, unsigned most) {
  unsigned woken = 0;
  waymark_atomic_begin();
  for (;;) {
    int asleep = 0;
    for (int t = 0; t < WAYMARK_THREADS; t++) asleep += waymark_asleep[t] == word;
    if (!asleep || woken == most) break;
    int chosen = asleep > 1 && asleep > (int)(most - woken) && most < WAYMARK_THREADS ? waymark_choose(asleep) : 0;
    for (int t = 0; t < WAYMARK_THREADS; t++) {
      if (waymark_asleep[t] != word || chosen--) continue;
      waymark_asleep[t] = 0;
      break;
    }
    woken++;
  }
  waymark_atomic_end();
  return woken;
}

/* Of the operations of futex, those that C++ uses. */
long syscall(long number, ...) {
  enum { WAIT = 0, WAKE = 1, WAIT_BITSET = 9, WAKE_BITSET = 10, PRIVATE = 128, REALTIME = 256 };
  if (number != SYS_futex) waymark_unsupported("syscall: another call than futex");
  va_list list;
  va_start(list, number);
  const unsigned *word = va_arg(list, const unsigned *);
  int operation = va_arg(list, int) & ~(PRIVATE | REALTIME);
  unsigned value = va_arg(list, unsigned);
  int error = 0;
  if (operation == WAKE || operation == WAKE_BITSET) {
    va_end(list);
    return waymark_futex_wake(word, value);
  }
  if (operation != WAIT && operation != WAIT_BITSET) waymark_unsupported("syscall: this operation of futex");
  const void *limit = va_arg(list, const void *);
  va_end(list);
  error = waymark_futex_wait(word, value, limit != 0);
  if (!error) return 0;
  errno = error;
  return -1;
}

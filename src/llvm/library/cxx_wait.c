/* std::atomic: wait and notify. In libstdc++, those who wait for an atomic that is no int sleep at a number that many
   atomics share, and every notification wakes all of them. The standard promises less: notify_one wakes one. Here a
   thread sleeps at the atomic itself. One number tells all who are about to sleep that somebody has notified.
   Provides instead: _ZNSt8__detail18__waiter_pool_base6_S_forEPKv
   Provides instead: _ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv
   Provides instead: _ZNSt8__detail13__waiter_pool10_M_do_waitEPKii
   Provides instead: _ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE9_M_notifyEbb */
#include "machine.h"

int waymark_futex_wait_at(const unsigned *place, const unsigned *word, unsigned value, int timed);
unsigned waymark_futex_wake(const unsigned *word, unsigned most);

struct waymark_pool {
  _Alignas(64) unsigned waiting;
  _Alignas(64) unsigned version; /* 0 while nobody waits */
};

struct waymark_waiter {
  struct waymark_pool *pool;
  unsigned *word; /* the atomic if it is an int, or the pool's version */
};

/* The atomic that the thread is about to wait for, or to notify. */
static _Thread_local const unsigned *waymark_place;

/* The pool of an atomic. */
extern struct waymark_pool *waymark_pool_of(const unsigned *atomic) __asm__(
    "_ZNSt8__detail18__waiter_pool_base6_S_forEPKv");
extern struct waymark_pool *waymark_pool_of(const unsigned *atomic) {
  static struct waymark_pool pool;
  waymark_place = atomic;
  return &pool;
}

/* The thread waits no longer. */
extern void waymark_leave_wait(struct waymark_pool *pool) __asm__(
    "_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv");
extern void waymark_leave_wait(struct waymark_pool *pool) {
  waymark_place = 0;
  waymark_atomic_begin();
  if (!--pool->waiting) pool->version = 0;
  waymark_atomic_end();
}

/* Sleeps if the word has this value. */
extern void waymark_wait_once(struct waymark_pool *pool, const unsigned *word, unsigned value) __asm__(
    "_ZNSt8__detail13__waiter_pool10_M_do_waitEPKii");
extern void waymark_wait_once(struct waymark_pool *pool, const unsigned *word, unsigned value) {
  waymark_futex_wait_at(waymark_place, word, value, 0);
}

/* Wakes one of those who sleep at the atomic, or all. */
extern void waymark_notify(struct waymark_waiter *waiter, _Bool all, _Bool bare) __asm__(
    "_ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE9_M_notifyEbb");
extern void waymark_notify(struct waymark_waiter *waiter, _Bool all, _Bool bare) {
  struct waymark_pool *pool = waiter->pool;
  const unsigned *place = waymark_place;
  waymark_place = 0;
  waymark_atomic_begin();
  if (pool->waiting && waiter->word == &pool->version) pool->version++;
  if (pool->waiting || bare) waymark_futex_wake(place, all ? ~0u : 1);
  waymark_atomic_end();
}

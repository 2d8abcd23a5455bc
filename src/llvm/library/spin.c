/* Spin locks: to spin is to wait. The int of a pthread_spinlock_t is 0 or one more than the thread that has it. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "machine.h"

/* The lock is open. */
int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  __atomic_store_n(lock, 0, __ATOMIC_SEQ_CST);
  return 0;
}

/* Nobody may have it. */
int pthread_spin_destroy(pthread_spinlock_t *lock) {
  if (__atomic_load_n(lock, __ATOMIC_SEQ_CST)) waymark_fault("lock", "pthread_spin_destroy: the lock is held");
  return 0;
}

/* Waits until it is open. */
int pthread_spin_lock(pthread_spinlock_t *lock) {
  waymark_atomic_begin();
  waymark_wait_clear32((const unsigned *)lock, ~0u);
  *lock = (int)waymark_self() + 1;
  waymark_atomic_end();
  return 0;
}

/* As pthread_spin_lock, without waiting. */
int pthread_spin_trylock(pthread_spinlock_t *lock) {
  int open = 0;
  return __atomic_compare_exchange_n(lock, &open, (int)waymark_self() + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 0
                                                                                                               : EBUSY;
}

/* Opens it: the caller must have it. */
int pthread_spin_unlock(pthread_spinlock_t *lock) {
  if (__atomic_exchange_n(lock, 0, __ATOMIC_SEQ_CST) != (int)waymark_self() + 1)
    waymark_fault("lock", "pthread_spin_unlock: the caller does not hold the lock");
  return 0;
}

/* Functions of C++ headers that compare addresses of different objects, or compute with them: here without.
   Provides instead: _ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc
   Semaphores, too: in libstdc++ 12 one can sleep although it may go on (PR 104928). Here they do what the standard says.
   Provides instead: _ZNSt18__atomic_semaphore10_M_acquireEv
   Provides instead: _ZNSt18__atomic_semaphore14_M_try_acquireEv
   Provides instead: _ZNSt18__atomic_semaphore10_M_releaseEl */
#include <stddef.h>

#include "machine.h"

struct waymark_string {
  const char *data;
  size_t size;
};

/* Whether a text is none of the string's own. */
extern _Bool waymark_disjunct(const struct waymark_string *whole, const char *text) __asm__(
    "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc");
extern _Bool waymark_disjunct(const struct waymark_string *whole, const char *text) {
  if (!waymark_same_object(whole->data, text)) return 1;
  return text < whole->data || text > whole->data + whole->size;
}

unsigned waymark_futex_wake(const unsigned *word, unsigned most);

/* Waits until the number is not 0, and takes one. */
extern void waymark_acquire(unsigned *counter) __asm__("_ZNSt18__atomic_semaphore10_M_acquireEv");
extern void waymark_acquire(unsigned *counter) {
  waymark_atomic_begin();
  waymark_wait_set32(counter, ~0u);
  --*counter;
  waymark_atomic_end();
}

/* Takes one if there is one. */
extern _Bool waymark_try_acquire(unsigned *counter) __asm__("_ZNSt18__atomic_semaphore14_M_try_acquireEv");
extern _Bool waymark_try_acquire(unsigned *counter) {
  waymark_atomic_begin();
  _Bool there = *counter != 0;
  if (there) --*counter;
  waymark_atomic_end();
  return there;
}

/* Gives some back. Those who wait with a time limit sleep as futex has it. */
extern void waymark_release(unsigned *counter, long count) __asm__("_ZNSt18__atomic_semaphore10_M_releaseEl");
extern void waymark_release(unsigned *counter, long count) {
  waymark_atomic_begin();
  *counter += (unsigned)count;
  waymark_futex_wake(counter, ~0u);
  waymark_atomic_end();
}

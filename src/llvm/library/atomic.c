/* Atomic accesses to objects that are too large for the processor's own. The compiler keeps these names for itself, so
   they are given by labels.
   Provides also: __atomic_load __atomic_store __atomic_exchange __atomic_compare_exchange __atomic_is_lock_free */
#include <stddef.h>

#include "machine.h"

/* Reads. */
extern void waymark_load(size_t n, void *from, void *to, int order) __asm__("__atomic_load");
extern void waymark_load(size_t n, void *from, void *to, int order) {
  waymark_atomic_begin();
  __builtin_memcpy(to, from, n);
  waymark_atomic_end();
}

/* Writes. */
extern void waymark_store(size_t n, void *to, void *from, int order) __asm__("__atomic_store");
extern void waymark_store(size_t n, void *to, void *from, int order) {
  waymark_atomic_begin();
  __builtin_memcpy(to, from, n);
  waymark_atomic_end();
}

/* Writes, and gives what was there. */
extern void waymark_exchange(size_t n, void *at, void *from, void *to, int order) __asm__("__atomic_exchange");
extern void waymark_exchange(size_t n, void *at, void *from, void *to, int order) {
  waymark_atomic_begin();
  char before[n];
  __builtin_memcpy(before, at, n);
  __builtin_memcpy(at, from, n);
  __builtin_memcpy(to, before, n);
  waymark_atomic_end();
}

/* Writes if what is there is what is expected; otherwise gives what is there. Bytes are compared, padding too. */
extern _Bool waymark_compare(size_t n, void *at, void *old, void *now, int a, int b) __asm__("__atomic_compare_exchange");
extern _Bool waymark_compare(size_t n, void *at, void *old, void *now, int a, int b) {
  waymark_atomic_begin();
  _Bool same = 1;
  for (size_t i = 0; i < n; i++) same &= ((char *)at)[i] == ((char *)old)[i];
  if (same)
    __builtin_memcpy(at, now, n);
  else
    __builtin_memcpy(old, at, n);
  waymark_atomic_end();
  return same;
}

/* Objects of up to eight bytes need no lock. */
extern _Bool waymark_is_free(size_t n, void *at) __asm__("__atomic_is_lock_free");
extern _Bool waymark_is_free(size_t n, void *at) { return n <= 8; }

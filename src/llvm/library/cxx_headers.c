/* Functions of C++ headers that compare addresses of different objects, or compute with them: here without.
   Provides instead: _ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc
   Provides instead: _ZNSt8__detail18__waiter_pool_base6_S_forEPKv */
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

/* All atomic variables share one place to wait: two numbers, each in a line of its own. */
extern void *waymark_pool(const void *address) __asm__("_ZNSt8__detail18__waiter_pool_base6_S_forEPKv");
extern void *waymark_pool(const void *address) {
  static _Alignas(64) int pool[32];
  return pool;
}

/* Where programs enter parts of the C++ library that have no model. They are refused by the part's name.
   Provides also: _ZNSt10filesystem7__cxx114path5_ListC1Ev
   Provides also: _ZNKSt6locale2id5_M_idEv */
#include "machine.h"

/* std::filesystem::path begins with a list of its parts. */
extern void waymark_path(void *list) __asm__("_ZNSt10filesystem7__cxx114path5_ListC1Ev");
extern void waymark_path(void *list) { waymark_unsupported("std::filesystem: there are no files"); }

/* A facet of a locale is found by a number. Regular expressions need one for the kinds of characters. */
extern unsigned long waymark_facet(const void *id) __asm__("_ZNKSt6locale2id5_M_idEv");
extern unsigned long waymark_facet(const void *id) {
  waymark_unsupported("std::locale: its facets, which regular expressions need");
}

/* What every C++ file includes before all else: of libstdc++, members of std::string are made in the file that uses
   them, so that they need no models. */
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#ifdef __GLIBCXX__
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#elif __has_include(<__config>)
#error "libc++ is not modelled; use libstdc++, the library of g++"
#endif

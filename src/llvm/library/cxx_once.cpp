// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZSt11__once_call
   Provides also: _ZSt15__once_callable
   Provides also: __once_proxy
*/
// clang-format on
/* std::call_once: what is to be called stands in two variables of the thread. */
#include <mutex>

namespace std {

__thread void* __once_callable;
__thread void (*__once_call)();

}  // namespace std

extern "C" void __once_proxy() { std::__once_call(); }

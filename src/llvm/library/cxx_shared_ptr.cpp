// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNSt10_Sp_lockerC1EPKv
   Provides also: _ZNSt10_Sp_lockerC1EPKvS1_
   Provides also: _ZNSt10_Sp_lockerC2EPKv
   Provides also: _ZNSt10_Sp_lockerC2EPKvS1_
   Provides also: _ZNSt10_Sp_lockerD1Ev
   Provides also: _ZNSt10_Sp_lockerD2Ev
*/
// clang-format on
/* std::atomic_load and its like for std::shared_ptr: they hold a lock while they copy it. Here all share one. */
#include <pthread.h>
#include <memory>

namespace std {

static pthread_mutex_t shared_pointers = PTHREAD_MUTEX_INITIALIZER;

_Sp_locker::_Sp_locker(const void*) noexcept { pthread_mutex_lock(&shared_pointers); }
_Sp_locker::_Sp_locker(const void*, const void*) noexcept { pthread_mutex_lock(&shared_pointers); }
_Sp_locker::~_Sp_locker() { pthread_mutex_unlock(&shared_pointers); }

}  // namespace std

// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNSt18condition_variable10notify_allEv
   Provides also: _ZNSt18condition_variable10notify_oneEv
   Provides also: _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE
   Provides also: _ZNSt18condition_variableC1Ev
   Provides also: _ZNSt18condition_variableC2Ev
   Provides also: _ZNSt18condition_variableD1Ev
   Provides also: _ZNSt18condition_variableD2Ev
   Needs: cxx_exception.cpp
*/
// clang-format on
/* <condition_variable>, over those of POSIX. */
#include <pthread.h>
#include <condition_variable>
#include <cstdlib>

#include "machine.h"

namespace std {

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex>& lock) {
  pthread_cond_wait(native_handle(), lock.mutex()->native_handle());
}

void condition_variable::notify_one() noexcept { pthread_cond_signal(native_handle()); }

void condition_variable::notify_all() noexcept { pthread_cond_broadcast(native_handle()); }

}  // namespace std

// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE
   Provides also: _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE
   Provides also: _ZNSt6thread20hardware_concurrencyEv
   Provides also: _ZNSt6thread4joinEv
   Provides also: _ZNSt6thread6_StateD0Ev
   Provides also: _ZNSt6thread6_StateD1Ev
   Provides also: _ZNSt6thread6_StateD2Ev
   Provides also: _ZNSt6thread6detachEv
   Provides also: _ZTINSt6thread6_StateE
   Provides also: _ZTVNSt6thread6_StateE
   Needs: cxx_exception.cpp cxx_system_error.cpp
*/
// clang-format on
/* <thread>: a std::thread is a thread of the machine. */
#include <pthread.h>
#include <cerrno>
#include <system_error>
#include <thread>

#include "machine.h"

namespace std {

thread::_State::~_State() = default;

/* An exception that leaves the function ends the program, since nobody handles it. */
static void* run_state(void* given) {
  waymark_take(given);
  unique_ptr<thread::_State> state(static_cast<thread::_State*>(given));
  state->_M_run();
  return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  pthread_create(&_M_id._M_thread, nullptr, run_state, state.get());
  state.release();
}

void thread::join() {
  int error = EINVAL;
  if (_M_id != id()) error = waymark_thread_join(static_cast<unsigned>(_M_id._M_thread) - 1, nullptr);
  if (error) __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  int error = EINVAL;
  if (_M_id != id()) error = waymark_thread_detach(static_cast<unsigned>(_M_id._M_thread) - 1);
  if (error) __throw_system_error(error);
  _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept { return 2; }

namespace this_thread {

void __sleep_for(chrono::seconds, chrono::nanoseconds) { waymark_yield(); }

}  // namespace this_thread

}  // namespace std

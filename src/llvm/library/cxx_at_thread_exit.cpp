// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv
   Provides also: _ZNSt13__future_base13_State_baseV211_Make_ready6_S_runEPv
   Provides also: _ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE
   Needs: cxx_condition.cpp cxx_exception.cpp cxx_future.cpp
*/
// clang-format on
/* What a program puts off until a thread ends: notifications, and values of promises. */
#include <condition_variable>
#include <future>
#include <memory>

extern "C" void waymark_at_thread_exit(void (*call)(void*), void* given);

namespace std {

namespace {

struct Notification {
  condition_variable* condition;
  mutex* held;
};

void notify_at_exit(void* given) {
  const unique_ptr<Notification> it(static_cast<Notification*>(given));
  it->held->unlock();
  it->condition->notify_all();
}

}  // namespace

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  waymark_at_thread_exit(notify_at_exit, new Notification{&condition, lock.release()});
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void* given) {
  const unique_ptr<_Make_ready> it(static_cast<_Make_ready*>(given));
  const shared_ptr<_State_baseV2> state = it->_M_shared_state.lock();
  if (state) state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() { waymark_at_thread_exit(_S_run, this); }

}  // namespace std

// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNKSt12future_error4whatEv
   Provides also: _ZNSt12future_errorD0Ev
   Provides also: _ZNSt12future_errorD1Ev
   Provides also: _ZNSt12future_errorD2Ev
   Provides also: _ZNSt13__future_base12_Result_baseC2Ev
   Provides also: _ZNSt13__future_base12_Result_baseD0Ev
   Provides also: _ZNSt13__future_base12_Result_baseD1Ev
   Provides also: _ZNSt13__future_base12_Result_baseD2Ev
   Provides also: _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj
   Provides also: _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE
   Provides also: _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE
   Provides also: _ZSt15future_categoryv
   Provides also: _ZSt20__throw_future_errori
   Provides also: _ZTINSt13__future_base12_Result_baseE
   Provides also: _ZTISt12future_error
   Provides also: _ZTVNSt13__future_base12_Result_baseE
   Provides also: _ZTVSt12future_error
   Needs: cxx_exception.cpp cxx_stdexcept.cpp cxx_system_error.cpp
*/
// clang-format on
/* <future>: waiting for a state, and its errors. */
#include <future>

#include "machine.h"

extern "C" {
int waymark_futex_wait(const unsigned* word, unsigned value, int timed);
void waymark_futex_wake(const unsigned* word, unsigned most);
}

namespace std {

namespace {

struct FutureCategory final : error_category {
  const char* name() const noexcept override { return "future"; }
  string message(int code) const override {
    switch (future_errc(code)) {
      case future_errc::broken_promise:
        return "Broken promise";
      case future_errc::future_already_retrieved:
        return "Future already retrieved";
      case future_errc::promise_already_satisfied:
        return "Promise already satisfied";
      case future_errc::no_state:
        return "No associated state";
      default:
        return "Unknown error";
    }
  }
};

union KeptFuture {
  constexpr KeptFuture() : category() {}
  ~KeptFuture() {}
  FutureCategory category;
};
KeptFuture kept_future;

}  // namespace

const error_category& future_category() noexcept { return kept_future.category; }

future_error::~future_error() noexcept {}
const char* future_error::what() const noexcept { return logic_error::what(); }

void __throw_future_error(int code) { throw future_error(make_error_code(future_errc(code))); }

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* word, unsigned value, bool timed, chrono::seconds,
                                                       chrono::nanoseconds) {
  return waymark_futex_wait(word, value, timed) != 110;
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* word, unsigned value, bool timed,
                                                              chrono::seconds, chrono::nanoseconds) {
  return waymark_futex_wait(word, value, timed) != 110;
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) { waymark_futex_wake(word, ~0u); }

}  // namespace std

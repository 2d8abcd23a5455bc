// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNKSt10error_code23default_error_conditionEv
   Provides also: _ZNKSt3_V214error_category10_M_messageB5cxx11Ei
   Provides also: _ZNKSt3_V214error_category10equivalentERKSt10error_codei
   Provides also: _ZNKSt3_V214error_category10equivalentEiRKSt15error_condition
   Provides also: _ZNKSt3_V214error_category23default_error_conditionEi
   Provides also: _ZNSt12system_errorD0Ev
   Provides also: _ZNSt12system_errorD1Ev
   Provides also: _ZNSt12system_errorD2Ev
   Provides also: _ZNSt3_V214error_categoryD0Ev
   Provides also: _ZNSt3_V214error_categoryD1Ev
   Provides also: _ZNSt3_V214error_categoryD2Ev
   Provides also: _ZNSt3_V215system_categoryEv
   Provides also: _ZNSt3_V216generic_categoryEv
   Provides also: _ZSt20__throw_system_errori
   Provides also: _ZTINSt3_V214error_categoryE
   Provides also: _ZTISt12system_error
   Provides also: _ZTVNSt3_V214error_categoryE
   Provides also: _ZTVSt12system_error
   Needs: cxx_exception.cpp cxx_stdexcept.cpp
*/
// clang-format on
/* <system_error>: the categories of errors of the system, with a few of its messages. */
#include <cerrno>
#include <system_error>

#include "machine.h"

namespace std {

inline namespace _V2 {

error_category::~error_category() noexcept {}
error_condition error_category::default_error_condition(int code) const noexcept { return {code, *this}; }
bool error_category::equivalent(int code, const error_condition& condition) const noexcept {
  return default_error_condition(code) == condition;
}
bool error_category::equivalent(const error_code& code, int condition) const noexcept {
  return *this == code.category() && code.value() == condition;
}

}  // namespace _V2

/* The old kind of strings. */
__cow_string error_category::_M_message(int) const { waymark_unsupported("strings of the old ABI"); }

namespace {

const char* text_of(int code) {
  switch (code) {
    case 0:
      return "Success";
    case EPERM:
      return "Operation not permitted";
    case ESRCH:
      return "No such process";
    case EAGAIN:
      return "Resource temporarily unavailable";
    case EBUSY:
      return "Device or resource busy";
    case EINVAL:
      return "Invalid argument";
    case EDEADLK:
      return "Resource deadlock avoided";
    case ETIMEDOUT:
      return "Connection timed out";
    default:
      return "Unknown error";
  }
}

struct Generic final : error_category {
  const char* name() const noexcept override { return "generic"; }
  string message(int code) const override { return text_of(code); }
};

struct System final : error_category {
  const char* name() const noexcept override { return "system"; }
  string message(int code) const override { return text_of(code); }
  error_condition default_error_condition(int code) const noexcept override { return {code, generic_category()}; }
};

union Kept {
  constexpr Kept() : generic() {}
  ~Kept() {}
  Generic generic;
};
union KeptSystem {
  constexpr KeptSystem() : system() {}
  ~KeptSystem() {}
  System system;
};
Kept kept;
KeptSystem kept_system;

}  // namespace

inline namespace _V2 {

const error_category& system_category() noexcept { return kept_system.system; }
const error_category& generic_category() noexcept { return kept.generic; }

}  // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

system_error::~system_error() noexcept {}

void __throw_system_error(int code) { throw system_error(error_code(code, generic_category())); }

}  // namespace std

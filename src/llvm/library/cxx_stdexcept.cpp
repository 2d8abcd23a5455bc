// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNKSt11logic_error4whatEv
   Provides also: _ZNKSt12bad_weak_ptr4whatEv
   Provides also: _ZNKSt13runtime_error4whatEv
   Provides also: _ZNKSt17bad_function_call4whatEv
   Provides also: _ZNSt11logic_errorC1EOS_
   Provides also: _ZNSt11logic_errorC1EPKc
   Provides also: _ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt11logic_errorC1ERKS_
   Provides also: _ZNSt11logic_errorC2EOS_
   Provides also: _ZNSt11logic_errorC2EPKc
   Provides also: _ZNSt11logic_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt11logic_errorC2ERKS_
   Provides also: _ZNSt11logic_errorD0Ev
   Provides also: _ZNSt11logic_errorD1Ev
   Provides also: _ZNSt11logic_errorD2Ev
   Provides also: _ZNSt11logic_erroraSEOS_
   Provides also: _ZNSt11logic_erroraSERKS_
   Provides also: _ZNSt11range_errorC1EPKc
   Provides also: _ZNSt11range_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt11range_errorC2EPKc
   Provides also: _ZNSt11range_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt11range_errorD0Ev
   Provides also: _ZNSt11range_errorD1Ev
   Provides also: _ZNSt11range_errorD2Ev
   Provides also: _ZNSt12__cow_stringC1EOS_
   Provides also: _ZNSt12__cow_stringC1EPKcm
   Provides also: _ZNSt12__cow_stringC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12__cow_stringC1ERKS_
   Provides also: _ZNSt12__cow_stringC1Ev
   Provides also: _ZNSt12__cow_stringC2EOS_
   Provides also: _ZNSt12__cow_stringC2EPKcm
   Provides also: _ZNSt12__cow_stringC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12__cow_stringC2ERKS_
   Provides also: _ZNSt12__cow_stringC2Ev
   Provides also: _ZNSt12__cow_stringD1Ev
   Provides also: _ZNSt12__cow_stringD2Ev
   Provides also: _ZNSt12__cow_stringaSEOS_
   Provides also: _ZNSt12__cow_stringaSERKS_
   Provides also: _ZNSt12bad_weak_ptrD0Ev
   Provides also: _ZNSt12bad_weak_ptrD1Ev
   Provides also: _ZNSt12bad_weak_ptrD2Ev
   Provides also: _ZNSt12domain_errorC1EPKc
   Provides also: _ZNSt12domain_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12domain_errorC2EPKc
   Provides also: _ZNSt12domain_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12domain_errorD0Ev
   Provides also: _ZNSt12domain_errorD1Ev
   Provides also: _ZNSt12domain_errorD2Ev
   Provides also: _ZNSt12length_errorC1EPKc
   Provides also: _ZNSt12length_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12length_errorC2EPKc
   Provides also: _ZNSt12length_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12length_errorD0Ev
   Provides also: _ZNSt12length_errorD1Ev
   Provides also: _ZNSt12length_errorD2Ev
   Provides also: _ZNSt12out_of_rangeC1EPKc
   Provides also: _ZNSt12out_of_rangeC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12out_of_rangeC2EPKc
   Provides also: _ZNSt12out_of_rangeC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt12out_of_rangeD0Ev
   Provides also: _ZNSt12out_of_rangeD1Ev
   Provides also: _ZNSt12out_of_rangeD2Ev
   Provides also: _ZNSt13runtime_errorC1EOS_
   Provides also: _ZNSt13runtime_errorC1EPKc
   Provides also: _ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt13runtime_errorC1ERKS_
   Provides also: _ZNSt13runtime_errorC2EOS_
   Provides also: _ZNSt13runtime_errorC2EPKc
   Provides also: _ZNSt13runtime_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt13runtime_errorC2ERKS_
   Provides also: _ZNSt13runtime_errorD0Ev
   Provides also: _ZNSt13runtime_errorD1Ev
   Provides also: _ZNSt13runtime_errorD2Ev
   Provides also: _ZNSt13runtime_erroraSEOS_
   Provides also: _ZNSt13runtime_erroraSERKS_
   Provides also: _ZNSt14overflow_errorC1EPKc
   Provides also: _ZNSt14overflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt14overflow_errorC2EPKc
   Provides also: _ZNSt14overflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt14overflow_errorD0Ev
   Provides also: _ZNSt14overflow_errorD1Ev
   Provides also: _ZNSt14overflow_errorD2Ev
   Provides also: _ZNSt15underflow_errorC1EPKc
   Provides also: _ZNSt15underflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt15underflow_errorC2EPKc
   Provides also: _ZNSt15underflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt15underflow_errorD0Ev
   Provides also: _ZNSt15underflow_errorD1Ev
   Provides also: _ZNSt15underflow_errorD2Ev
   Provides also: _ZNSt16invalid_argumentC1EPKc
   Provides also: _ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt16invalid_argumentC2EPKc
   Provides also: _ZNSt16invalid_argumentC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt16invalid_argumentD0Ev
   Provides also: _ZNSt16invalid_argumentD1Ev
   Provides also: _ZNSt16invalid_argumentD2Ev
   Provides also: _ZNSt17bad_function_callD0Ev
   Provides also: _ZNSt17bad_function_callD1Ev
   Provides also: _ZNSt17bad_function_callD2Ev
   Provides also: _ZSt16__throw_bad_castv
   Provides also: _ZSt17__throw_bad_allocv
   Provides also: _ZSt18__throw_bad_typeidv
   Provides also: _ZSt19__throw_logic_errorPKc
   Provides also: _ZSt19__throw_range_errorPKc
   Provides also: _ZSt20__throw_domain_errorPKc
   Provides also: _ZSt20__throw_length_errorPKc
   Provides also: _ZSt20__throw_out_of_rangePKc
   Provides also: _ZSt21__glibcxx_assert_failPKciS0_S0_
   Provides also: _ZSt21__throw_bad_exceptionv
   Provides also: _ZSt21__throw_runtime_errorPKc
   Provides also: _ZSt22__throw_overflow_errorPKc
   Provides also: _ZSt23__throw_underflow_errorPKc
   Provides also: _ZSt24__throw_invalid_argumentPKc
   Provides also: _ZSt24__throw_out_of_range_fmtPKcz
   Provides also: _ZSt25__throw_bad_function_callv
   Provides also: _ZSt28__throw_bad_array_new_lengthv
   Provides also: _ZTISt11logic_error
   Provides also: _ZTISt11range_error
   Provides also: _ZTISt12bad_weak_ptr
   Provides also: _ZTISt12domain_error
   Provides also: _ZTISt12length_error
   Provides also: _ZTISt12out_of_range
   Provides also: _ZTISt13runtime_error
   Provides also: _ZTISt14overflow_error
   Provides also: _ZTISt15underflow_error
   Provides also: _ZTISt16invalid_argument
   Provides also: _ZTISt17bad_function_call
   Provides also: _ZTVSt11logic_error
   Provides also: _ZTVSt11range_error
   Provides also: _ZTVSt12bad_weak_ptr
   Provides also: _ZTVSt12domain_error
   Provides also: _ZTVSt12length_error
   Provides also: _ZTVSt12out_of_range
   Provides also: _ZTVSt13runtime_error
   Provides also: _ZTVSt14overflow_error
   Provides also: _ZTVSt15underflow_error
   Provides also: _ZTVSt16invalid_argument
   Provides also: _ZTVSt17bad_function_call
   Needs: cxx_exception.cpp
*/
// clang-format on
/* <stdexcept>, and functions that throw what it has. A message is a copy of its own. */
#include <bits/std_function.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>

#include "machine.h"

extern "C" {
void* malloc(unsigned long);
void free(void*);
int vsnprintf(char*, unsigned long, const char*, __builtin_va_list);
}

namespace std {

static const char* copied(const char* text, size_t length) {
  char* made = static_cast<char*>(malloc(length + 1));
  for (size_t i = 0; i < length; i++) made[i] = text[i];
  made[length] = 0;
  return made;
}

static const char* copied(const char* text) { return copied(text, __builtin_strlen(text)); }

__cow_string::__cow_string() : _M_p(copied("", 0)) {}
__cow_string::__cow_string(const std::string& text) : _M_p(copied(text.data(), text.size())) {}
__cow_string::__cow_string(const char* text, size_t length) : _M_p(copied(text, length)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(copied(other._M_p)) {}
__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  if (this == &other) return *this;
  free(const_cast<char*>(_M_p));
  _M_p = copied(other._M_p);
  return *this;
}
__cow_string::~__cow_string() { free(const_cast<char*>(_M_p)); }
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) { other._M_p = copied("", 0); }
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  const char* text = _M_p;
  _M_p = other._M_p;
  other._M_p = text;
  return *this;
}

logic_error::logic_error(const string& text) : exception(), _M_msg(text) {}
logic_error::logic_error(const char* text) : exception(), _M_msg(text, __builtin_strlen(text)) {}
logic_error::logic_error(const logic_error& other) noexcept : exception(other), _M_msg(other._M_msg) {}
logic_error::logic_error(logic_error&& other) noexcept : exception(std::move(other)), _M_msg(std::move(other._M_msg)) {}
logic_error& logic_error::operator=(const logic_error& other) noexcept {
  _M_msg = other._M_msg;
  return *this;
}
logic_error& logic_error::operator=(logic_error&& other) noexcept {
  _M_msg = std::move(other._M_msg);
  return *this;
}
logic_error::~logic_error() noexcept {}
const char* logic_error::what() const noexcept { return _M_msg._M_p; }

runtime_error::runtime_error(const string& text) : exception(), _M_msg(text) {}
runtime_error::runtime_error(const char* text) : exception(), _M_msg(text, __builtin_strlen(text)) {}
runtime_error::runtime_error(const runtime_error& other) noexcept : exception(other), _M_msg(other._M_msg) {}
runtime_error::runtime_error(runtime_error&& other) noexcept
    : exception(std::move(other)), _M_msg(std::move(other._M_msg)) {}
runtime_error& runtime_error::operator=(const runtime_error& other) noexcept {
  _M_msg = other._M_msg;
  return *this;
}
runtime_error& runtime_error::operator=(runtime_error&& other) noexcept {
  _M_msg = std::move(other._M_msg);
  return *this;
}
runtime_error::~runtime_error() noexcept {}
const char* runtime_error::what() const noexcept { return _M_msg._M_p; }

#define WAYMARK_DERIVED(name, base)              \
  name::name(const string& text) : base(text) {} \
  name::name(const char* text) : base(text) {}   \
  name::~name() noexcept {}

WAYMARK_DERIVED(domain_error, logic_error)
WAYMARK_DERIVED(invalid_argument, logic_error)
WAYMARK_DERIVED(length_error, logic_error)
WAYMARK_DERIVED(out_of_range, logic_error)
WAYMARK_DERIVED(range_error, runtime_error)
WAYMARK_DERIVED(overflow_error, runtime_error)
WAYMARK_DERIVED(underflow_error, runtime_error)

bad_function_call::~bad_function_call() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }

bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char* text) { throw logic_error(text); }
void __throw_domain_error(const char* text) { throw domain_error(text); }
void __throw_invalid_argument(const char* text) { throw invalid_argument(text); }
void __throw_length_error(const char* text) { throw length_error(text); }
void __throw_out_of_range(const char* text) { throw out_of_range(text); }
void __throw_runtime_error(const char* text) { throw runtime_error(text); }
void __throw_range_error(const char* text) { throw range_error(text); }
void __throw_overflow_error(const char* text) { throw overflow_error(text); }
void __throw_underflow_error(const char* text) { throw underflow_error(text); }

void __throw_out_of_range_fmt(const char* format, ...) {
  char text[256];
  __builtin_va_list list;
  __builtin_va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  __builtin_va_end(list);
  throw out_of_range(text);
}

/* _GLIBCXX_ASSERTIONS. */
void __glibcxx_assert_fail(const char* file, int line, const char* function, const char* condition) noexcept {
  waymark_fault("assertion", condition ? condition : "a condition of the library fails");
}

}  // namespace std

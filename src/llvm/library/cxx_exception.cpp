// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNKSt10bad_typeid4whatEv
   Provides also: _ZNKSt13bad_exception4whatEv
   Provides also: _ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv
   Provides also: _ZNKSt15__exception_ptr13exception_ptr6_M_getEv
   Provides also: _ZNKSt20bad_array_new_length4whatEv
   Provides also: _ZNKSt8bad_cast4whatEv
   Provides also: _ZNKSt9bad_alloc4whatEv
   Provides also: _ZNKSt9exception4whatEv
   Provides also: _ZNKSt9type_info14__is_pointer_pEv
   Provides also: _ZNKSt9type_info15__is_function_pEv
   Provides also: _ZNSt10bad_typeidD0Ev
   Provides also: _ZNSt10bad_typeidD1Ev
   Provides also: _ZNSt10bad_typeidD2Ev
   Provides also: _ZNSt13bad_exceptionD0Ev
   Provides also: _ZNSt13bad_exceptionD1Ev
   Provides also: _ZNSt13bad_exceptionD2Ev
   Provides also: _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv
   Provides also: _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv
   Provides also: _ZNSt15__exception_ptr13exception_ptrC1EPv
   Provides also: _ZNSt15__exception_ptr13exception_ptrC2EPv
   Provides also: _ZNSt16nested_exceptionD0Ev
   Provides also: _ZNSt16nested_exceptionD1Ev
   Provides also: _ZNSt16nested_exceptionD2Ev
   Provides also: _ZNSt20bad_array_new_lengthD0Ev
   Provides also: _ZNSt20bad_array_new_lengthD1Ev
   Provides also: _ZNSt20bad_array_new_lengthD2Ev
   Provides also: _ZNSt8bad_castD0Ev
   Provides also: _ZNSt8bad_castD1Ev
   Provides also: _ZNSt8bad_castD2Ev
   Provides also: _ZNSt9bad_allocD0Ev
   Provides also: _ZNSt9bad_allocD1Ev
   Provides also: _ZNSt9bad_allocD2Ev
   Provides also: _ZNSt9exceptionD0Ev
   Provides also: _ZNSt9exceptionD1Ev
   Provides also: _ZNSt9exceptionD2Ev
   Provides also: _ZNSt9type_infoD0Ev
   Provides also: _ZNSt9type_infoD1Ev
   Provides also: _ZNSt9type_infoD2Ev
   Provides also: _ZSt13get_terminatev
   Provides also: _ZSt13set_terminatePFvvE
   Provides also: _ZSt17current_exceptionv
   Provides also: _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE
   Provides also: _ZSt18uncaught_exceptionv
   Provides also: _ZSt19uncaught_exceptionsv
   Provides also: _ZSt7nothrow
   Provides also: _ZSt9terminatev
   Provides also: _ZTISt10bad_typeid
   Provides also: _ZTISt13bad_exception
   Provides also: _ZTISt16nested_exception
   Provides also: _ZTISt20bad_array_new_length
   Provides also: _ZTISt8bad_cast
   Provides also: _ZTISt9bad_alloc
   Provides also: _ZTISt9exception
   Provides also: _ZTISt9type_info
   Provides also: _ZTVSt10bad_typeid
   Provides also: _ZTVSt13bad_exception
   Provides also: _ZTVSt16nested_exception
   Provides also: _ZTVSt20bad_array_new_length
   Provides also: _ZTVSt8bad_cast
   Provides also: _ZTVSt9bad_alloc
   Provides also: _ZTVSt9exception
   Provides also: _ZTVSt9type_info
   Provides also: __cxa_allocate_exception
   Provides also: __cxa_bad_cast
   Provides also: __cxa_bad_typeid
   Provides also: __cxa_begin_catch
   Provides also: __cxa_call_unexpected
   Provides also: __cxa_current_exception_type
   Provides also: __cxa_deleted_virtual
   Provides also: __cxa_end_catch
   Provides also: __cxa_free_exception
   Provides also: __cxa_get_exception_ptr
   Provides also: __cxa_init_primary_exception
   Provides also: __cxa_pure_virtual
   Provides also: __cxa_rethrow
   Provides also: __cxa_throw
   Provides also: __cxa_throw_bad_array_new_length
*/
// clang-format on
/* Exceptions of C++: what compilers and <exception> leave to the runtime. */
#include <exception>
#include <new>
#include <typeinfo>

#include "exception.h"
#include "machine.h"

extern "C" {
void* malloc(unsigned long) noexcept;
void free(void*) noexcept;
}

namespace waymark {

static thread_local Globals own_globals;

Globals& globals() { return own_globals; }

Held* held_of(void* object) { return static_cast<Held*>(object) - 1; }

void hold(void* object) { __atomic_fetch_add(&held_of(object)->count, 1, __ATOMIC_SEQ_CST); }

void let_go(void* object) {
  Held* held = held_of(object);
  if (__atomic_sub_fetch(&held->count, 1, __ATOMIC_SEQ_CST)) return;
  if (held->destroy) held->destroy(object);
  free(held);
}

static const char* message_of(Thrown* thrown) {
  try {
    Thrown* again = static_cast<Thrown*>(malloc(sizeof(Thrown)));
    *again = *thrown;
    again->handlers = 0;
    hold(thrown->object);
    ++globals().uncaught;
    waymark_raise(again);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
  }
  return nullptr;
}

void end_by(const char* why, Thrown* thrown) { waymark_uncaught(why, thrown->type, message_of(thrown)); }

/* Nobody handles it: the program ends where it is thrown. */
[[noreturn]] static void raise(Thrown* thrown) {
  ++globals().uncaught;
  waymark_raise(thrown);
  --globals().uncaught;
  thrown->handlers = 1;
  thrown->next = globals().caught;
  globals().caught = thrown;
  std::terminate();
}

void throw_object(void* object) {
  Thrown* thrown = static_cast<Thrown*>(malloc(sizeof(Thrown)));
  Held* held = held_of(object);
  *thrown = {held->type, object, nullptr, nullptr, nullptr, 0};
  raise(thrown);
}

}  // namespace waymark

using namespace waymark;

namespace __cxxabiv1 {
extern "C" {

void* __cxa_allocate_exception(unsigned long size) noexcept {
  Held* held = static_cast<Held*>(malloc(sizeof(Held) + size));
  *held = {1, nullptr, nullptr, nullptr};
  return held + 1;
}

void __cxa_free_exception(void* object) noexcept { free(held_of(object)); }

__cxxabiv1::__cxa_refcounted_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                                     void (*destroy)(void*)) noexcept {
  *held_of(object) = {0, type, destroy, nullptr};
  return reinterpret_cast<__cxxabiv1::__cxa_refcounted_exception*>(held_of(object));
}

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  *held_of(object) = {1, type, destroy, nullptr};
  throw_object(object);
}

void* __cxa_get_exception_ptr(void* exception) noexcept { return static_cast<Thrown*>(exception)->adjusted; }

void* __cxa_begin_catch(void* exception) noexcept {
  Thrown* thrown = static_cast<Thrown*>(exception);
  Globals& own = globals();
  thrown->handlers = (thrown->handlers < 0 ? -thrown->handlers : thrown->handlers) + 1;
  --own.uncaught;
  if (own.caught != thrown) {
    thrown->next = own.caught;
    own.caught = thrown;
  }
  return thrown->adjusted;
}

void __cxa_end_catch() {
  Globals& own = globals();
  Thrown* thrown = own.caught;
  if (!thrown) return;
  if (thrown->handlers < 0) {
    if (++thrown->handlers == 0) own.caught = thrown->next;
    return;
  }
  if (--thrown->handlers) return;
  own.caught = thrown->next;
  void* object = thrown->object;
  free(thrown);
  let_go(object);
}

[[noreturn]] void __cxa_rethrow() {
  Thrown* thrown = globals().caught;
  if (!thrown) waymark_fault("terminate", "std::terminate: 'throw' without an exception that is handled");
  thrown->handlers = -thrown->handlers;
  ++globals().uncaught;
  waymark_raise(thrown);
  --globals().uncaught;
  std::terminate();
}

std::type_info* __cxa_current_exception_type() noexcept {
  Thrown* thrown = globals().caught;
  return thrown ? const_cast<std::type_info*>(thrown->type) : nullptr;
}

[[noreturn]] void __cxa_call_unexpected(void* exception) {
  __cxa_begin_catch(exception);
  end_by("is thrown where the function's specification does not allow it", static_cast<Thrown*>(exception));
}

[[noreturn]] void __cxa_pure_virtual() {
  waymark_fault("terminate", "std::terminate: a pure virtual function is called");
}

[[noreturn]] void __cxa_deleted_virtual() {
  waymark_fault("terminate", "std::terminate: a deleted virtual function is called");
}
}
}  // namespace __cxxabiv1

namespace std {

static terminate_handler own_handler;

terminate_handler set_terminate(terminate_handler handler) noexcept {
  return __atomic_exchange_n(&own_handler, handler, __ATOMIC_SEQ_CST);
}

terminate_handler get_terminate() noexcept { return __atomic_load_n(&own_handler, __ATOMIC_SEQ_CST); }

void terminate() noexcept {
  if (terminate_handler handler = get_terminate()) {
    handler();
    waymark_fault("abort", "the program aborts: the handler of std::terminate returned");
  }
  if (waymark_called_by("_ZNSt6threadD") || waymark_called_by("_ZNSt6threadaS"))
    waymark_fault("terminate", "std::terminate: a thread is destroyed that was neither joined nor detached");
  if (Thrown* thrown = globals().caught) {
    bool ends = waymark_called_by("__cxa_throw") || waymark_called_by("__cxa_rethrow") ||
                waymark_called_by("_ZSt17rethrow_exception");
    end_by(ends ? "is thrown, and nobody catches it" : "leaves a function that must not throw", thrown);
  }
  waymark_fault("terminate", "std::terminate is called");
}

bool uncaught_exception() noexcept { return globals().uncaught != 0; }

int uncaught_exceptions() noexcept { return static_cast<int>(globals().uncaught); }

exception_ptr current_exception() noexcept {
  Thrown* thrown = globals().caught;
  return thrown ? exception_ptr(__exception_ptr::exception_ptr(thrown->object)) : exception_ptr();
}

void rethrow_exception(exception_ptr which) {
  void* object = nullptr;
  __builtin_memcpy(&object, &which, sizeof object);
  if (!object) waymark_fault("null", "std::rethrow_exception of a null exception_ptr");
  hold(object);
  throw_object(object);
}

namespace __exception_ptr {

exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) {
  if (object) hold(object);
}

void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object) hold(_M_exception_object);
}

void exception_ptr::_M_release() noexcept {
  if (_M_exception_object) {
    let_go(_M_exception_object);
    _M_exception_object = nullptr;
  }
}

void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const std::type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return _M_exception_object ? held_of(_M_exception_object)->type : nullptr;
}

}  // namespace __exception_ptr

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }

bad_exception::~bad_exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }

bad_alloc::~bad_alloc() noexcept {}
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }

bad_array_new_length::~bad_array_new_length() noexcept {}
const char* bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }

bad_cast::~bad_cast() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }

bad_typeid::~bad_typeid() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }

nested_exception::~nested_exception() noexcept {}

type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }

const nothrow_t nothrow{};

}  // namespace std

namespace __cxxabiv1 {
extern "C" {

[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
}  // namespace __cxxabiv1

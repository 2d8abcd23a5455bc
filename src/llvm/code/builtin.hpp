// Functions that the machine runs itself: intrinsics of LLVM, and what no text defines.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::llvm {

enum class Builtin : std::uint8_t {
  none,     // no such function
  nothing,  // it has no effect, and its result is 0
  // memory
  allocate,  // malloc
  allocate_zeroed,
  allocate_aligned,  // aligned_alloc(alignment, size)
  reallocate,
  release,  // free
  copy,     // memcpy, memmove
  fill,     // memset
  lifetime_start,
  lifetime_end,
  stack_save,
  stack_restore,
  va_start,
  va_end,
  va_copy,
  // arithmetic
  first_argument,  // llvm.expect and its like
  absolute,
  signed_max,
  signed_min,
  unsigned_max,
  unsigned_min,
  count_ones,
  leading_zeros,
  trailing_zeros,
  swap_bytes,
  shift_left_both,
  shift_right_both,
  signed_add_overflows,
  signed_sub_overflows,
  signed_mul_overflows,
  unsigned_add_overflows,
  unsigned_sub_overflows,
  unsigned_mul_overflows,
  float_absolute,
  float_root,
  float_floor,
  float_ceil,
  float_truncate,
  float_fma,
  float_multiply_add,
  is_constant,
  object_size,
  thread_local_address,
  // ends
  assertion_fails,  // __assert_fail(expression, file, line, function)
  assert_call,      // assert(condition) without a header
  reach_error,
  abort,
  exit,
  trap,
  assume,
  llvm_assume,
  // inputs
  nondet,  // the result's type says of how many bits
  choose,
  atomic_begin,
  atomic_end,
  // threads
  thread_create,
  thread_join,
  thread_exit,
  thread_self,
  thread_equal,
  thread_detach,
  yield,
  // locks
  mutex_init,
  mutex_destroy,
  mutex_lock,
  mutex_trylock,
  mutex_unlock,
  mutex_attribute_init,
  mutex_attribute_type,
  condition_init,
  condition_destroy,
  condition_wait,
  condition_signal,
  condition_broadcast,
  rwlock_init,
  rwlock_destroy,
  rwlock_read,
  rwlock_write,
  rwlock_try_read,
  rwlock_try_write,
  rwlock_unlock,
  // what models in C ask for (library/machine.h)
  print,
  self_number,
  start_number,  // waymark_thread_start(function, argument, finish)
  join_number,
  detach_number,
  wait_clear,
  wait_clear_half,  // of four bytes
  wait_set,
  wait_set_half,  // of four bytes
  wait_spurious,
  input,
  fault,
  unsupported,
  block_size,
  // jumps
  set_mark,  // setjmp
  jump,      // longjmp
  // what models in C++ ask for
  raise,          // waymark_raise(exception)
  dynamic_cast_,  // __dynamic_cast(object, its type, wanted type, hint)
  type_number,    // llvm.eh.typeid.for
  called_by,      // waymark_called_by(prefix)
  take_over,      // waymark_take(block)
  same_object,    // waymark_same_object(one, other)
  uncaught,       // waymark_uncaught(why, type, what)
};

// Whether it may order what threads do: locks, threads, waits and indivisible sections. The end of a thread is known to
// the one that joins it, and with that the thread is forgotten.
[[nodiscard]] constexpr bool synchronizes(Builtin builtin) {
  return builtin >= Builtin::atomic_begin && builtin <= Builtin::wait_spurious && builtin != Builtin::yield &&
         builtin != Builtin::print && builtin != Builtin::thread_exit;
}

// Which of them makes and frees a block: they must not be mixed.
enum class Allocator : std::uint8_t { heap, one, array };
[[nodiscard]] Allocator allocator_named(std::string_view name);

// Of a function without a body; none if the machine does not know it.
[[nodiscard]] Builtin builtin_named(std::string_view name);

}  // namespace waymark::llvm

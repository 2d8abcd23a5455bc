#include "llvm/code/builtin.hpp"

#include <algorithm>
#include <array>

namespace waymark::llvm {

namespace {

struct Named {
  std::string_view name;
  Builtin builtin;
};

constexpr std::array functions = {
    Named{"malloc", Builtin::allocate},
    Named{"calloc", Builtin::allocate_zeroed},
    Named{"realloc", Builtin::reallocate},
    Named{"aligned_alloc", Builtin::allocate_aligned},
    Named{"memalign", Builtin::allocate_aligned},
    Named{"free", Builtin::release},
    Named{"cfree", Builtin::release},
    Named{"memcpy", Builtin::copy},
    Named{"memmove", Builtin::copy},
    Named{"memset", Builtin::fill},
    Named{"__assert_fail", Builtin::assertion_fails},
    Named{"__assert", Builtin::assertion_fails},
    Named{"assert", Builtin::assert_call},
    Named{"reach_error", Builtin::reach_error},
    Named{"__VERIFIER_error", Builtin::reach_error},
    Named{"abort", Builtin::abort},
    Named{"exit", Builtin::exit},
    Named{"_exit", Builtin::exit},
    Named{"_Exit", Builtin::exit},
    Named{"waymark_exit", Builtin::exit},
    Named{"__VERIFIER_assume", Builtin::assume},
    Named{"waymark_assume", Builtin::assume},
    Named{"__VERIFIER_atomic_begin", Builtin::atomic_begin},
    Named{"__VERIFIER_atomic_end", Builtin::atomic_end},
    Named{"waymark_atomic_begin", Builtin::atomic_begin},
    Named{"waymark_atomic_end", Builtin::atomic_end},
    Named{"waymark_choose", Builtin::choose},
    Named{"pthread_create", Builtin::thread_create},
    Named{"pthread_join", Builtin::thread_join},
    Named{"pthread_exit", Builtin::thread_exit},
    Named{"waymark_thread_exit", Builtin::thread_exit},
    Named{"pthread_self", Builtin::thread_self},
    Named{"pthread_equal", Builtin::thread_equal},
    Named{"pthread_detach", Builtin::thread_detach},
    Named{"sched_yield", Builtin::yield},
    Named{"pthread_yield", Builtin::yield},
    Named{"waymark_yield", Builtin::yield},
    Named{"pthread_mutex_init", Builtin::mutex_init},
    Named{"pthread_mutex_destroy", Builtin::mutex_destroy},
    Named{"pthread_mutex_lock", Builtin::mutex_lock},
    Named{"pthread_mutex_trylock", Builtin::mutex_trylock},
    Named{"pthread_mutex_unlock", Builtin::mutex_unlock},
    Named{"pthread_mutexattr_init", Builtin::mutex_attribute_init},
    Named{"pthread_mutexattr_destroy", Builtin::nothing},
    Named{"pthread_mutexattr_settype", Builtin::mutex_attribute_type},
    Named{"pthread_cond_init", Builtin::condition_init},
    Named{"pthread_cond_destroy", Builtin::condition_destroy},
    Named{"pthread_cond_wait", Builtin::condition_wait},
    Named{"pthread_cond_signal", Builtin::condition_signal},
    Named{"pthread_cond_broadcast", Builtin::condition_broadcast},
    Named{"pthread_rwlock_init", Builtin::rwlock_init},
    Named{"pthread_rwlock_destroy", Builtin::rwlock_destroy},
    Named{"pthread_rwlock_rdlock", Builtin::rwlock_read},
    Named{"pthread_rwlock_wrlock", Builtin::rwlock_write},
    Named{"pthread_rwlock_tryrdlock", Builtin::rwlock_try_read},
    Named{"pthread_rwlock_trywrlock", Builtin::rwlock_try_write},
    Named{"pthread_rwlock_unlock", Builtin::rwlock_unlock},
    Named{"waymark_print", Builtin::print},
    Named{"waymark_self", Builtin::self_number},
    Named{"waymark_thread_self", Builtin::thread_self},
    Named{"waymark_thread_start", Builtin::start_number},
    Named{"waymark_thread_join", Builtin::join_number},
    Named{"waymark_thread_detach", Builtin::detach_number},
    Named{"waymark_wait_clear", Builtin::wait_clear},
    Named{"waymark_wait_clear32", Builtin::wait_clear_half},
    Named{"waymark_wait_set", Builtin::wait_set},
    Named{"waymark_wait_set32", Builtin::wait_set_half},
    Named{"waymark_wait_clear_spurious", Builtin::wait_spurious},
    Named{"waymark_input", Builtin::input},
    Named{"waymark_fault", Builtin::fault},
    Named{"waymark_unsupported", Builtin::unsupported},
    Named{"waymark_block_size", Builtin::block_size},
    Named{"setjmp", Builtin::set_mark},
    Named{"_setjmp", Builtin::set_mark},
    Named{"__sigsetjmp", Builtin::set_mark},
    Named{"longjmp", Builtin::jump},
    Named{"_longjmp", Builtin::jump},
    Named{"siglongjmp", Builtin::jump},
    Named{"_Znwm", Builtin::allocate},
    Named{"_Znam", Builtin::allocate},
    Named{"_ZnwmRKSt9nothrow_t", Builtin::allocate},
    Named{"_ZnamRKSt9nothrow_t", Builtin::allocate},
    Named{"_ZnwmSt11align_val_t", Builtin::allocate},
    Named{"_ZnamSt11align_val_t", Builtin::allocate},
    Named{"_ZnwmSt11align_val_tRKSt9nothrow_t", Builtin::allocate},
    Named{"_ZnamSt11align_val_tRKSt9nothrow_t", Builtin::allocate},
    Named{"_ZdlPv", Builtin::release},
    Named{"_ZdaPv", Builtin::release},
    Named{"_ZdlPvm", Builtin::release},
    Named{"_ZdaPvm", Builtin::release},
    Named{"_ZdlPvRKSt9nothrow_t", Builtin::release},
    Named{"_ZdaPvRKSt9nothrow_t", Builtin::release},
    Named{"_ZdlPvSt11align_val_t", Builtin::release},
    Named{"_ZdaPvSt11align_val_t", Builtin::release},
    Named{"_ZdlPvmSt11align_val_t", Builtin::release},
    Named{"_ZdaPvmSt11align_val_t", Builtin::release},
    Named{"_ZdlPvSt11align_val_tRKSt9nothrow_t", Builtin::release},
    Named{"_ZdaPvSt11align_val_tRKSt9nothrow_t", Builtin::release},
    Named{"waymark_raise", Builtin::raise},
    Named{"waymark_called_by", Builtin::called_by},
    Named{"waymark_take", Builtin::take_over},
    Named{"waymark_same_object", Builtin::same_object},
    Named{"waymark_uncaught", Builtin::uncaught},
    Named{"__dynamic_cast", Builtin::dynamic_cast_},
};

// By the beginning of their names, which go on with types.
constexpr std::array intrinsics = {
    Named{"llvm.memcpy.", Builtin::copy},
    Named{"llvm.memmove.", Builtin::copy},
    Named{"llvm.memset.", Builtin::fill},
    Named{"llvm.lifetime.start", Builtin::lifetime_start},
    Named{"llvm.lifetime.end", Builtin::lifetime_end},
    Named{"llvm.stacksave", Builtin::stack_save},
    Named{"llvm.stackrestore", Builtin::stack_restore},
    Named{"llvm.va_start", Builtin::va_start},
    Named{"llvm.va_end", Builtin::va_end},
    Named{"llvm.va_copy", Builtin::va_copy},
    Named{"llvm.expect.", Builtin::first_argument},
    Named{"llvm.ssa.copy", Builtin::first_argument},
    Named{"llvm.launder.", Builtin::first_argument},
    Named{"llvm.strip.", Builtin::first_argument},
    Named{"llvm.ptr.annotation", Builtin::first_argument},
    Named{"llvm.abs.", Builtin::absolute},
    Named{"llvm.smax.", Builtin::signed_max},
    Named{"llvm.smin.", Builtin::signed_min},
    Named{"llvm.umax.", Builtin::unsigned_max},
    Named{"llvm.umin.", Builtin::unsigned_min},
    Named{"llvm.ctpop.", Builtin::count_ones},
    Named{"llvm.ctlz.", Builtin::leading_zeros},
    Named{"llvm.cttz.", Builtin::trailing_zeros},
    Named{"llvm.bswap.", Builtin::swap_bytes},
    Named{"llvm.fshl.", Builtin::shift_left_both},
    Named{"llvm.fshr.", Builtin::shift_right_both},
    Named{"llvm.sadd.with.overflow.", Builtin::signed_add_overflows},
    Named{"llvm.ssub.with.overflow.", Builtin::signed_sub_overflows},
    Named{"llvm.smul.with.overflow.", Builtin::signed_mul_overflows},
    Named{"llvm.uadd.with.overflow.", Builtin::unsigned_add_overflows},
    Named{"llvm.usub.with.overflow.", Builtin::unsigned_sub_overflows},
    Named{"llvm.umul.with.overflow.", Builtin::unsigned_mul_overflows},
    Named{"llvm.fabs.", Builtin::float_absolute},
    Named{"llvm.sqrt.", Builtin::float_root},
    Named{"llvm.floor.", Builtin::float_floor},
    Named{"llvm.ceil.", Builtin::float_ceil},
    Named{"llvm.trunc.", Builtin::float_truncate},
    Named{"llvm.fmuladd.", Builtin::float_multiply_add},
    Named{"llvm.fma.", Builtin::float_fma},
    Named{"llvm.is.constant.", Builtin::is_constant},
    Named{"llvm.objectsize.", Builtin::object_size},
    Named{"llvm.threadlocal.address", Builtin::thread_local_address},
    Named{"llvm.eh.typeid.for", Builtin::type_number},
    Named{"llvm.trap", Builtin::trap},
    Named{"llvm.ubsantrap", Builtin::trap},
    Named{"llvm.debugtrap", Builtin::trap},
    Named{"llvm.assume", Builtin::llvm_assume},
    Named{"llvm.dbg.", Builtin::nothing},
    Named{"llvm.donothing", Builtin::nothing},
    Named{"llvm.prefetch", Builtin::nothing},
    Named{"llvm.x86.sse2.pause", Builtin::nothing},
    Named{"llvm.aarch64.hint", Builtin::nothing},
    Named{"llvm.aarch64.isb", Builtin::nothing},
    Named{"llvm.var.annotation", Builtin::nothing},
    Named{"llvm.invariant.", Builtin::nothing},
    Named{"llvm.experimental.noalias.scope.decl", Builtin::nothing},
};

}  // namespace

Allocator allocator_named(std::string_view name) {
  if (name.starts_with("_Znw") || name.starts_with("_Zdl")) return Allocator::one;
  return name.starts_with("_Zna") || name.starts_with("_Zda") ? Allocator::array : Allocator::heap;
}

Builtin builtin_named(std::string_view name) {
  if (name.starts_with("llvm.")) {
    const auto* const at =
        std::find_if(intrinsics.begin(), intrinsics.end(), [&](const Named& it) { return name.starts_with(it.name); });
    return at == intrinsics.end() ? Builtin::none : at->builtin;
  }
  if (name.starts_with("__VERIFIER_nondet_")) return Builtin::nondet;
  const auto* const at =
      std::find_if(functions.begin(), functions.end(), [&](const Named& it) { return it.name == name; });
  return at == functions.end() ? Builtin::none : at->builtin;
}

}  // namespace waymark::llvm

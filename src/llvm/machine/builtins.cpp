#include "llvm/machine/builtins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "llvm/machine/arithmetic.hpp"

namespace waymark::llvm {

Builtins::Next Builtins::run_builtin(const Run& run, const Call& call, Builtin builtin) {
  if (builtin == Builtin::nothing) {
    result(run, {});
    return Next::on;
  }
  if (builtin <= Builtin::va_copy || builtin == Builtin::block_size) return run_memory(run, call, builtin);
  if (builtin <= Builtin::thread_local_address) return run_numbers(run, call, builtin);
  if (builtin <= Builtin::llvm_assume || builtin == Builtin::fault || builtin == Builtin::unsupported) {
    return run_ends(run, call, builtin);
  }
  if (builtin <= Builtin::atomic_end || builtin == Builtin::input) return run_inputs(run, call, builtin);
  if (builtin <= Builtin::yield || builtin >= Builtin::print) return run_threads(run, call, builtin);
  return builtin >= Builtin::rwlock_init ? run_rwlocks(run, call, builtin) : run_locks(run, call, builtin);
}

void Builtins::with_overflow(const Run& run, const Call& call, Builtin builtin) {
  const Value a = argument(*run.thread, call, 0);
  const Value b = argument(*run.thread, call, 1);
  const unsigned width = call.width;
  if ((a.object | b.object) != 0) throw Unsupported{"arithmetic of an address as a number"};
  const std::uint32_t dest = run.thread->frames.back().code->ops[run.thread->frames.back().pc].dest;
  if (dest == no_slot) return;
  if ((a.undefined | b.undefined) != 0) {
    set(*run.thread, dest, undefined_value(width));
    set(*run.thread, dest + 1, undefined_value(1));
    return;
  }
  const bool is_signed = builtin <= Builtin::signed_mul_overflows;
  const bool is_sum = builtin == Builtin::signed_add_overflows || builtin == Builtin::unsigned_add_overflows;
  const bool is_difference = builtin == Builtin::signed_sub_overflows || builtin == Builtin::unsigned_sub_overflows;
  const Wide x = is_signed ? Wide{signed_value(a.bits, width)} : Wide{a.bits};
  const Wide y = is_signed ? Wide{signed_value(b.bits, width)} : Wide{b.bits};
  std::uint64_t result = a.bits * b.bits;
  bool overflows = false;
  if (is_signed || is_sum || is_difference) {
    const Wide exact = is_sum ? x + y : is_difference ? x - y : product(x, y);
    const Wide most = is_signed ? (Wide{1} << (width - 1)) - 1 : (Wide{1} << width) - 1;
    const Wide least = is_signed ? -most - 1 : 0;
    result = static_cast<std::uint64_t>(exact);
    overflows = exact > most || exact < least;
  } else {  // a product of 128 bits has no sign
    std::uint64_t product = 0;
    overflows = __builtin_mul_overflow(a.bits, b.bits, &product) || (product & ~mask_of(width)) != 0;
  }
  set(*run.thread, dest, {result & mask_of(width), 0, 0});
  set(*run.thread, dest + 1, {overflows ? 1u : 0u, 0, 0});
}

Builtins::Next Builtins::run_numbers(const Run& run, const Call& call, Builtin builtin) {
  const unsigned width = call.width;
  const Value a = argument(*run.thread, call, 0);
  if (builtin == Builtin::first_argument || builtin == Builtin::thread_local_address) {
    result(run, a);
    return Next::on;
  }
  if (builtin >= Builtin::signed_add_overflows && builtin <= Builtin::unsigned_mul_overflows) {
    with_overflow(run, call, builtin);
    return Next::on;
  }
  if (builtin == Builtin::is_constant) {
    result(run, {0, 0, 0});
    return Next::on;
  }
  if (builtin == Builtin::object_size) {  // unknown: 0 or -1, as the second argument says
    result(run, {argument(*run.thread, call, 1).bits != 0 ? 0 : mask_of(width), 0, 0});
    return Next::on;
  }
  const Value b = call.arguments.size() > 1 ? argument(*run.thread, call, 1) : Value{};
  const Value c = call.arguments.size() > 2 ? argument(*run.thread, call, 2) : Value{};
  if ((a.object | b.object | c.object) != 0) throw Unsupported{"arithmetic of an address as a number"};
  if ((a.undefined | b.undefined | c.undefined) != 0) {
    result(run, undefined_value(width));
    return Next::on;
  }
  const std::int64_t x = signed_value(a.bits, width);
  const std::int64_t y = signed_value(b.bits, width);
  const auto number = [&](std::uint64_t bits) { result(run, {bits & mask_of(width), 0, 0}); };
  const auto real = [&](double value) {
    if (width == 32) {
      result(run, {std::bit_cast<std::uint32_t>(static_cast<float>(value)), 0, 0});
    } else {
      result(run, {std::bit_cast<std::uint64_t>(value), 0, 0});
    }
  };
  const auto as_float = [](const Value& value) { return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)); };
  const auto as_real = [&](const Value& value) {
    return width == 32 ? double{as_float(value)} : std::bit_cast<double>(value.bits);
  };
  switch (builtin) {
    case Builtin::absolute:
      if (settings_.overflow && b.bits != 0 && x < 0 && a.bits == std::uint64_t{1} << (width - 1)) {
        throw Failure{"overflow", fmt::format("the absolute value of {} is too large for {} bits", x, width)};
      }
      number(static_cast<std::uint64_t>(x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x)));
      break;
    case Builtin::signed_max:
      number(static_cast<std::uint64_t>(std::max(x, y)));
      break;
    case Builtin::signed_min:
      number(static_cast<std::uint64_t>(std::min(x, y)));
      break;
    case Builtin::unsigned_max:
      number(std::max(a.bits, b.bits));
      break;
    case Builtin::unsigned_min:
      number(std::min(a.bits, b.bits));
      break;
    case Builtin::count_ones:
      number(static_cast<std::uint64_t>(std::popcount(a.bits)));
      break;
    case Builtin::leading_zeros:
      number(static_cast<std::uint64_t>(std::countl_zero(a.bits)) - (64 - width));
      break;
    case Builtin::trailing_zeros:
      number(std::min<std::uint64_t>(static_cast<std::uint64_t>(std::countr_zero(a.bits)), width));
      break;
    case Builtin::swap_bytes:
      number(__builtin_bswap64(a.bits) >> (64 - width));
      break;
    case Builtin::shift_left_both:
    case Builtin::shift_right_both: {
      const std::uint64_t by = c.bits % width;
      if (by == 0) {
        number(builtin == Builtin::shift_left_both ? a.bits : b.bits);
      } else if (builtin == Builtin::shift_left_both) {
        number(a.bits << by | b.bits >> (width - by));
      } else {
        number(a.bits << (width - by) | b.bits >> by);
      }
      break;
    }
    case Builtin::float_absolute:
      real(std::fabs(as_real(a)));
      break;
    case Builtin::float_root:
      real(std::sqrt(as_real(a)));
      break;
    case Builtin::float_floor:
      real(std::floor(as_real(a)));
      break;
    case Builtin::float_ceil:
      real(std::ceil(as_real(a)));
      break;
    case Builtin::float_truncate:
      real(std::trunc(as_real(a)));
      break;
    case Builtin::float_fma:
      real(width == 32 ? double{std::fma(as_float(a), as_float(b), as_float(c))}
                       : std::fma(as_real(a), as_real(b), as_real(c)));
      break;
    case Builtin::float_multiply_add: {  // rounded twice, as a processor does that has no such instruction
      const volatile double product = as_real(a) * as_real(b);
      const volatile float short_product = as_float(a) * as_float(b);
      real(width == 32 ? double{short_product + as_float(c)} : product + as_real(c));
      break;
    }
    default:
      throw Unsupported{fmt::format("the function {}", callee_name(*run.thread, call))};
  }
  return Next::on;
}

std::string Builtins::string_at(const Value& address, std::uint64_t most) {
  std::string text;
  Value at = address;
  for (; text.size() < most; ++at.bits) {
    const Object& object = resolve(at, 1, false);
    const Value byte = load(object, at.bits, 8);
    if (byte.bits == 0 || byte.undefined != 0) break;
    text.push_back(static_cast<char>(byte.bits));
  }
  return text;
}

Builtins::Next Builtins::run_ends(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  const auto text = [&](std::size_t index) {
    try {
      return string_at(argument(thread, call, index), 200);
    } catch (const Failure&) {
      return std::string("?");
    }
  };
  switch (builtin) {
    case Builtin::assertion_fails:
      throw Failure{"assertion", fmt::format("assertion {} fails", text(0))};
    case Builtin::assert_call: {
      const Value value = defined(run, call, 0, "what is asserted");
      if (value.bits == 0 && value.object == 0) throw Failure{"assertion", "an assertion fails"};
      result(run, {});
      return Next::on;
    }
    case Builtin::reach_error:
      throw Failure{"assertion", "the error that must not be reached is reached"};
    case Builtin::abort:
      throw Failure{"abort", "the program aborts"};
    case Builtin::trap:
      throw Failure{"abort", "the program traps"};
    case Builtin::fault:
      throw Failure{text(0), text(1)};
    case Builtin::unsupported:
      throw Unsupported{text(0)};
    case Builtin::assume: {
      const Value value = defined(run, call, 0, "what is assumed");
      if (value.bits == 0 && value.object == 0) throw Pruned{};
      result(run, {});
      return Next::on;
    }
    case Builtin::llvm_assume:
      return Next::on;
    default:
      break;
  }
  // exit
  if (memory_.living() > 1 && !run.allowed && thread.record.atomic == 0) return Next::stop;
  end_program();
  return Next::ended;
}

bool Builtins::gives_floats(const Thread& thread, const Call& call) const {
  const std::uint32_t index = call.function == no_slot ? index_of(get(thread, call.callee).object) : call.function;
  return program_->module->functions[index].result->is_floating();
}

Builtins::Inputs Builtins::inputs(const Thread& thread, const Call& call, Builtin builtin) {
  if (builtin == Builtin::choose) {
    const Value n = argument(thread, call, 0);
    if (n.undefined != 0 || n.object != 0) throw Failure{"uninitialised", "the number of choices was not initialised"};
    const std::int64_t count = signed_value(n.bits, 32);
    if (count <= 0) throw Failure{"argument", fmt::format("a choice among {}", count)};
    return {0, static_cast<std::uint64_t>(count)};
  }
  std::string name;
  unsigned width = call.width;
  if (builtin == Builtin::input) {
    name = string_at(argument(thread, call, 0), 200);
    width = static_cast<unsigned>(argument(thread, call, 1).bits);
    if (width == 0 || width > 64) throw Unsupported{"an input of that size"};
  } else {
    name = callee_name(thread, call);
  }
  const auto range = settings_.ranges.find(name);
  if (range != settings_.ranges.end()) {
    const std::int64_t low = range->second.low;
    return {static_cast<std::uint64_t>(low) & mask_of(width),
            static_cast<std::uint64_t>(range->second.high) - static_cast<std::uint64_t>(low) + 1};
  }
  if (width > 8) {
    const auto sample = program_->samples.find(name);
    if (settings_.inputs == base::WideInputs::sample && sample != program_->samples.end()) {
      return {0, sample->second.size(), &sample->second};
    }
    if (builtin == Builtin::nondet && gives_floats(thread, call)) {
      throw Unsupported{
          fmt::format("an input from {}, which gives no whole number: define it in a file of yours", name)};
    }
    throw Unsupported{fmt::format("an input of {} bits from {}: give its values by --range {}=LOW..HIGH{}", width, name,
                                  name, sample == program_->samples.end() ? "" : ", or try some by --inputs sample")};
  }
  return {0, std::uint64_t{1} << width};
}

Builtins::Next Builtins::run_inputs(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  if (builtin == Builtin::atomic_begin) {
    if (thread.record.atomic == 0 && memory_.living() > 1 && !run.allowed) return Next::stop;
    ++memory_.edit(thread).atomic;
    return Next::on;
  }
  if (builtin == Builtin::atomic_end) {
    if (thread.record.atomic == 0) throw Failure{"atomic", "an indivisible section ends that has not begun"};
    --memory_.edit(thread).atomic;
    return Next::on;
  }
  const Inputs all = inputs(thread, call, builtin);
  constexpr std::uint64_t most = 1u << 16;
  if (all.count > most) throw Unsupported{fmt::format("a choice among {}", all.count)};
  if (all.count > 1 && !run.allowed) return Next::stop;
  const std::uint64_t value = all.at(run.allowed ? run.choice : 0);
  result(run, {value & mask_of(call.width == 0 ? 64 : call.width), 0, 0});
  return Next::on;
}

}  // namespace waymark::llvm

// The interpreter's loop: one case for each instruction, in the order of the table of bytecodes.
#include "java/machine/interpreter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "base/check.hpp"
#include "java/link/effect.hpp"
#include "java/machine/accesses.hpp"
#include "java/machine/arithmetic.hpp"

namespace waymark::java {

namespace {

// Backward jumps and calls within one transition, after which it ends in a state all the same.
constexpr std::uint32_t most_jumps = 400'000;
constexpr std::uint32_t jumps_between_looks = 4096;
constexpr std::uint64_t most_garbage = 50'000;

constexpr auto shift_left = [](auto value, Word by) { return value << by; };
constexpr auto shift_right = [](auto value, Word by) { return value >> by; };

// By return instruction.
constexpr auto returned_words = [] {
  std::array<std::uint32_t, op_return - op_ireturn + 1> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = words_in(opcodes[op_ireturn + i].effect.taken);
  return words;
}();

// How many words an instruction that makes an object pops.
std::uint32_t popped_counts(Insn insn) {
  if (insn.op == op_multianewarray) return insn.n;
  return insn.op == op_new ? 0 : 1;
}

std::int32_t table_target(const Switch& table, std::int32_t key) {
  const std::int64_t index = std::int64_t{key} - table.low;
  const bool inside = index >= 0 && index < static_cast<std::int64_t>(table.targets.size());
  return inside ? table.targets[static_cast<std::size_t>(index)] : table.otherwise;
}

std::int32_t lookup_target(const Switch& table, std::int32_t key) {
  const auto found = std::lower_bound(table.keys.begin(), table.keys.end(), key);
  const bool hit = found != table.keys.end() && *found == key;
  return hit ? table.targets[static_cast<std::size_t>(found - table.keys.begin())] : table.otherwise;
}

}  // namespace

bool Interpreter::goes_on(Thread& thread) {
  memory_.poll();
  if (objects_.allocated > most_garbage) {
    objects_.allocated = 0;
    memory_.collect();
  }
  if (jumps_ < most_jumps || scheduler_.mode() != Scheduler::Mode::checking) return true;
  thread.flags |= Thread::cut;
  return false;
}

// --- instructions that are no access, and longer than a few lines ---

WAYMARK_INLINE Done Interpreter::return_value(Thread& thread, Registers& now, std::uint32_t words, std::size_t until) {
  now.save();
  if (thread.frames.size() == 1 && until == 0) {
    Pending pending;
    pending.what = Pending::What::exit;
    if (now.watched && !scheduler_.pass(thread, pending)) return Done::stopped;
  }
  if (now.frame->lock != 0 && (now.frame->flags & (Frame::make | Frame::prints)) == 0 &&
      !scheduler_.leave(thread, *memory_.at(now.frame->lock))) {
    return Done::thrown;
  }
  Word value[2] = {0, 0};
  for (std::uint32_t i = 0; i < words; ++i) value[i] = now.sp[static_cast<std::ptrdiff_t>(i) - words];
  if (words == 1) value[0] = narrowed(now.method->result, value[0]);
  return return_from(thread, until, value, words) ? Done::called : Done::stopped;
}

WAYMARK_INLINE Done Interpreter::invoke_dynamic(Thread& thread, Registers& now, Insn insn) {
  Resolved& constant = now.constant(insn);
  now.save();
  if (!constant.done) {
    constant.site = parts_.call_sites.link(thread, *now.method->owner, static_cast<std::uint32_t>(insn.k));
    if (constant.site == nullptr) return Done::stopped;
    constant.done = true;
  }
  Word* top = now.sp;
  if (constant.site->constant != 0) {
    *top++ = constant.site->constant;
  } else if (const Done done = invoke(thread, *constant.site->target, top); done != Done::yes) {
    return done;
  }
  now.sp = top;
  return Done::yes;
}

WAYMARK_INLINE Done Interpreter::throw_top(Thread& thread, Registers& now) {
  if (now.sp[-1] == 0) return needs_reference(thread, now);
  if (!memory_.at(now.sp[-1])->klass->extends(&parts_.loader.need(throwable))) {
    return malformed(thread, now, "athrow");
  }
  now.save();
  exceptions_.pending = now.sp[-1];
  return Done::thrown;
}

WAYMARK_INLINE Done Interpreter::cast(Thread& thread, Registers& now, Insn insn) {
  if (now.sp[-1] == 0) return Done::yes;  // which is how instanceof says no
  Resolved& constant = now.constant(insn);
  if (!constant.done) {
    now.save();
    if (parts_.resolver.find_class(thread, *now.method->owner, static_cast<std::uint32_t>(insn.k)) == nullptr) {
      return exceptions_.failed();
    }
  }
  const Class& klass = *memory_.at(now.sp[-1])->klass;
  const bool good = klass.extends(constant.klass);
  if (insn.op == op_instanceof) {
    now.sp[-1] = good ? 1 : 0;
  } else if (!good) {
    now.save();
    return exceptions_.throw_new(thread, "java/lang/ClassCastException", cast_message(klass, *constant.klass));
  }
  return Done::yes;
}

WAYMARK_INLINE Done Interpreter::enter_monitor(Thread& thread, Ref ref) {
  if (ref == 0) return exceptions_.throw_null(thread);
  return scheduler_.enter(thread, *memory_.at(ref)) ? Done::yes : Done::stopped;
}

WAYMARK_INLINE Done Interpreter::leave_monitor(Thread& thread, Ref ref) {
  if (ref == 0) return exceptions_.throw_null(thread);
  return scheduler_.leave(thread, *memory_.at(ref)) ? Done::yes : Done::thrown;
}

// After a backward jump or a call: false if the transition has to end here.
WAYMARK_INLINE bool Interpreter::counted(Thread& thread, const Registers& now) {
  if (++jumps_ % jumps_between_looks != 0) return true;
  now.save();
  return goes_on(thread);
}

WAYMARK_INLINE bool Interpreter::jump(Thread& thread, Registers& now, std::int32_t target) {
  const bool back = static_cast<std::uint32_t>(target) <= now.pc;
  now.pc = static_cast<std::uint32_t>(target);
  return !back || counted(thread, now);
}

WAYMARK_INLINE bool Interpreter::branch(Thread& thread, Registers& now, bool taken, Insn insn) {
  if (!now.method->branched.empty()) {
    std::uint8_t& seen = now.method->branched[now.pc];
    seen |= taken ? Method::was_taken : Method::was_passed;
    if (memory_.living() > 1) seen |= Method::beside_another;
  }
  if (taken) return jump(thread, now, insn.k);
  ++now.pc;
  return true;
}

template <typename Number, typename Operation>
WAYMARK_INLINE Done Interpreter::divide(Thread& thread, Registers& now, Operation operation) {
  if (get_number<Number>(now.sp - stack_words<Number>) == 0) {
    now.save();
    return exceptions_.throw_new(thread, "java/lang/ArithmeticException", "/ by zero");
  }
  now.sp = binary<Number>(now.sp, operation);
  return Done::yes;
}

Stop Interpreter::run(Thread& thread, std::size_t until) {
  Registers now;
  Done done = Done::yes;
  // The operation that the thread stopped before may have no need to ask any more: then asking is over with it.
  unsigned asking = scheduler_.probing() || scheduler_.granted() ? 2 : 0;
  now.load(thread, scheduler_);
  while (true) {
    if (asking != 0 && --asking == 0) {
      if (scheduler_.probing()) {
        thread.pending.what = Pending::What::run;
        return Stop::point;
      }
      scheduler_.end_grant();
      now.watched = !scheduler_.free_running(thread);
    }
    const Insn insn = now.code[now.pc];
    ++bytecodes;
    // A case that breaks goes on with the next instruction; one that continues has said where.
    switch (insn.op) {
      case op_nop:
        break;
      case op_aconst_null:
      case op_fconst_0:
        *now.sp++ = 0;
        break;
      case op_iconst:
        *now.sp++ = static_cast<Word>(insn.k);
        break;
      case op_lconst_0:
      case op_lconst_1:
        now.sp = push_number(now.sp, std::uint64_t{insn.op} - op_lconst_0);
        break;
      case op_fconst_1:
      case op_fconst_2:
        now.sp = push_number(now.sp, static_cast<float>(insn.op - op_fconst_0));
        break;
      case op_dconst_0:
      case op_dconst_1:
        now.sp = push_number(now.sp, static_cast<double>(insn.op - op_dconst_0));
        break;
      case op_lconst:
        now.sp = push_number(now.sp, now.method->owner->file->pool[static_cast<std::size_t>(insn.k)].bits);
        break;
      case op_ldc:
      case op_ldc2_w:
        if ((done = load_constant(thread, now, insn)) != Done::yes) goto stuck;
        break;

      case op_iload:
      case op_fload:
      case op_aload:
        *now.sp++ = now.locals[insn.n];
        break;
      case op_lload:
      case op_dload:
        *now.sp++ = now.locals[insn.n];
        *now.sp++ = now.locals[insn.n + 1];
        break;
      case op_istore:
      case op_fstore:
      case op_astore:
        now.locals[insn.n] = *--now.sp;
        break;
      case op_lstore:
      case op_dstore:
        now.locals[insn.n + 1] = *--now.sp;
        now.locals[insn.n] = *--now.sp;
        break;
      case op_iaload:
      case op_laload:
      case op_faload:
      case op_daload:
      case op_aaload:
      case op_baload:
      case op_caload:
      case op_saload:
        if ((done = load_element(thread, now, insn)) != Done::yes) goto stuck;
        break;
      case op_iastore:
      case op_lastore:
      case op_fastore:
      case op_dastore:
      case op_aastore:
      case op_bastore:
      case op_castore:
      case op_sastore:
        if ((done = store_element(thread, now, insn)) != Done::yes) goto stuck;
        break;

      case op_pop:
        --now.sp;
        break;
      case op_pop2:
        now.sp -= 2;
        break;
      case op_dup:
        now.sp = duplicate<1, 0>(now.sp);
        break;
      case op_dup_x1:
        now.sp = duplicate<1, 1>(now.sp);
        break;
      case op_dup_x2:
        now.sp = duplicate<1, 2>(now.sp);
        break;
      case op_dup2:
        now.sp = duplicate<2, 0>(now.sp);
        break;
      case op_dup2_x1:
        now.sp = duplicate<2, 1>(now.sp);
        break;
      case op_dup2_x2:
        now.sp = duplicate<2, 2>(now.sp);
        break;
      case op_swap:
        std::swap(now.sp[-1], now.sp[-2]);
        break;

      case op_iadd:
        now.sp = binary<std::uint32_t>(now.sp, std::plus<>());
        break;
      case op_ladd:
        now.sp = binary<std::uint64_t>(now.sp, std::plus<>());
        break;
      case op_fadd:
        now.sp = binary<float>(now.sp, std::plus<>());
        break;
      case op_dadd:
        now.sp = binary<double>(now.sp, std::plus<>());
        break;
      case op_isub:
        now.sp = binary<std::uint32_t>(now.sp, std::minus<>());
        break;
      case op_lsub:
        now.sp = binary<std::uint64_t>(now.sp, std::minus<>());
        break;
      case op_fsub:
        now.sp = binary<float>(now.sp, std::minus<>());
        break;
      case op_dsub:
        now.sp = binary<double>(now.sp, std::minus<>());
        break;
      case op_imul:
        now.sp = binary<std::uint32_t>(now.sp, std::multiplies<>());
        break;
      case op_lmul:
        now.sp = binary<std::uint64_t>(now.sp, std::multiplies<>());
        break;
      case op_fmul:
        now.sp = binary<float>(now.sp, std::multiplies<>());
        break;
      case op_dmul:
        now.sp = binary<double>(now.sp, std::multiplies<>());
        break;
      case op_idiv:
        if ((done = divide<std::int32_t>(thread, now, quotient<std::int32_t>)) != Done::yes) goto stuck;
        break;
      case op_ldiv:
        if ((done = divide<std::int64_t>(thread, now, quotient<std::int64_t>)) != Done::yes) goto stuck;
        break;
      case op_fdiv:
        now.sp = binary<float>(now.sp, std::divides<>());
        break;
      case op_ddiv:
        now.sp = binary<double>(now.sp, std::divides<>());
        break;
      case op_irem:
        if ((done = divide<std::int32_t>(thread, now, remainder<std::int32_t>)) != Done::yes) goto stuck;
        break;
      case op_lrem:
        if ((done = divide<std::int64_t>(thread, now, remainder<std::int64_t>)) != Done::yes) goto stuck;
        break;
      case op_frem:
        now.sp = binary<float>(now.sp, [](float a, float b) { return std::fmod(a, b); });
        break;
      case op_drem:
        now.sp = binary<double>(now.sp, [](double a, double b) { return std::fmod(a, b); });
        break;
      case op_ineg:
        now.sp = unary<std::uint32_t>(now.sp, std::negate<>());
        break;
      case op_lneg:
        now.sp = unary<std::uint64_t>(now.sp, std::negate<>());
        break;
      case op_fneg:
      case op_dneg:  // whose upper word is on top
        now.sp[-1] ^= 0x80000000u;
        break;
      case op_ishl:
        now.sp = shift<std::uint32_t>(now.sp, shift_left);
        break;
      case op_lshl:
        now.sp = shift<std::uint64_t>(now.sp, shift_left);
        break;
      case op_ishr:
        now.sp = shift<std::int32_t>(now.sp, shift_right);
        break;
      case op_lshr:
        now.sp = shift<std::int64_t>(now.sp, shift_right);
        break;
      case op_iushr:
        now.sp = shift<std::uint32_t>(now.sp, shift_right);
        break;
      case op_lushr:
        now.sp = shift<std::uint64_t>(now.sp, shift_right);
        break;
      case op_iand:
        now.sp = binary<std::uint32_t>(now.sp, std::bit_and<>());
        break;
      case op_land:
        now.sp = binary<std::uint64_t>(now.sp, std::bit_and<>());
        break;
      case op_ior:
        now.sp = binary<std::uint32_t>(now.sp, std::bit_or<>());
        break;
      case op_lor:
        now.sp = binary<std::uint64_t>(now.sp, std::bit_or<>());
        break;
      case op_ixor:
        now.sp = binary<std::uint32_t>(now.sp, std::bit_xor<>());
        break;
      case op_lxor:
        now.sp = binary<std::uint64_t>(now.sp, std::bit_xor<>());
        break;
      case op_iinc:
        now.locals[insn.n] += static_cast<Word>(insn.k);
        break;

      case op_i2l:
        now.sp = convert<std::int32_t, std::int64_t>(now.sp);
        break;
      case op_i2f:
        now.sp = convert<std::int32_t, float>(now.sp);
        break;
      case op_i2d:
        now.sp = convert<std::int32_t, double>(now.sp);
        break;
      case op_l2i:
        now.sp = convert<std::int64_t, std::int32_t>(now.sp);
        break;
      case op_l2f:
        now.sp = convert<std::int64_t, float>(now.sp);
        break;
      case op_l2d:
        now.sp = convert<std::int64_t, double>(now.sp);
        break;
      case op_f2i:
        now.sp = convert<float, std::int32_t>(now.sp);
        break;
      case op_f2l:
        now.sp = convert<float, std::int64_t>(now.sp);
        break;
      case op_f2d:
        now.sp = convert<float, double>(now.sp);
        break;
      case op_d2i:
        now.sp = convert<double, std::int32_t>(now.sp);
        break;
      case op_d2l:
        now.sp = convert<double, std::int64_t>(now.sp);
        break;
      case op_d2f:
        now.sp = convert<double, float>(now.sp);
        break;
      case op_i2b:
        now.sp[-1] = narrowed(Kind::byte_, now.sp[-1]);
        break;
      case op_i2c:
        now.sp[-1] = narrowed(Kind::char_, now.sp[-1]);
        break;
      case op_i2s:
        now.sp[-1] = narrowed(Kind::short_, now.sp[-1]);
        break;
      case op_lcmp:
        now.sp = three_way<std::int64_t>(now.sp, 0);
        break;
      case op_fcmpl:
      case op_fcmpg:
        now.sp = three_way<float>(now.sp, insn.op == op_fcmpg ? 1 : -1);
        break;
      case op_dcmpl:
      case op_dcmpg:
        now.sp = three_way<double>(now.sp, insn.op == op_dcmpg ? 1 : -1);
        break;

      case op_ifeq:
        if (!branch(thread, now, as_int(*--now.sp) == 0, insn)) return Stop::cut;
        continue;
      case op_ifne:
        if (!branch(thread, now, as_int(*--now.sp) != 0, insn)) return Stop::cut;
        continue;
      case op_iflt:
        if (!branch(thread, now, as_int(*--now.sp) < 0, insn)) return Stop::cut;
        continue;
      case op_ifge:
        if (!branch(thread, now, as_int(*--now.sp) >= 0, insn)) return Stop::cut;
        continue;
      case op_ifgt:
        if (!branch(thread, now, as_int(*--now.sp) > 0, insn)) return Stop::cut;
        continue;
      case op_ifle:
        if (!branch(thread, now, as_int(*--now.sp) <= 0, insn)) return Stop::cut;
        continue;
      case op_if_icmpeq:
        now.sp -= 2;
        if (!branch(thread, now, as_int(now.sp[0]) == as_int(now.sp[1]), insn)) return Stop::cut;
        continue;
      case op_if_icmpne:
        now.sp -= 2;
        if (!branch(thread, now, as_int(now.sp[0]) != as_int(now.sp[1]), insn)) return Stop::cut;
        continue;
      case op_if_icmplt:
        now.sp -= 2;
        if (!branch(thread, now, as_int(now.sp[0]) < as_int(now.sp[1]), insn)) return Stop::cut;
        continue;
      case op_if_icmpge:
        now.sp -= 2;
        if (!branch(thread, now, as_int(now.sp[0]) >= as_int(now.sp[1]), insn)) return Stop::cut;
        continue;
      case op_if_icmpgt:
        now.sp -= 2;
        if (!branch(thread, now, as_int(now.sp[0]) > as_int(now.sp[1]), insn)) return Stop::cut;
        continue;
      case op_if_icmple:
        now.sp -= 2;
        if (!branch(thread, now, as_int(now.sp[0]) <= as_int(now.sp[1]), insn)) return Stop::cut;
        continue;
      case op_if_acmpeq:
      case op_if_acmpne:
        now.sp -= 2;
        if (!branch(thread, now, (now.sp[0] == now.sp[1]) == (insn.op == op_if_acmpeq), insn)) return Stop::cut;
        continue;
      case op_ifnull:
      case op_ifnonnull:
        if (!branch(thread, now, (*--now.sp == 0) == (insn.op == op_ifnull), insn)) return Stop::cut;
        continue;
      case op_goto:
        if (!jump(thread, now, insn.k)) return Stop::cut;
        continue;
      case op_jsr:
        *now.sp++ = now.pc + 1;
        now.pc = static_cast<std::uint32_t>(insn.k);
        continue;
      case op_ret:
        now.pc = now.locals[insn.n];
        if (!counted(thread, now)) return Stop::cut;
        continue;
      case op_tableswitch:
        if (!jump(thread, now,
                  table_target(now.method->switches[static_cast<std::size_t>(insn.k)], as_int(*--now.sp)))) {
          return Stop::cut;
        }
        continue;
      case op_lookupswitch:
        if (!jump(thread, now,
                  lookup_target(now.method->switches[static_cast<std::size_t>(insn.k)], as_int(*--now.sp)))) {
          return Stop::cut;
        }
        continue;

      case op_ireturn:
      case op_freturn:
      case op_areturn:
      case op_lreturn:
      case op_dreturn:
      case op_return:
        done = return_value(thread, now, returned_words[insn.op - op_ireturn], until);
        goto stuck;
      case op_getstatic:
      case op_putstatic:
        if ((done = access_static(thread, now, insn)) != Done::yes) goto stuck;
        break;
      case op_getfield:
        if ((done = get_field(thread, now, insn)) != Done::yes) goto stuck;
        break;
      case op_putfield:
        if ((done = put_field(thread, now, insn)) != Done::yes) goto stuck;
        break;

      case op_invokevirtual:
      case op_invokespecial:
      case op_invokestatic:
      case op_invokeinterface: {
        now.save();
        Word* top = now.sp;
        done = call_method(thread, *now.method, insn, top);
        if (done == Done::called) {
          now.load(thread, scheduler_);
          if (!counted(thread, now)) return Stop::cut;
          continue;
        }
        if (done != Done::yes) goto stuck;
        now.sp = top;
        now.watched = !scheduler_.free_running(thread);
        break;
      }
      case op_invokedynamic:
        if ((done = invoke_dynamic(thread, now, insn)) != Done::yes) goto stuck;
        break;

      case op_new:
      case op_newarray:
      case op_anewarray:
      case op_multianewarray: {
        now.save();
        Ref made = 0;
        if ((done = make_object(thread, *now.method, insn, now.sp, made)) != Done::yes) goto stuck;
        if (insn.op == op_new && scheduler_.probing()) continue;  // asked already; the round is over
        now.sp += 1 - static_cast<std::ptrdiff_t>(popped_counts(insn));
        now.sp[-1] = made;
        break;
      }
      case op_arraylength:
        if ((done = array_length(thread, now)) != Done::yes) goto stuck;
        break;
      case op_athrow:
        done = throw_top(thread, now);
        goto stuck;
      case op_checkcast:
      case op_instanceof:
        if ((done = cast(thread, now, insn)) != Done::yes) goto stuck;
        break;
      case op_monitorenter:
        now.save();
        if ((done = enter_monitor(thread, now.sp[-1])) != Done::yes) goto stuck;
        --now.sp;
        break;
      case op_monitorexit:
        now.save();
        if ((done = leave_monitor(thread, now.sp[-1])) != Done::yes) goto stuck;
        --now.sp;
        break;
      default:
        CHECK(false);
    }
    ++now.pc;
    continue;

  stuck:
    if (done == Done::stopped) return exceptions_.stop;
    if (done == Done::thrown) {
      if (scheduler_.probing()) continue;
      if (!unwind(thread, until)) return exceptions_.stop;
    }
    now.load(thread, scheduler_);
  }
}

}  // namespace waymark::java

// The interpreter's loop. An instruction that other threads could notice asks pass() first, before anything has
// happened; if it may not go on, the thread stops there and the instruction is executed anew when the thread is
// resumed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "java/classfile/opcodes.hpp"
#include "java/machine/values.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

namespace {

// Backward jumps and calls within one transition, after which it ends in a state all the same.
constexpr std::uint32_t most_jumps = 400'000;
constexpr std::uint32_t jumps_between_looks = 4096;
constexpr std::uint64_t most_garbage = 50'000;

}  // namespace

// What the loop keeps in registers must not have an address: helpers that take it by reference are always inlined.
#define WAYMARK_INLINE __attribute__((always_inline))

Stop Vm::run(Thread& thread, std::size_t until) {
  Frame* frame = nullptr;
  Method* method = nullptr;
  const Insn* code = nullptr;
  Word* locals = nullptr;
  Word* sp = nullptr;
  std::uint32_t pc = 0;
  bool watched = false;  // others could notice what happens to escaped objects
  Stop stop = Stop::point;

  const auto load = [&]() WAYMARK_INLINE {
    frame = &thread.frames.back();
    method = frame->method;
    code = method->code.data();
    locals = thread.words.data() + frame->base;
    sp = locals + method->max_locals + frame->depth;
    pc = frame->pc;
    watched = !free_running(thread);
  };
  const auto save = [&]() WAYMARK_INLINE {
    frame->pc = pc;
    frame->depth = static_cast<std::uint32_t>(sp - locals) - method->max_locals;
  };
  const auto bad = [&](const char* what) WAYMARK_INLINE {
    save();
    unsupported(thread, fmt::format("{}: {} meets an object of another class (the class file is malformed)",
                                    method->text(), what));
  };
  // An access to a field or an element of an escaped object.
  const auto point = [&](Pending::What what, const Object& object, std::uint32_t offset, bool synchronizes)
                         WAYMARK_INLINE {
                           save();
                           Pending pending;
                           pending.what = what;
                           pending.object = object.place;
                           pending.offset = offset;
                           pending.synchronizes = synchronizes;
                           return pass(thread, pending);
                         };
  const auto told = [this](const Object& object, const std::string& name, const std::string& before,
                           const std::string& after) {
    if (object.escaped) narrator_->wrote(describe(object) + name, before, after);
  };
  // After a backward jump: false if the transition has to end here.
  const auto go_on = [&]() WAYMARK_INLINE {
    if (++jumps_ % jumps_between_looks != 0) return true;
    if (allocated > most_garbage) {
      save();
      allocated = 0;
      memory_.collect();
    }
    if (jumps_ < most_jumps || booting_ || evaluating_) return true;
    save();
    thread.flags |= Thread::cut;
    return false;
  };

  // The operation that the thread stopped before may have no need to ask any more: then asking is over with it.
  unsigned asking = probing_ || granted_ ? 2 : 0;
  load();
  while (true) {
    if (asking != 0 && --asking == 0) {
      if (probing_) {
        thread.pending.what = Pending::What::run;
        return Stop::point;
      }
      granted_ = false;
      watched = !free_running(thread);
    }
    const Insn insn = code[pc];
    ++bytecodes;
    switch (insn.op) {
      case op_nop:
        ++pc;
        break;
      case op_aconst_null:
      case op_fconst_0:
        *sp++ = 0;
        ++pc;
        break;
      case op_iconst:
        *sp++ = static_cast<Word>(insn.k);
        ++pc;
        break;
      case op_lconst_0:
      case op_lconst_1:
        put64(sp, insn.op - op_lconst_0);
        sp += 2;
        ++pc;
        break;
      case op_fconst_1:
      case op_fconst_2:
        *sp++ = from_float(static_cast<float>(insn.op - op_fconst_0));
        ++pc;
        break;
      case op_dconst_0:
      case op_dconst_1:
        put_double(sp, insn.op - op_dconst_0);
        sp += 2;
        ++pc;
        break;
      case op_lconst:
        put64(sp, method->owner->file->pool[static_cast<std::size_t>(insn.k)].bits);
        sp += 2;
        ++pc;
        break;
      case op_ldc:
      case op_ldc2_w: {
        Resolved& constant = method->owner->pool[static_cast<std::size_t>(insn.k)];
        if (constant.ref == 0) {
          save();
          Ref ref = 0;
          if (!load_constant(thread, *method->owner, static_cast<std::uint32_t>(insn.k), ref)) {
            if (exception_ == 0) return stop_;
            goto unwind;
          }
          constant.ref = ref;
        }
        *sp++ = constant.ref;
        ++pc;
        break;
      }
      case op_iload:
      case op_fload:
      case op_aload:
        *sp++ = locals[insn.n];
        ++pc;
        break;
      case op_lload:
      case op_dload:
        sp[0] = locals[insn.n];
        sp[1] = locals[insn.n + 1];
        sp += 2;
        ++pc;
        break;
      case op_istore:
      case op_fstore:
      case op_astore:
        locals[insn.n] = *--sp;
        ++pc;
        break;
      case op_lstore:
      case op_dstore:
        sp -= 2;
        locals[insn.n] = sp[0];
        locals[insn.n + 1] = sp[1];
        ++pc;
        break;
      case op_iaload:
      case op_laload:
      case op_faload:
      case op_daload:
      case op_aaload:
      case op_baload:
      case op_caload:
      case op_saload: {
        const Word index = sp[-1];
        if (sp[-2] == 0) {
          save();
          throw_null(thread);
          goto unwind;
        }
        const Object& array = *at(sp[-2]);
        const Kind kind = array_kinds[insn.op - op_iaload];
        if (!fits(*array.klass, kind)) {
          bad("an array access");
          return Stop::unsupported;
        }
        if (index >= array.length) {
          save();
          throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException",
                    fmt::format("Index {} out of bounds for length {}", as_int(index), array.length));
          goto unwind;
        }
        if (watched && array.escaped && !array.frozen && !point(Pending::What::read, array, index, false)) {
          return Stop::point;
        }
        sp -= 2;
        switch (kind) {
          case Kind::byte_:
            *sp++ = static_cast<Word>(element<std::int8_t>(array, index));
            break;
          case Kind::short_:
            *sp++ = static_cast<Word>(element<std::int16_t>(array, index));
            break;
          case Kind::char_:
            *sp++ = element<std::uint16_t>(array, index);
            break;
          case Kind::long_:
          case Kind::double_:
            put64(sp, element<std::uint64_t>(array, index));
            sp += 2;
            break;
          default:
            *sp++ = array.data()[index];
        }
        ++pc;
        break;
      }
      case op_iastore:
      case op_lastore:
      case op_fastore:
      case op_dastore:
      case op_aastore:
      case op_bastore:
      case op_castore:
      case op_sastore: {
        const Kind kind = array_kinds[insn.op - op_iastore];
        const std::uint32_t value_words = words_of(kind);
        Word* const args = sp - 2 - value_words;
        const Word index = args[1];
        if (args[0] == 0) {
          save();
          throw_null(thread);
          goto unwind;
        }
        Object& array = *at(args[0]);
        if (!fits(*array.klass, kind)) {
          bad("an array access");
          return Stop::unsupported;
        }
        if (index >= array.length) {
          save();
          throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException",
                    fmt::format("Index {} out of bounds for length {}", as_int(index), array.length));
          goto unwind;
        }
        if (kind == Kind::ref && args[2] != 0 && !at(args[2])->klass->extends(array.klass->element)) {
          save();
          throw_new(thread, "java/lang/ArrayStoreException", at(args[2])->klass->text());
          goto unwind;
        }
        if (watched && array.escaped && !point(Pending::What::write, array, index, false)) return Stop::point;
        if (array.frozen) {
          save();
          unsupported(thread, "a write to an array that was taken to be constant");
          return Stop::unsupported;
        }
        memory_.touch(array);
        switch (kind) {
          case Kind::byte_:
            if (narrator_ != nullptr) {
              told(array, fmt::format("[{}]", index), fmt::format("{}", element<std::int8_t>(array, index)),
                   fmt::format("{}", static_cast<std::int8_t>(args[2])));
            }
            set_element(array, index,
                        static_cast<std::int8_t>(array.klass->element_kind == Kind::boolean_ ? args[2] & 1 : args[2]));
            break;
          case Kind::short_:
          case Kind::char_:
            set_element(array, index, static_cast<std::uint16_t>(args[2]));
            break;
          case Kind::long_:
          case Kind::double_:
            set_element(array, index, get64(args + 2));
            break;
          case Kind::ref:
            if (array.escaped) memory_.escape(args[2]);
            array.data()[index] = args[2];
            break;
          default:
            if (narrator_ != nullptr) {
              told(array, fmt::format("[{}]", index), fmt::format("{}", as_int(array.data()[index])),
                   fmt::format("{}", as_int(args[2])));
            }
            array.data()[index] = args[2];
        }
        sp = args;
        ++pc;
        break;
      }
      case op_pop:
        --sp;
        ++pc;
        break;
      case op_pop2:
        sp -= 2;
        ++pc;
        break;
      case op_dup:
        sp[0] = sp[-1];
        ++sp;
        ++pc;
        break;
      case op_dup_x1:
        sp[0] = sp[-1];
        sp[-1] = sp[-2];
        sp[-2] = sp[0];
        ++sp;
        ++pc;
        break;
      case op_dup_x2:
        sp[0] = sp[-1];
        sp[-1] = sp[-2];
        sp[-2] = sp[-3];
        sp[-3] = sp[0];
        ++sp;
        ++pc;
        break;
      case op_dup2:
        sp[0] = sp[-2];
        sp[1] = sp[-1];
        sp += 2;
        ++pc;
        break;
      case op_dup2_x1:
        sp[1] = sp[-1];
        sp[0] = sp[-2];
        sp[-1] = sp[-3];
        sp[-2] = sp[1];
        sp[-3] = sp[0];
        sp += 2;
        ++pc;
        break;
      case op_dup2_x2:
        sp[1] = sp[-1];
        sp[0] = sp[-2];
        sp[-1] = sp[-3];
        sp[-2] = sp[-4];
        sp[-3] = sp[1];
        sp[-4] = sp[0];
        sp += 2;
        ++pc;
        break;
      case op_swap:
        std::swap(sp[-1], sp[-2]);
        ++pc;
        break;

      case op_iadd:
        sp[-2] += sp[-1];
        --sp;
        ++pc;
        break;
      case op_isub:
        sp[-2] -= sp[-1];
        --sp;
        ++pc;
        break;
      case op_imul:
        sp[-2] *= sp[-1];
        --sp;
        ++pc;
        break;
      case op_idiv:
      case op_irem: {
        const std::int32_t a = as_int(sp[-2]);
        const std::int32_t b = as_int(sp[-1]);
        if (b == 0) {
          save();
          throw_new(thread, "java/lang/ArithmeticException", "/ by zero");
          goto unwind;
        }
        if (insn.op == op_idiv) {
          sp[-2] = b == -1 ? 0 - sp[-2] : static_cast<Word>(a / b);
        } else {
          sp[-2] = b == -1 ? 0 : static_cast<Word>(a % b);
        }
        --sp;
        ++pc;
        break;
      }
      case op_ladd:
        put64(sp - 4, get64(sp - 4) + get64(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_lsub:
        put64(sp - 4, get64(sp - 4) - get64(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_lmul:
        put64(sp - 4, get64(sp - 4) * get64(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_ldiv:
      case op_lrem: {
        const std::int64_t a = as_long(sp - 4);
        const std::int64_t b = as_long(sp - 2);
        if (b == 0) {
          save();
          throw_new(thread, "java/lang/ArithmeticException", "/ by zero");
          goto unwind;
        }
        if (insn.op == op_ldiv) {
          put64(sp - 4, b == -1 ? 0 - get64(sp - 4) : static_cast<std::uint64_t>(a / b));
        } else {
          put_long(sp - 4, b == -1 ? 0 : a % b);
        }
        sp -= 2;
        ++pc;
        break;
      }
      case op_fadd:
        sp[-2] = from_float(as_float(sp[-2]) + as_float(sp[-1]));
        --sp;
        ++pc;
        break;
      case op_fsub:
        sp[-2] = from_float(as_float(sp[-2]) - as_float(sp[-1]));
        --sp;
        ++pc;
        break;
      case op_fmul:
        sp[-2] = from_float(as_float(sp[-2]) * as_float(sp[-1]));
        --sp;
        ++pc;
        break;
      case op_fdiv:
        sp[-2] = from_float(as_float(sp[-2]) / as_float(sp[-1]));
        --sp;
        ++pc;
        break;
      case op_frem:
        sp[-2] = from_float(std::fmod(as_float(sp[-2]), as_float(sp[-1])));
        --sp;
        ++pc;
        break;
      case op_dadd:
        put_double(sp - 4, as_double(sp - 4) + as_double(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_dsub:
        put_double(sp - 4, as_double(sp - 4) - as_double(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_dmul:
        put_double(sp - 4, as_double(sp - 4) * as_double(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_ddiv:
        put_double(sp - 4, as_double(sp - 4) / as_double(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_drem:
        put_double(sp - 4, std::fmod(as_double(sp - 4), as_double(sp - 2)));
        sp -= 2;
        ++pc;
        break;
      case op_ineg:
        sp[-1] = 0 - sp[-1];
        ++pc;
        break;
      case op_lneg:
        put64(sp - 2, 0 - get64(sp - 2));
        ++pc;
        break;
      case op_fneg:
      case op_dneg:  // whose upper word is on top
        sp[-1] ^= 0x80000000u;
        ++pc;
        break;
      case op_ishl:
        sp[-2] <<= sp[-1] & 31;
        --sp;
        ++pc;
        break;
      case op_ishr:
        sp[-2] = static_cast<Word>(as_int(sp[-2]) >> (sp[-1] & 31));
        --sp;
        ++pc;
        break;
      case op_iushr:
        sp[-2] >>= sp[-1] & 31;
        --sp;
        ++pc;
        break;
      case op_lshl:
        put64(sp - 3, get64(sp - 3) << (sp[-1] & 63));
        --sp;
        ++pc;
        break;
      case op_lshr:
        put_long(sp - 3, as_long(sp - 3) >> (sp[-1] & 63));
        --sp;
        ++pc;
        break;
      case op_lushr:
        put64(sp - 3, get64(sp - 3) >> (sp[-1] & 63));
        --sp;
        ++pc;
        break;
      case op_iand:
        sp[-2] &= sp[-1];
        --sp;
        ++pc;
        break;
      case op_ior:
        sp[-2] |= sp[-1];
        --sp;
        ++pc;
        break;
      case op_ixor:
        sp[-2] ^= sp[-1];
        --sp;
        ++pc;
        break;
      case op_land:
        put64(sp - 4, get64(sp - 4) & get64(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_lor:
        put64(sp - 4, get64(sp - 4) | get64(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_lxor:
        put64(sp - 4, get64(sp - 4) ^ get64(sp - 2));
        sp -= 2;
        ++pc;
        break;
      case op_iinc:
        locals[insn.n] += static_cast<Word>(insn.k);
        ++pc;
        break;

      case op_i2l:
        put_long(sp - 1, as_int(sp[-1]));
        ++sp;
        ++pc;
        break;
      case op_i2f:
        sp[-1] = from_float(static_cast<float>(as_int(sp[-1])));
        ++pc;
        break;
      case op_i2d:
        put_double(sp - 1, as_int(sp[-1]));
        ++sp;
        ++pc;
        break;
      case op_l2i:
        --sp;
        ++pc;
        break;
      case op_l2f:
        sp[-2] = from_float(static_cast<float>(as_long(sp - 2)));
        --sp;
        ++pc;
        break;
      case op_l2d:
        put_double(sp - 2, static_cast<double>(as_long(sp - 2)));
        ++pc;
        break;
      case op_f2i:
        sp[-1] = static_cast<Word>(saturated<std::int32_t>(as_float(sp[-1])));
        ++pc;
        break;
      case op_f2l:
        put_long(sp - 1, saturated<std::int64_t>(as_float(sp[-1])));
        ++sp;
        ++pc;
        break;
      case op_f2d:
        put_double(sp - 1, static_cast<double>(as_float(sp[-1])));
        ++sp;
        ++pc;
        break;
      case op_d2i:
        sp[-2] = static_cast<Word>(saturated<std::int32_t>(as_double(sp - 2)));
        --sp;
        ++pc;
        break;
      case op_d2l:
        put_long(sp - 2, saturated<std::int64_t>(as_double(sp - 2)));
        ++pc;
        break;
      case op_d2f:
        sp[-2] = from_float(static_cast<float>(as_double(sp - 2)));
        --sp;
        ++pc;
        break;
      case op_i2b:
        sp[-1] = narrowed(Kind::byte_, sp[-1]);
        ++pc;
        break;
      case op_i2c:
        sp[-1] = narrowed(Kind::char_, sp[-1]);
        ++pc;
        break;
      case op_i2s:
        sp[-1] = narrowed(Kind::short_, sp[-1]);
        ++pc;
        break;
      case op_lcmp:
        sp[-4] = compared(as_long(sp - 4), as_long(sp - 2), 0);
        sp -= 3;
        ++pc;
        break;
      case op_fcmpl:
      case op_fcmpg:
        sp[-2] = compared(as_float(sp[-2]), as_float(sp[-1]), insn.op == op_fcmpg ? 1 : -1);
        --sp;
        ++pc;
        break;
      case op_dcmpl:
      case op_dcmpg:
        sp[-4] = compared(as_double(sp - 4), as_double(sp - 2), insn.op == op_dcmpg ? 1 : -1);
        sp -= 3;
        ++pc;
        break;

      case op_ifeq:
      case op_ifne:
      case op_iflt:
      case op_ifge:
      case op_ifgt:
      case op_ifle: {
        --sp;
        const bool taken = condition(static_cast<std::uint16_t>(insn.op - op_ifeq), as_int(*sp));
        const std::uint32_t to = taken ? static_cast<std::uint32_t>(insn.k) : pc + 1;
        const bool back = to <= pc;
        pc = to;
        if (back && !go_on()) return Stop::cut;
        break;
      }
      case op_if_icmpeq:
      case op_if_icmpne:
      case op_if_icmplt:
      case op_if_icmpge:
      case op_if_icmpgt:
      case op_if_icmple: {
        sp -= 2;
        const bool taken = compare(static_cast<std::uint16_t>(insn.op - op_if_icmpeq), as_int(sp[0]), as_int(sp[1]));
        const std::uint32_t to = taken ? static_cast<std::uint32_t>(insn.k) : pc + 1;
        const bool back = to <= pc;
        pc = to;
        if (back && !go_on()) return Stop::cut;
        break;
      }
      case op_if_acmpeq:
      case op_if_acmpne: {
        sp -= 2;
        const bool taken = (sp[0] == sp[1]) == (insn.op == op_if_acmpeq);
        const std::uint32_t to = taken ? static_cast<std::uint32_t>(insn.k) : pc + 1;
        const bool back = to <= pc;
        pc = to;
        if (back && !go_on()) return Stop::cut;
        break;
      }
      case op_ifnull:
      case op_ifnonnull: {
        --sp;
        const bool taken = (*sp == 0) == (insn.op == op_ifnull);
        const std::uint32_t to = taken ? static_cast<std::uint32_t>(insn.k) : pc + 1;
        const bool back = to <= pc;
        pc = to;
        if (back && !go_on()) return Stop::cut;
        break;
      }
      case op_goto: {
        const bool back = static_cast<std::uint32_t>(insn.k) <= pc;
        pc = static_cast<std::uint32_t>(insn.k);
        if (back && !go_on()) return Stop::cut;
        break;
      }
      case op_jsr:
        *sp++ = pc + 1;
        pc = static_cast<std::uint32_t>(insn.k);
        break;
      case op_ret:
        pc = locals[insn.n];
        if (!go_on()) return Stop::cut;
        break;
      case op_tableswitch: {
        const Switch& table = method->switches[static_cast<std::size_t>(insn.k)];
        const std::int64_t index = std::int64_t{as_int(*--sp)} - table.low;
        const bool inside = index >= 0 && index < static_cast<std::int64_t>(table.targets.size());
        const auto to =
            static_cast<std::uint32_t>(inside ? table.targets[static_cast<std::size_t>(index)] : table.otherwise);
        const bool back = to <= pc;
        pc = to;
        if (back && !go_on()) return Stop::cut;
        break;
      }
      case op_lookupswitch: {
        const Switch& table = method->switches[static_cast<std::size_t>(insn.k)];
        const std::int32_t key = as_int(*--sp);
        const auto found = std::lower_bound(table.keys.begin(), table.keys.end(), key);
        const bool hit = found != table.keys.end() && *found == key;
        const auto to = static_cast<std::uint32_t>(
            hit ? table.targets[static_cast<std::size_t>(found - table.keys.begin())] : table.otherwise);
        const bool back = to <= pc;
        pc = to;
        if (back && !go_on()) return Stop::cut;
        break;
      }

      case op_ireturn:
      case op_freturn:
      case op_areturn:
      case op_lreturn:
      case op_dreturn:
      case op_return: {
        static constexpr std::uint32_t sizes[] = {1, 2, 1, 2, 1, 0};
        const std::uint32_t words = sizes[insn.op - op_ireturn];
        save();
        if (thread.frames.size() == 1 && until == 0) {
          Pending pending;
          pending.what = Pending::What::exit;
          if (watched && !pass(thread, pending)) return Stop::point;
        }
        if (frame->lock != 0 && (frame->flags & (Frame::make | Frame::prints)) == 0 && !leave(thread, *at(frame->lock)))
          goto unwind;
        Word value[2] = {0, 0};
        for (std::uint32_t i = 0; i < words; ++i) value[i] = sp[static_cast<std::ptrdiff_t>(i) - words];
        if (words == 1) value[0] = narrowed(method->result, value[0]);
        if (!return_from(thread, stop, until, value, words)) return stop;
        load();
        break;
      }

      case op_getstatic:
      case op_putstatic: {
        Resolved* constant = &method->owner->pool[static_cast<std::size_t>(insn.k)];
        save();
        if (!constant->done &&
            !resolve_field(thread, *method->owner, static_cast<std::uint32_t>(insn.k), true, constant)) {
          if (exception_ == 0) return stop_;
          goto unwind;
        }
        const Field& target = *constant->field;
        Class& owner = *target.owner;
        if (owner.init != Class::Init::yes) {
          const Ready ready = initialize(thread, owner);
          if (ready == Ready::stopped) return stop_;
          if (ready == Ready::thrown) goto unwind;
          if (ready == Ready::called) {
            load();
            break;
          }
        }
        Word* const at_field = owner.statics.data() + target.offset;
        if (watched && (!target.quiet || (target.is_final() && owner.init != Class::Init::yes))) {
          Pending pending;
          pending.what = insn.op == op_getstatic ? Pending::What::read : Pending::What::write;
          pending.klass = &owner;
          pending.offset = target.offset;
          pending.synchronizes = target.is_volatile() || target.is_final();
          if (!pass(thread, pending)) return Stop::point;
        }
        const std::uint32_t words = words_of(target.kind);
        if (insn.op == op_getstatic) {
          for (std::uint32_t i = 0; i < words; ++i) *sp++ = at_field[i];
        } else {
          memory_.touch(owner);
          sp -= words;
          if (target.kind == Kind::ref) memory_.escape(sp[0]);
          if (narrator_ != nullptr && words == 1) {
            const bool ref = target.kind == Kind::ref;
            narrator_->wrote(
                owner.text() + "." + std::string(target.name),
                ref ? (at_field[0] == 0 ? "null" : describe(*at(at_field[0]))) : fmt::format("{}", as_int(at_field[0])),
                ref ? (sp[0] == 0 ? "null" : describe(*at(sp[0]))) : fmt::format("{}", as_int(sp[0])));
          }
          if (words == 1) at_field[0] = narrowed(target.kind, sp[0]);
          if (words == 2) put64(at_field, get64(sp));
        }
        ++pc;
        break;
      }
      case op_getfield: {
        Resolved* constant = &method->owner->pool[static_cast<std::size_t>(insn.k)];
        if (!constant->done) {
          save();
          if (!resolve_field(thread, *method->owner, static_cast<std::uint32_t>(insn.k), false, constant)) {
            if (exception_ == 0) return stop_;
            goto unwind;
          }
        }
        const Field& target = *constant->field;
        if (sp[-1] == 0) {
          save();
          throw_null(thread);
          goto unwind;
        }
        const Object& object = *at(sp[-1]);
        if (!object.klass->extends(target.owner)) {
          bad("getfield");
          return Stop::unsupported;
        }
        if (watched && object.escaped && !target.quiet &&
            !point(Pending::What::read, object, target.offset, target.is_volatile())) {
          return Stop::point;
        }
        const Word* const word = object.data() + target.offset;
        sp[-1] = word[0];
        if (is_wide(target.kind)) *sp++ = word[1];
        ++pc;
        break;
      }
      case op_putfield: {
        Resolved* constant = &method->owner->pool[static_cast<std::size_t>(insn.k)];
        if (!constant->done) {
          save();
          if (!resolve_field(thread, *method->owner, static_cast<std::uint32_t>(insn.k), false, constant)) {
            if (exception_ == 0) return stop_;
            goto unwind;
          }
        }
        const Field& target = *constant->field;
        Word* const args = sp - 1 - words_of(target.kind);
        if (args[0] == 0) {
          save();
          throw_null(thread);
          goto unwind;
        }
        Object& object = *at(args[0]);
        if (!object.klass->extends(target.owner)) {
          bad("putfield");
          return Stop::unsupported;
        }
        if (watched && object.escaped && (!target.quiet || target.is_final()) &&
            !point(Pending::What::write, object, target.offset, target.is_volatile() || target.is_final())) {
          return Stop::point;
        }
        memory_.touch(object);
        Word* const word = object.data() + target.offset;
        if (target.kind == Kind::ref) {
          if (object.escaped && !target.own) memory_.escape(args[1]);
          if (narrator_ != nullptr) {
            told(object, "." + std::string(target.name), word[0] == 0 ? "null" : describe(*at(word[0])),
                 args[1] == 0 ? "null" : describe(*at(args[1])));
          }
          word[0] = args[1];
          if (object.klass == string_class_ && target.offset == string_value_ && args[1] != 0) {
            Object& characters = *at(args[1]);
            if (!characters.frozen) {
              memory_.touch(characters);
              characters.frozen = true;
            }
          }
        } else if (is_wide(target.kind)) {
          put64(word, get64(args + 1));
        } else {
          if (narrator_ != nullptr) {
            told(object, "." + std::string(target.name), fmt::format("{}", as_int(word[0])),
                 fmt::format("{}", as_int(args[1])));
          }
          word[0] = narrowed(target.kind, args[1]);
        }
        sp = args;
        ++pc;
        break;
      }

      case op_invokevirtual:
      case op_invokespecial:
      case op_invokestatic:
      case op_invokeinterface: {
        save();
        Word* top = sp;
        const Call called = call_method(thread, *method, insn, top);
        if (called == Call::native) {
          sp = top;
          watched = !free_running(thread);
          ++pc;
          break;
        }
        if (called == Call::stopped) return stop_;
        if (called == Call::thrown) goto unwind;
        load();
        if (called == Call::pushed && !go_on()) return Stop::cut;
        break;
      }
      case op_invokedynamic: {
        Resolved& constant = method->owner->pool[static_cast<std::size_t>(insn.k)];
        save();
        if (!constant.done) {
          constant.site = link_call_site(thread, *method->owner, static_cast<std::uint32_t>(insn.k));
          if (constant.site == nullptr) return stop_;
          constant.done = true;
        }
        if (constant.site->constant != 0) {
          *sp++ = constant.site->constant;
          ++pc;
          break;
        }
        Word* top = sp;
        const Call called = invoke(thread, *constant.site->target, top);
        if (called == Call::native) {
          sp = top;
          ++pc;
          break;
        }
        if (called == Call::stopped) return stop_;
        if (called == Call::thrown) goto unwind;
        load();
        break;
      }

      case op_new:
      case op_newarray:
      case op_anewarray:
      case op_multianewarray: {
        save();
        Ref made = 0;
        switch (make_object(thread, *method, insn, sp, made)) {
          case Ready::yes:
            break;
          case Ready::called:
            load();
            continue;
          case Ready::stopped:
            return stop_;
          case Ready::thrown:
            goto unwind;
        }
        if (insn.op == op_new) {
          if (probing_) break;  // asked already; the round is over
          ++sp;
        } else if (insn.op == op_multianewarray) {
          sp -= insn.n - 1;
        }
        sp[-1] = made;
        ++pc;
        break;
      }
      case op_arraylength: {
        if (sp[-1] == 0) {
          save();
          throw_null(thread);
          goto unwind;
        }
        const Object& array = *at(sp[-1]);
        if (!array.klass->is_array()) {
          bad("arraylength");
          return Stop::unsupported;
        }
        sp[-1] = array.length;
        ++pc;
        break;
      }
      case op_athrow:
        save();
        if (sp[-1] == 0) {
          throw_null(thread);
        } else {
          if (!at(sp[-1])->klass->extends(&loader_.need("java/lang/Throwable"))) {
            bad("athrow");
            return Stop::unsupported;
          }
          exception_ = sp[-1];
        }
        goto unwind;
      case op_checkcast:
      case op_instanceof: {
        if (sp[-1] == 0) {
          if (insn.op == op_instanceof) sp[-1] = 0;
          ++pc;
          break;
        }
        Resolved& constant = method->owner->pool[static_cast<std::size_t>(insn.k)];
        if (!constant.done) {
          save();
          if (resolve_class(thread, *method->owner, static_cast<std::uint32_t>(insn.k)) == nullptr) {
            if (exception_ == 0) return stop_;
            goto unwind;
          }
        }
        const Class& klass = *at(sp[-1])->klass;
        const bool good = klass.extends(constant.klass);
        if (insn.op == op_instanceof) {
          sp[-1] = good ? 1 : 0;
        } else if (!good) {
          save();
          throw_new(thread, "java/lang/ClassCastException", cast_message(klass, *constant.klass));
          goto unwind;
        }
        ++pc;
        break;
      }
      case op_monitorenter:
        save();
        if (sp[-1] == 0) {
          throw_null(thread);
          goto unwind;
        }
        if (!enter(thread, *at(sp[-1]))) return Stop::point;
        --sp;
        ++pc;
        break;
      case op_monitorexit:
        save();
        if (sp[-1] == 0) {
          throw_null(thread);
          goto unwind;
        }
        if (!leave(thread, *at(sp[-1]))) goto unwind;
        --sp;
        ++pc;
        break;
      default:
        CHECK(false);
    }
    continue;

  unwind:
    if (probing_) continue;
    if (!unwind(thread, exception_, stop, until)) return stop;
    load();
  }
}

}  // namespace waymark::java

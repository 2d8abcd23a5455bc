// The instructions that access fields, elements and constants. They are for the interpreter's loop alone: it keeps what
// it works with in registers, which have no address, so whatever takes them by reference is inlined into it.
#pragma once

#include <fmt/format.h>

#include "java/classfile/opcodes.hpp"
#include "java/machine/interpreter.hpp"
#include "java/machine/values.hpp"

#define WAYMARK_INLINE __attribute__((always_inline)) inline

namespace waymark::java {

// The topmost frame, as the loop works on it.
struct Interpreter::Registers {
  Frame* frame = nullptr;
  Method* method = nullptr;
  const Insn* code = nullptr;
  Word* locals = nullptr;
  Word* sp = nullptr;
  std::uint32_t pc = 0;
  bool watched = false;  // others could notice what happens to escaped objects

  WAYMARK_INLINE void load(Thread& thread, const Scheduler& scheduler) {
    frame = &thread.frames.back();
    method = frame->method;
    code = method->code.data();
    locals = thread.words.data() + frame->base;
    sp = locals + method->max_locals + frame->depth;
    pc = frame->pc;
    watched = !scheduler.free_running(thread);
  }
  WAYMARK_INLINE void save() const {
    frame->pc = pc;
    frame->depth = static_cast<std::uint32_t>(sp - locals) - method->max_locals;
  }
  [[nodiscard]] WAYMARK_INLINE Resolved& constant(Insn insn) const {
    return method->owner->pool[static_cast<std::size_t>(insn.k)];
  }
};

WAYMARK_INLINE Done Interpreter::needs_reference(Thread& thread, const Registers& now) {
  now.save();
  return exceptions_.throw_null(thread);
}

WAYMARK_INLINE Done Interpreter::malformed(Thread& thread, const Registers& now, const char* what) {
  now.save();
  return exceptions_.unsupported(
      thread,
      fmt::format("{}: {} meets an object of another class (the class file is malformed)", now.method->text(), what));
}

// An access to a field or an element of an escaped object.
WAYMARK_INLINE bool Interpreter::pass(Thread& thread, const Registers& now, Pending::What what, const Object& object,
                                      std::uint32_t offset, bool synchronizes) {
  now.save();
  Pending pending;
  pending.what = what;
  pending.object = object.place;
  pending.offset = offset;
  pending.synchronizes = synchronizes;
  return scheduler_.pass(thread, pending);
}

inline void tell_write(Objects& objects, const Object& object, const std::string& name, const std::string& before,
                       const std::string& after) {
  if (object.escaped) objects.narrator->wrote(objects.describe(object) + name, before, after, object.klass->library);
}

// --- constants ---

WAYMARK_INLINE Done Interpreter::load_constant(Thread& thread, Registers& now, Insn insn) {
  Resolved& constant = now.constant(insn);
  if (constant.ref == 0) {
    now.save();
    Ref ref = 0;
    if (!parts_.resolver.load_constant(thread, *now.method->owner, static_cast<std::uint32_t>(insn.k), ref)) {
      return exceptions_.failed();
    }
    constant.ref = ref;
  }
  *now.sp++ = constant.ref;
  return Done::yes;
}

// --- elements of arrays ---

WAYMARK_INLINE Done Interpreter::check_index(Thread& thread, const Registers& now, const Object& array, Kind kind,
                                             Word index) {
  if (!fits(*array.klass, kind)) return malformed(thread, now, "an array access");
  if (index < array.length) return Done::yes;
  now.save();
  return exceptions_.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException",
                               fmt::format("Index {} out of bounds for length {}", as_int(index), array.length));
}

WAYMARK_INLINE Done Interpreter::load_element(Thread& thread, Registers& now, Insn insn) {
  const Word index = now.sp[-1];
  if (now.sp[-2] == 0) return needs_reference(thread, now);
  const Object& array = *memory_.at(now.sp[-2]);
  const Kind kind = array_kinds[insn.op - op_iaload];
  if (const Done done = check_index(thread, now, array, kind, index); done != Done::yes) return done;
  if (now.watched && array.escaped && !array.frozen && !pass(thread, now, Pending::What::read, array, index, false)) {
    return Done::stopped;
  }
  now.sp -= 2;
  switch (kind) {
    case Kind::byte_:
      *now.sp++ = static_cast<Word>(element<std::int8_t>(array, index));
      break;
    case Kind::short_:
      *now.sp++ = static_cast<Word>(element<std::int16_t>(array, index));
      break;
    case Kind::char_:
      *now.sp++ = element<std::uint16_t>(array, index);
      break;
    case Kind::long_:
    case Kind::double_:
      put64(now.sp, element<std::uint64_t>(array, index));
      now.sp += 2;
      break;
    default:
      *now.sp++ = array.data()[index];
  }
  return Done::yes;
}

WAYMARK_INLINE Done Interpreter::store_element(Thread& thread, Registers& now, Insn insn) {
  const Kind kind = array_kinds[insn.op - op_iastore];
  Word* const args = now.sp - 2 - words_of(kind);
  const Word index = args[1];
  if (args[0] == 0) return needs_reference(thread, now);
  Object& array = *memory_.at(args[0]);
  if (const Done done = check_index(thread, now, array, kind, index); done != Done::yes) return done;
  if (kind == Kind::ref && args[2] != 0 && !memory_.at(args[2])->klass->extends(array.klass->element)) {
    now.save();
    return exceptions_.throw_new(thread, "java/lang/ArrayStoreException", memory_.at(args[2])->klass->text());
  }
  if (now.watched && array.escaped && !pass(thread, now, Pending::What::write, array, index, false)) {
    return Done::stopped;
  }
  if (array.frozen) {
    now.save();
    return exceptions_.unsupported(thread, "a write to an array that was taken to be constant");
  }
  memory_.touch(array);
  if (objects_.narrator != nullptr && (kind == Kind::byte_ || kind == Kind::int_ || kind == Kind::float_)) {
    const bool byte = kind == Kind::byte_;
    tell_write(objects_, array, fmt::format("[{}]", index),
               fmt::format("{}", byte ? element<std::int8_t>(array, index) : as_int(array.data()[index])),
               fmt::format("{}", byte ? static_cast<std::int8_t>(args[2]) : as_int(args[2])));
  }
  switch (kind) {
    case Kind::byte_:
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
      [[fallthrough]];
    default:
      array.data()[index] = args[2];
  }
  now.sp = args;
  return Done::yes;
}

WAYMARK_INLINE Done Interpreter::array_length(Thread& thread, Registers& now) {
  if (now.sp[-1] == 0) return needs_reference(thread, now);
  const Object& array = *memory_.at(now.sp[-1]);
  if (!array.klass->is_array()) return malformed(thread, now, "arraylength");
  now.sp[-1] = array.length;
  return Done::yes;
}

// --- fields ---

WAYMARK_INLINE Done Interpreter::access_static(Thread& thread, Registers& now, Insn insn) {
  Resolved& constant = now.constant(insn);
  now.save();
  if (!constant.done &&
      !parts_.resolver.find_field(thread, *now.method->owner, static_cast<std::uint32_t>(insn.k), true, constant)) {
    return exceptions_.failed();
  }
  const Field& target = *constant.field;
  Class& owner = *target.owner;
  if (owner.init != Class::Init::yes) {
    const Done done = parts_.initializer.initialize(thread, owner);
    if (done != Done::yes) return done;
  }
  const bool reads = insn.op == op_getstatic;
  if (now.watched && (!target.quiet || (target.is_final() && owner.init != Class::Init::yes))) {
    Pending pending;
    pending.what = reads ? Pending::What::read : Pending::What::write;
    pending.klass = &owner;
    pending.offset = target.offset;
    pending.synchronizes = target.is_volatile() || target.is_final();
    if (!scheduler_.pass(thread, pending)) return Done::stopped;
  }
  Word* const field = owner.statics.data() + target.offset;
  const std::uint32_t words = words_of(target.kind);
  if (reads) {
    for (std::uint32_t i = 0; i < words; ++i) *now.sp++ = field[i];
    return Done::yes;
  }
  memory_.touch(owner);
  now.sp -= words;
  if (target.kind == Kind::ref) memory_.escape(now.sp[0]);
  if (objects_.narrator != nullptr && words == 1) {
    const auto text = [&](Word word) {
      return target.kind == Kind::ref ? objects_.describe(Ref{word}) : fmt::format("{}", as_int(word));
    };
    objects_.narrator->wrote(owner.short_text() + "." + std::string(target.name), text(field[0]), text(now.sp[0]),
                             owner.library);
  }
  if (words == 1) field[0] = narrowed(target.kind, now.sp[0]);
  if (words == 2) put64(field, get64(now.sp));
  return Done::yes;
}

// Null: there is none; see Exceptions::failed().
WAYMARK_INLINE const Field* Interpreter::instance_field(Thread& thread, const Registers& now, Insn insn) {
  Resolved& constant = now.constant(insn);
  if (constant.done) return constant.field;
  now.save();
  const auto index = static_cast<std::uint32_t>(insn.k);
  const bool found = parts_.resolver.find_field(thread, *now.method->owner, index, false, constant);
  return found ? constant.field : nullptr;
}

WAYMARK_INLINE Done Interpreter::get_field(Thread& thread, Registers& now, Insn insn) {
  const Field* const found = instance_field(thread, now, insn);
  if (found == nullptr) return exceptions_.failed();
  const Field& target = *found;
  if (now.sp[-1] == 0) return needs_reference(thread, now);
  const Object& object = *memory_.at(now.sp[-1]);
  if (!object.klass->extends(target.owner)) return malformed(thread, now, "getfield");
  if (now.watched && object.escaped && !target.quiet &&
      !pass(thread, now, Pending::What::read, object, target.offset, target.is_volatile())) {
    return Done::stopped;
  }
  const Word* const word = object.data() + target.offset;
  now.sp[-1] = word[0];
  if (is_wide(target.kind)) *now.sp++ = word[1];
  return Done::yes;
}

WAYMARK_INLINE Done Interpreter::put_field(Thread& thread, Registers& now, Insn insn) {
  const Field* const found = instance_field(thread, now, insn);
  if (found == nullptr) return exceptions_.failed();
  const Field& target = *found;
  Word* const args = now.sp - 1 - words_of(target.kind);
  if (args[0] == 0) return needs_reference(thread, now);
  Object& object = *memory_.at(args[0]);
  if (!object.klass->extends(target.owner)) return malformed(thread, now, "putfield");
  if (now.watched && object.escaped && (!target.quiet || target.is_final()) &&
      !pass(thread, now, Pending::What::write, object, target.offset, target.is_volatile() || target.is_final())) {
    return Done::stopped;
  }
  memory_.touch(object);
  Word* const word = object.data() + target.offset;
  if (objects_.narrator != nullptr && !is_wide(target.kind)) {
    const auto text = [&](Word value) {
      return target.kind == Kind::ref ? objects_.describe(Ref{value}) : fmt::format("{}", as_int(value));
    };
    tell_write(objects_, object, "." + std::string(target.name), text(word[0]), text(args[1]));
  }
  if (target.kind == Kind::ref) {
    if (object.escaped && !target.own) memory_.escape(args[1]);
    word[0] = args[1];
    if (objects_.holds_characters(object, target) && args[1] != 0 && !memory_.at(args[1])->frozen) {
      memory_.touch(*memory_.at(args[1]));
      memory_.at(args[1])->frozen = true;
    }
  } else if (is_wide(target.kind)) {
    put64(word, get64(args + 1));
  } else {
    word[0] = narrowed(target.kind, args[1]);
  }
  now.sp = args;
  return Done::yes;
}

}  // namespace waymark::java

#include "llvm/machine/accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace waymark::llvm {

std::string Accesses::name_of(const Thread& thread) {
  return thread.number == 0 ? "main" : fmt::format("thread {}", thread.number);
}

// Calls within the library stand behind the program's own call of it. Of a C program the innermost one is told.
bool Accesses::is_folded(const Thread& thread, std::size_t frame) const {
  if (!thread.frames[frame].code->library) return false;
  return frame + 1 != thread.frames.size() || (program_->cpp && !own_frame(thread).code->library);
}

const Frame& Accesses::own_frame(const Thread& thread) {
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    if (!thread.frames[i].code->library) return thread.frames[i];
  }
  return thread.frames.back();
}

std::string Accesses::place_of(const Thread& thread) const {
  if (thread.frames.empty()) return {};
  const Frame& top = own_frame(thread);
  if (top.code->library && program_->cpp) return {};  // how a thread starts and ends is nobody's line
  return program_->place_text(top.code->ops[top.pc].place);
}

std::vector<std::string> Accesses::stack_of(const Thread& thread) const {
  std::vector<std::string> stack;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    const Frame& frame = thread.frames[i];
    if (is_folded(thread, i)) continue;
    stack.push_back(fmt::format("{} ({})", frame.code->shown, program_->place_text(frame.code->ops[frame.pc].place)));
  }
  return stack;
}

std::string Accesses::text_of(Reference reference) {
  if (reference == 0) return "null";
  if (is_function(reference)) return "function " + program_->codes[index_of(reference)].shown;
  if (is_constant(reference)) {
    const std::string& name = program_->globals[program_->constant_globals[index_of(reference)]].name;
    return name.empty() || name[0] == '.' ? "a constant" : name;
  }
  const Heap::Name& name = memory_.name(reference);
  if (name.site >= memory_.sites()) return program_->globals[name.site - memory_.sites()].name;
  const Site& site = program_->sites[name.site];
  if (!site.variable.empty()) return fmt::format("{}::{}", program_->codes[site.function].shown, site.variable);
  const Object* object = memory_.at(reference);
  const std::uint64_t size = object != nullptr ? object->size : 0;
  const Code& maker = program_->codes[site.function];
  if (site.heap && maker.library) return fmt::format("the block of {} bytes from {}", size, maker.shown);
  if (site.heap) return fmt::format("the block of {} bytes from {}", size, program_->place_text(site.place));
  return fmt::format("a variable of {}", program_->codes[site.function].shown);
}

bool Accesses::is_temporary(Reference reference) {
  if (!is_object(reference) || memory_.at(reference) == nullptr) return false;
  const Heap::Name& name = memory_.name(reference);
  if (name.site >= memory_.sites()) return false;
  return !program_->sites[name.site].heap && program_->sites[name.site].variable.empty();
}

Object& Accesses::resolve(const Value& address, std::uint64_t bytes, bool writes) {
  if (address.undefined != 0) throw Failure{"uninitialised", "an address was not initialised"};
  const char* const what = writes ? "write" : "read";
  if (address.object == 0) {
    if (address.bits < 4096) throw Failure{"null", fmt::format("{} through a null pointer", what)};
    throw Failure{"bounds", fmt::format("{} at address {:#x}, where there is no object", what, address.bits)};
  }
  Object* const object = memory_.at(address.object);
  if (object == nullptr) {
    if (!is_function(address.object)) throw Failure{"use-after-free", fmt::format("{} of what is gone", what)};
    throw Failure{"bounds", fmt::format("{} of {}", what, text_of(address.object))};
  }
  if (object->life != Life::live) [[unlikely]] {
    const char* const when = object->life == Life::freed  ? "after it was freed"
                             : object->life == Life::gone ? "after its function returned or its thread ended"
                                                          : "outside of its scope";
    throw Failure{object->life == Life::freed ? "use-after-free" : "use-after-scope",
                  fmt::format("{} of {} {}", what, text_of(address.object), when)};
  }
  if (object->kind == ObjectKind::missing) {
    throw Unsupported{fmt::format("the variable {}, which no file defines", text_of(address.object))};
  }
  if (address.bits + bytes > object->size || address.bits > object->size) [[unlikely]] {
    throw Failure{"bounds",
                  fmt::format("{} of {} bytes at offset {} of {}, which has {}", what, bytes,
                              static_cast<std::int64_t>(address.bits), text_of(address.object), object->size)};
  }
  if (writes && object->kind == ObjectKind::constant) {
    throw Failure{"bounds", fmt::format("write to {}, which is constant", text_of(address.object))};
  }
  return *object;
}

bool Accesses::is_visible(const Run& run, const Object& object, bool writes) const {
  if (run.allowed || run.thread->record.atomic != 0) return false;
  if (memory_.living() > 1 && object.shared && object.kind != ObjectKind::constant) return true;
  return writes && is_shown(object);
}

bool Accesses::is_shown(const Object& object) const {
  if (all_shown_ || std::find(shown_.begin(), shown_.end(), object.reference) != shown_.end()) return true;
  if (shown_sites_.empty()) return false;
  return std::find(shown_sites_.begin(), shown_sites_.end(), memory_.name(object.reference).site) != shown_sites_.end();
}

bool Accesses::stops_access(const Run& run, const Object& object, std::uint64_t offset, std::uint64_t bytes,
                            bool writes) {
  presumed_ = false;
  if (!reducer_.active() || !object.shared || object.kind == ObjectKind::constant || !memory_.has_others(*run.thread)) {
    return is_visible(run, object, writes);
  }
  const bool visible = is_visible(run, object, writes);
  if (visible && run.plain) return true;  // the reducer is asked when the operation runs
  const bool free = presumed_ = reducer_.moves_freely(*run.thread, object, offset, bytes, writes);
  if (!visible) return false;
  if (!free || (writes && is_shown(object))) return true;
  if (!std::exchange(left_out_, true)) ++collapsed_;
  return false;
}

void Accesses::check_presumed(const Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes) {
  if (!reducer_.active() || !object.shared || !memory_.has_others(thread)) return;
  (void)reducer_.moves_freely(thread, object, offset, bytes, true);
}

void Accesses::check(Access access) {
  if (access == Access::part_of_pointer) throw Unsupported{"some bytes of an address"};
  if (access == Access::unaligned_pointer) throw Unsupported{"an address in memory that is not aligned"};
}

Value Accesses::load(const Object& object, std::uint64_t offset, unsigned width) {
  Value value;
  check(memory_.read(object, offset, (width + 7) / 8, value));
  if (width % 8 != 0) {
    value.bits &= mask_of(width);
    value.undefined &= mask_of(width);
  }
  return value;
}

void Accesses::store(Thread& thread, Object& object, std::uint64_t offset, unsigned width, const Value& value) {
  const unsigned bytes = (width + 7) / 8;
  if (narrator_ == nullptr) [[likely]] {
    check(memory_.write(object, offset, bytes, value));
    return;
  }
  Value before;
  (void)memory_.read(object, offset, bytes, before);
  check(memory_.write(object, offset, bytes, value));
  narrator_->writes(thread, object, offset, bytes, before, value);
}

void Accesses::check_held(const Object& object) {
  if (!program_->cpp) return;
  for (const Value& cell : object.cells) {
    if (cell.bits != held_mark || cell.object != 0) continue;
    throw Failure{"lock", fmt::format("a mutex of {} is destroyed while it is held", text_of(object.reference))};
  }
}

void Accesses::end_object(const Thread& thread, Reference reference, const Value* results, std::size_t count) {
  if (const Object* const object = memory_.at(reference)) {
    check_held(*object);
    check_presumed(thread, *object, 0, object->size);
  }
  drop_object(reference, results, count);
}

void Accesses::drop_object(Reference reference, const Value* results, std::size_t count) {
  Object* const object = memory_.at(reference);
  if (object == nullptr || object->life == Life::freed || object->life == Life::gone) return;
  const bool returned =
      std::any_of(results, results + count, [&](const Value& value) { return value.object == reference; });
  if (memory_.references(reference) == 0 && !object->shared && !returned) {
    memory_.discard(*object);
  } else {
    memory_.end(*object, Life::gone);
  }
}

void Accesses::end_slots(Thread& thread, const Value* results, std::size_t count) {
  for (std::size_t i = thread.frames.back().first_slot; i < thread.slots.size(); ++i) {
    end_object(thread, thread.slots[i], results, count);
  }
}

}  // namespace waymark::llvm

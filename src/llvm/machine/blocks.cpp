// Functions on memory: blocks of the heap, copies, the life of variables, lists of arguments.
#include <fmt/format.h>

#include <algorithm>

#include "llvm/machine/blocks.hpp"

namespace waymark::llvm {

namespace {

// Blocks of the same class have the same places in memory, as usual allocators have it.
std::uint64_t size_class(std::uint64_t bytes) { return (bytes + 15) / 16; }

}  // namespace

Builtin Blocks::builtin_of(const Thread& thread, const Call& call) const {
  if (call.builtin != Builtin::none || call.function != no_slot) return call.builtin;
  const Value callee = get(thread, call.callee);
  if (!is_function(callee.object) || callee.bits != 0 || callee.undefined != 0) return Builtin::none;
  return program_->codes[index_of(callee.object)].builtin;
}

const std::string& Blocks::callee_name(const Thread& thread, const Call& call) const {
  return program_->codes[call.function == no_slot ? index_of(get(thread, call.callee).object) : call.function].name;
}

Value Blocks::argument(const Thread& thread, const Call& call, std::size_t index) const {
  if (index >= call.arguments.size()) throw Failure{"argument", "a call with too few arguments"};
  return get(thread, call.arguments[index].source);
}

Value Blocks::defined(const Run& run, const Call& call, std::size_t index, std::string_view what) const {
  const Value value = argument(*run.thread, call, index);
  if (value.undefined != 0) throw Failure{"uninitialised", fmt::format("{} was not initialised", what)};
  return value;
}

void Blocks::result(const Run& run, const Value& value) {
  const Frame& frame = run.thread->frames.back();
  const std::uint32_t dest = frame.code->ops[frame.pc].dest;
  if (dest != no_slot) set(*run.thread, dest, value);
}

std::uint64_t Blocks::asked_bytes(const Run& run, const Call& call, Builtin builtin) const {
  if (builtin != Builtin::allocate_zeroed) {
    return defined(run, call, builtin == Builtin::allocate_aligned ? 1 : 0, "a size").bits;
  }
  const std::uint64_t count = defined(run, call, 0, "a number of elements").bits;
  const std::uint64_t size = defined(run, call, 1, "a size").bits;
  if (size != 0 && count > Heap::most_bytes / size) throw Unsupported{"so much memory"};
  return count * size;
}

const std::vector<Reference>& Blocks::reusable(const Call& call, std::uint64_t bytes) {
  reusable_.clear();
  if (!settings_.reuse || bytes > Heap::most_bytes) return reusable_;
  memory_.freed_blocks(reusable_);
  const Allocator allocator = program_->sites[call.site].allocator;
  std::erase_if(reusable_, [&](Reference it) {
    return size_class(memory_.at(it)->size) != size_class(bytes) ||
           program_->sites[memory_.name(it).site].allocator != allocator;
  });
  return reusable_;
}

// If blocks are used again, others can tell when one is asked for: before or after they free theirs.
Blocks::Next Blocks::allocate(const Run& run, const Call& call, std::uint64_t bytes, bool zeroed) {
  if (settings_.reuse) {
    const std::vector<Reference>& again = reusable(call, bytes);
    const bool noticed = memory_.living() > 1 && run.thread->record.atomic == 0;
    if (!run.allowed && (noticed || !again.empty())) return Next::stop;
    if (run.allowed && run.choice != 0) {
      const Reference block = again[run.choice - 1];
      memory_.revive(*memory_.at(block), bytes, zeroed);
      result(run, {0, 0, block});
      return Next::on;
    }
  }
  result(run, {0, 0, fresh_block(run, call, bytes, zeroed)});
  return Next::on;
}

Reference Blocks::fresh_block(const Run& run, const Call& call, std::uint64_t bytes, bool zeroed) {
  const Reference made = memory_.make(ObjectKind::heap, run.thread->number, call.site, bytes, zeroed);
  if (made == 0) throw Unsupported{fmt::format("so much memory ({} bytes)", bytes)};
  return made;
}

Object& Blocks::block(const Value& address) {
  if (address.undefined != 0) throw Failure{"uninitialised", "an address was not initialised"};
  Object* const object = memory_.at(address.object);
  if (object == nullptr || object->kind != ObjectKind::heap) {
    throw Failure{"free", fmt::format("{} is no block of the heap", text_of(address.object))};
  }
  if (object->life != Life::live) {
    throw Failure{"double-free", fmt::format("{} was freed before", text_of(address.object))};
  }
  if (address.bits != 0) {
    throw Failure{"free", fmt::format("the address is {} bytes inside of {}", static_cast<std::int64_t>(address.bits),
                                      text_of(address.object))};
  }
  return *object;
}

// What new makes, delete frees; and so on.
void Blocks::check_allocator(const Object& object, const Call& call) {
  if (call.function == no_slot) return;
  const std::uint32_t site = memory_.name(object.reference).site;
  const Allocator made = site < program_->sites.size() ? program_->sites[site].allocator : Allocator::heap;
  const Allocator freed = allocator_named(program_->codes[call.function].name);
  if (made == freed) return;
  static constexpr std::string_view makers[] = {"malloc", "new", "new[]"};
  static constexpr std::string_view enders[] = {"free", "delete", "delete[]"};
  throw Failure{"free", fmt::format("{} is from {}, but is freed by {}", text_of(object.reference),
                                    makers[static_cast<std::size_t>(made)], enders[static_cast<std::size_t>(freed)])};
}

Blocks::Next Blocks::release_block(const Run& run, const Call& call) {
  const Value address = argument(*run.thread, call, 0);
  if (address.undefined == 0 && address.object == 0 && address.bits == 0) return Next::on;
  Object& object = block(address);
  check_allocator(object, call);
  if (stops_access(run, object, 0, object.size, true)) return Next::stop;
  check_held(object);
  memory_.end(object, Life::freed);
  return Next::on;
}

Blocks::Next Blocks::reallocate(const Run& run, const Call& call) {
  const Value address = argument(*run.thread, call, 0);
  const Value bytes = defined(run, call, 1, "a size");
  if (address.undefined == 0 && address.object == 0 && address.bits == 0) {
    result(run, {0, 0, fresh_block(run, call, bytes.bits, false)});
    return Next::on;
  }
  Object& before = block(address);
  if (stops_access(run, before, 0, before.size, true)) return Next::stop;
  const Reference made = fresh_block(run, call, bytes.bits, false);
  check(memory_.copy(*memory_.at(made), 0, before, 0, std::min(bytes.bits, before.size)));
  memory_.end(before, Life::freed);
  result(run, {0, 0, made});
  return Next::on;
}

Blocks::Next Blocks::copy_bytes(const Run& run, const Call& call) {
  const Value to = argument(*run.thread, call, 0);
  const Value from = argument(*run.thread, call, 1);
  const Value bytes = defined(run, call, 2, "the number of bytes to copy");
  if (bytes.bits != 0) {
    if (bytes.bits > Heap::most_bytes) throw Failure{"bounds", fmt::format("a copy of {} bytes", bytes.bits)};
    const Object& source = resolve(from, bytes.bits, false);
    Object& target = resolve(to, bytes.bits, true);
    const bool reads = stops_access(run, source, from.bits, bytes.bits, false);
    const bool presumed = presumed_;
    const bool writes = stops_access(run, target, to.bits, bytes.bits, true);
    if (reads || writes) return Next::stop;
    note_access(*run.thread, target, to.bits, bytes.bits, true);
    presumed_ = presumed;
    note_access(*run.thread, source, from.bits, bytes.bits, false);
    check(memory_.copy(target, to.bits, source, from.bits, bytes.bits));
  }
  result(run, to);
  return Next::on;
}

Blocks::Next Blocks::fill_bytes(const Run& run, const Call& call) {
  const Value to = argument(*run.thread, call, 0);
  const Value byte = argument(*run.thread, call, 1);
  const Value bytes = defined(run, call, 2, "the number of bytes to fill");
  if (bytes.bits != 0) {
    if (bytes.bits > Heap::most_bytes) throw Failure{"bounds", fmt::format("{} bytes are filled", bytes.bits)};
    Object& target = resolve(to, bytes.bits, true);
    if (stops_access(run, target, to.bits, bytes.bits, true)) return Next::stop;
    note_access(*run.thread, target, to.bits, bytes.bits, true);
    check(memory_.fill(target, to.bits, byte, bytes.bits));
  }
  result(run, to);
  return Next::on;
}

// All variadic arguments lie side by side; the list says that none is in registers.
void Blocks::start_list(const Run& run, const Call& call) {
  Thread& thread = *run.thread;
  const std::string& target = program_->module->units.empty() ? std::string() : program_->module->units[0].target;
  const Value area = get(thread, thread.frames.back().code->variadic_slot);
  const Value list = argument(thread, call, 0);
  const auto put = [&](std::uint64_t offset, unsigned width, const Value& value) {
    store(thread, resolve({list.bits + offset, list.undefined, list.object}, width / 8, true), list.bits + offset,
          width, value);
  };
  if (target.starts_with("x86_64")) {
    put(0, 32, {48, 0, 0});
    put(4, 32, {176, 0, 0});
    put(8, 64, area);
    put(16, 64, {});
  } else if (target.starts_with("aarch64")) {
    put(0, 64, area);
    put(8, 64, {});
    put(16, 64, {});
    put(24, 32, {});
    put(28, 32, {});
  } else {
    throw Unsupported{fmt::format("lists of arguments of the target {}", target)};
  }
}

Blocks::Next Blocks::run_memory(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  switch (builtin) {
    case Builtin::allocate:
    case Builtin::allocate_zeroed:
    case Builtin::allocate_aligned:
      return allocate(run, call, asked_bytes(run, call, builtin), builtin == Builtin::allocate_zeroed);
    case Builtin::reallocate:
      return reallocate(run, call);
    case Builtin::release:
      return release_block(run, call);
    case Builtin::block_size:
      result(run, {block(argument(thread, call, 0)).size, 0, 0});
      return Next::on;
    case Builtin::copy:
      return copy_bytes(run, call);
    case Builtin::fill:
      return fill_bytes(run, call);
    case Builtin::lifetime_start:
    case Builtin::lifetime_end: {
      const Value address = argument(thread, call, call.arguments.size() - 1);
      Object* const object = memory_.at(address.object);
      if (object == nullptr || object->kind != ObjectKind::stack || address.bits != 0) return Next::on;
      if (object->life != Life::live && object->life != Life::left) return Next::on;
      if (builtin == Builtin::lifetime_end) {
        if (stops_access(run, *object, 0, object->size, true)) return Next::stop;
        check_held(*object);
        memory_.end(*object, Life::left);
      } else {
        memory_.enter(*object);
      }
      return Next::on;
    }
    case Builtin::stack_save:
      result(run, {thread.slots.size() - thread.frames.back().first_slot, 0, 0});
      return Next::on;
    case Builtin::stack_restore: {
      const std::uint64_t first = thread.frames.back().first_slot + argument(thread, call, 0).bits;
      for (std::size_t i = first; i < thread.slots.size(); ++i) end_object(thread, thread.slots[i], nullptr, 0);
      if (first < thread.slots.size()) thread.slots.resize(first);
      return Next::on;
    }
    case Builtin::va_start:
      start_list(run, call);
      return Next::on;
    case Builtin::va_end:
      return Next::on;
    default: {  // va_copy
      const Value to = argument(thread, call, 0);
      const Value from = argument(thread, call, 1);
      const std::string& target = program_->module->units.empty() ? std::string() : program_->module->units[0].target;
      const std::uint64_t bytes = target.starts_with("x86_64") ? 24 : 32;
      check(memory_.copy(resolve(to, bytes, true), to.bits, resolve(from, bytes, false), from.bits, bytes));
      return Next::on;
    }
  }
}

}  // namespace waymark::llvm

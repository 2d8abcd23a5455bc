#include "llvm/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "llvm/machine/arithmetic.hpp"
#include "llvm/machine/locks.hpp"

namespace waymark::llvm {

const DebugType* Spelling::type_of(Reference object) {
  const Program& program = machine_.program();
  if (is_function(object) || object == 0) return nullptr;
  if (is_constant(object)) return type(program.globals[program.constant_globals[index_of(object)]].type);
  const Heap::Name& name = machine_.memory().name(object);
  const std::uint32_t sites = machine_.memory().sites();
  return type(name.site >= sites ? program.globals[name.site - sites].type : program.sites[name.site].type);
}

const DebugType* Spelling::find(const DebugType* type, std::uint64_t offset, std::uint64_t bytes, std::string& path,
                                bool whole_unions) {
  for (int depth = 0; type != nullptr && depth < 20; ++depth) {
    if (whole_unions && type->kind == DebugKind::union_ && offset == 0) return type;
    if (type->kind == DebugKind::structure || type->kind == DebugKind::union_) {
      const DebugMember* found = nullptr;
      for (const DebugMember& it : type->members) {
        if (it.offset / 8 <= offset && offset < (it.offset + it.bits + 7) / 8) found = &it;
        if (found != nullptr && type->kind == DebugKind::union_) break;
      }
      if (found == nullptr) return nullptr;
      path += (path.empty() ? "" : ".") + found->name;
      offset -= found->offset / 8;
      type = this->type(found->type);
      continue;
    }
    if (type->kind == DebugKind::array) {
      const DebugType* const element = this->type(type->element);
      if (element == nullptr || element->bits < 8) return nullptr;
      const std::uint64_t size = element->bits / 8;
      std::uint64_t index = offset / size;
      offset %= size;
      // Of several dimensions the last one counts fastest.
      std::string indices;
      for (std::size_t i = type->counts.size(); i-- > 1;) {
        const std::int64_t count = type->counts[i];
        if (count <= 0) return nullptr;
        indices = fmt::format("[{}]{}", index % static_cast<std::uint64_t>(count), indices);
        index /= static_cast<std::uint64_t>(count);
      }
      path += fmt::format("[{}]{}", index, indices);
      type = element;
      continue;
    }
    return offset == 0 ? type : nullptr;
  }
  return nullptr;
}

std::string Spelling::variable(Reference object, std::uint64_t offset, std::uint64_t bytes) {
  std::string path;
  const DebugType* const found = find(type_of(object), offset, bytes, path);
  const std::string name = machine_.text_of(object);
  if (found == nullptr) return offset == 0 ? name : fmt::format("{}+{}", name, offset);
  return joined(name, path);
}

std::string Spelling::joined(const std::string& name, const std::string& path) {
  return path.empty() || path[0] == '[' ? name + path : name + "." + path;
}

std::string Spelling::lock(Reference object, std::uint64_t offset) {
  std::string path;
  const DebugType* const found = find(type_of(object), offset, 1, path, true);
  const std::string name = machine_.text_of(object);
  if (found == nullptr || found->kind != DebugKind::union_) return variable(object, offset, 1);
  return joined(name, path);
}

void Spelling::values(Reference object, std::vector<model::Value>& out) {
  if (is_object(object) && machine_.memory().at(object) != nullptr) add_values(object, type_of(object), 0, out);
}

const Value* live_register(const Thread& thread, std::size_t frame, const Local& local) {
  if (local.is_address || local.slot == no_slot) return nullptr;
  const std::span<const std::uint32_t> live = Memory::live(thread, frame);
  if (std::find(live.begin(), live.end(), local.slot) == live.end()) return nullptr;
  return &thread.values[thread.frames[frame].base + local.slot];
}

void Spelling::locals(const Thread& thread, std::size_t frame, std::vector<model::Value>& out) {
  const Code& code = *thread.frames[frame].code;
  const std::string prefix = code.shown + "::";
  const std::size_t end = frame + 1 < thread.frames.size() ? thread.frames[frame + 1].first_slot : thread.slots.size();
  for (std::size_t k = thread.frames[frame].first_slot; k < end; ++k) {
    const Object* const object = machine_.memory().at(thread.slots[k]);
    if (object == nullptr || object->life != Life::live) continue;
    const std::size_t first = out.size();
    values(thread.slots[k], out);
    for (std::size_t i = first; i < out.size(); ++i) {
      if (out[i].name.starts_with(prefix)) out[i].name.erase(0, prefix.size());
    }
  }
  for (const Local& local : code.locals) {
    const Value* const found = live_register(thread, frame, local);
    if (found == nullptr) continue;
    const DebugType* const type = this->type(local.type);
    const bool fits = type != nullptr && type->bits != 0 && type->bits <= 64;
    out.push_back({local.name, value(type, fits ? static_cast<unsigned>(type->bits) : 64, *found)});
  }
}

// Bytes that are no number of C, as those of a mutex, mean nothing to people.
void Spelling::add_values(Reference object, const DebugType* type, std::uint64_t offset,
                          std::vector<model::Value>& out) {
  constexpr std::size_t most_values = 4096;
  if (type == nullptr || out.size() >= most_values) return;
  switch (type->kind) {
    case DebugKind::union_:
    case DebugKind::unknown:
      return;
    case DebugKind::structure:
      for (const DebugMember& it : type->members) add_values(object, this->type(it.type), offset + it.offset / 8, out);
      return;
    case DebugKind::array: {
      const DebugType* const element = this->type(type->element);
      if (element == nullptr || element->bits < 8) return;
      for (std::uint64_t at = 0; at + element->bits <= type->bits && out.size() < most_values; at += element->bits) {
        add_values(object, element, offset + at / 8, out);
      }
      return;
    }
    default:
      break;
  }
  if (type->bits == 0 || type->bits > 64 || type->bits % 8 != 0) return;
  Value found;
  const auto bytes = static_cast<unsigned>(type->bits / 8);
  const Object& whole = *machine_.memory().at(object);
  if (offset + bytes > whole.size || machine_.memory().read(whole, offset, bytes, found) != Access::fine) return;
  out.push_back({variable(object, offset, bytes), value(type, static_cast<unsigned>(type->bits), found)});
}

std::vector<Spelling::Mutex> Spelling::held(Reference object) {
  std::vector<Mutex> out;
  if (is_object(object) && machine_.memory().at(object) != nullptr) add_held(object, type_of(object), 0, out);
  return out;
}

void Spelling::add_held(Reference object, const DebugType* type, std::uint64_t offset, std::vector<Mutex>& out) {
  constexpr std::uint64_t most_elements = 4096;
  if (type == nullptr) return;
  if (type->kind == DebugKind::structure) {
    for (const DebugMember& it : type->members) add_held(object, this->type(it.type), offset + it.offset / 8, out);
  } else if (type->kind == DebugKind::array) {
    const DebugType* const element = this->type(type->element);
    if (element == nullptr || element->bits < 8) return;
    const std::uint64_t count = std::min(type->bits / element->bits, most_elements);
    for (std::uint64_t i = 0; i < count; ++i) add_held(object, element, offset + i * element->bits / 8, out);
  } else if (type->kind == DebugKind::union_ && type->name == "pthread_mutex_t") {
    constexpr unsigned bytes = sizeof(std::uint32_t);
    Value owner;
    const Object& whole = *machine_.memory().at(object);
    if (offset + mutex::bytes > whole.size) return;
    if (machine_.memory().read(whole, offset, bytes, owner) != Access::fine || owner.undefined != 0) return;
    if (owner.bits == 0 || owner.bits == destroyed) return;
    out.push_back({lock(object, offset), static_cast<std::uint32_t>((owner.bits - 1) % most_threads)});
  }
}

std::string Spelling::value(Reference object, std::uint64_t offset, std::uint64_t bytes, const Value& value) {
  std::string path;
  return this->value(find(type_of(object), offset, bytes, path), static_cast<unsigned>(bytes * 8), value);
}

std::string Spelling::value(const DebugType* type, unsigned bits, const Value& value) {
  if (value.undefined != 0) return "undefined";
  if (value.object != 0) {
    std::string name = machine_.text_of(value.object);
    if (is_function(value.object)) return name;
    std::string path;
    const DebugType* const found = find(type_of(value.object), value.bits, 1, path, true);
    // An array and its first element, a structure and its first member have one address.
    if (found != nullptr && (value.bits != 0 || found->kind == DebugKind::union_)) return "&" + joined(name, path);
    return value.bits == 0 ? "&" + name : fmt::format("&{}+{}", name, static_cast<std::int64_t>(value.bits));
  }
  if (type == nullptr) return fmt::format("{}", signed_value(value.bits, bits));
  switch (type->kind) {
    case DebugKind::pointer:
      return value.bits == 0 ? "NULL" : fmt::format("{:#x}", value.bits);
    case DebugKind::unsigned_integer:
    case DebugKind::unsigned_character:
      return fmt::format("{}", value.bits);
    case DebugKind::boolean:
      return value.bits != 0 ? "true" : "false";
    case DebugKind::floating:
      if (bits == 32) return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
      return fmt::format("{}", std::bit_cast<double>(value.bits));
    case DebugKind::enumeration:
      for (const Enumerator& it : type->enumerators) {
        if (static_cast<std::uint64_t>(it.value) == static_cast<std::uint64_t>(signed_value(value.bits, bits))) {
          return it.name;
        }
      }
      break;
    default:
      break;
  }
  return fmt::format("{}", signed_value(value.bits, bits));
}

std::string Spelling::operation(const Thread& thread, const Op& op) {
  const auto at = [&](Source source) { return machine_.get(thread, source); };
  const auto name = [&](Value address) {
    address.bits += op.number;
    if (address.object == 0 || machine_.memory().at(address.object) == nullptr) return std::string("memory");
    return variable(address.object, address.bits, (op.width + 7u) / 8);
  };
  switch (op.what) {
    case Do::load:
      return fmt::format("reads {}", name(at(op.a)));
    case Do::store: {
      Value address = at(op.b);
      address.bits += op.number;
      const bool there = address.object != 0 && machine_.memory().at(address.object) != nullptr;
      const std::uint64_t bytes = (op.width + 7u) / 8;
      return fmt::format("{} = {}", name(at(op.b)),
                         there ? value(address.object, address.bits, bytes, at(op.a)) : "...");
    }
    case Do::exchange:
      return fmt::format("compares and exchanges {}", name(at(op.a)));
    case Do::update:
      return fmt::format("updates {}", name(at(op.a)));
    case Do::call: {
      const Call& call = thread.frames.back().code->calls[op.c];
      const std::string called =
          call.function == no_slot ? "a function" : machine_.program().codes[call.function].shown;
      std::string arguments;
      for (const Argument& it : call.arguments) {
        if (!arguments.empty()) arguments += ", ";
        arguments += value(nullptr, it.width, at(it.source));
      }
      return fmt::format("{}({})", called, arguments);
    }
    case Do::leave:
      return fmt::format("returns from {}", thread.frames.back().code->shown);
    default:
      return fmt::format("runs {}", thread.frames.back().code->shown);
  }
}

std::string Spelling::next(Thread& thread) {
  if (thread.frames.empty()) return {};
  const Frame& top = thread.frames.back();
  return operation(thread, top.code->ops[top.pc]);
}

}  // namespace waymark::llvm

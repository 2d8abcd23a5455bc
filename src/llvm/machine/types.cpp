#include "llvm/machine/types.hpp"

#include <algorithm>

#include "llvm/code/names.hpp"
#include "llvm/machine/failure.hpp"

namespace waymark::llvm {

namespace {

constexpr int most_depth = 64;  // classes above classes
constexpr std::uint64_t longest_name = 1u << 12;
// Of a __base_class_type_info.
constexpr std::uint64_t is_virtual_bit = 1;
constexpr std::uint64_t is_public_bit = 2;
constexpr unsigned offset_at = 8;
// Of a __pbase_type_info.
constexpr std::uint64_t qualifiers = 7;
constexpr std::uint64_t is_noexcept_bit = 0x40;

bool is_null(const Value& value) { return value.object == 0 && value.bits == 0; }

}  // namespace

// What lies there; a problem is one of the machine, as the compiler made it.
Value Types::cell(const Value& address, std::uint64_t offset, unsigned bytes) {
  const Object* const object = memory_.at(address.object);
  const std::uint64_t at = address.bits + offset;
  Value value;
  if (object == nullptr || object->life != Life::live || object->kind == ObjectKind::missing ||
      address.undefined != 0 || at + bytes > object->size || at > object->size ||
      memory_.read(*object, at, bytes, value) != Access::fine || value.undefined != 0) {
    throw Failure{"bounds", "an object of a class has no table of its class: it was not made, or is gone"};
  }
  return value;
}

TypeKind Types::kind(const Value& type) {
  const Object* const object = memory_.at(type.object);
  if (object == nullptr || object->kind == ObjectKind::missing) return TypeKind::other;
  const auto& kinds = memory_.program().type_kinds;
  const auto found = kinds.find(cell(type, 0).object);
  return found == kinds.end() ? TypeKind::other : found->second;
}

std::string Types::name_at(const Value& type) {
  const Object* const object = memory_.at(type.object);
  if (object == nullptr || object->kind == ObjectKind::missing) return {};
  Value at = cell(type, 8);
  std::string name;
  for (; name.size() < longest_name; ++at.bits) {
    const Value byte = cell(at, 0, 1);
    if (byte.bits == 0) break;
    name.push_back(static_cast<char>(byte.bits));
  }
  return name;
}

// A type has one type_info, but for classes that are incomplete somewhere: those go by their names.
bool Types::same(const Value& one, const Value& other) {
  if (one.object == other.object && one.bits == other.bits) return true;
  if (is_null(one) || is_null(other)) return false;
  const std::string name = name_at(one);
  return !name.empty() && name.front() != '*' && name == name_at(other);
}

std::vector<Types::Base> Types::bases(const Value& type, const Value& object) {
  std::vector<Base> all;
  const TypeKind it = kind(type);
  if (it == TypeKind::one_base) {
    all.push_back({cell(type, 16), object, true, false});
  } else if (it == TypeKind::many_bases) {
    const std::uint64_t count = cell(type, 20, 4).bits;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t word = cell(type, 32 + 16 * i).bits;
      Base base{cell(type, 24 + 16 * i), object, (word & is_public_bit) != 0, (word & is_virtual_bit) != 0};
      std::int64_t offset = static_cast<std::int64_t>(word) >> offset_at;
      if (!is_null(object)) {
        if (base.is_virtual)
          offset = static_cast<std::int64_t>(cell(cell(object, 0), static_cast<std::uint64_t>(offset)).bits);
        base.at.bits += static_cast<std::uint64_t>(offset);
      }
      all.push_back(base);
    }
  }
  return all;
}

void Types::collect(const Value& type, const Part& whole, const Value& wanted, std::vector<Part>& out, int depth) {
  if (depth > most_depth) throw Unsupported{"classes that are nested so deeply"};
  if (same(type, wanted)) {
    const auto known = std::find_if(out.begin(), out.end(), [&](const Part& it) {
      return it.at.bits == whole.at.bits && it.at.object == whole.at.object;
    });
    if (known == out.end()) {
      out.push_back(whole);
    } else {
      known->is_public = known->is_public || whole.is_public;
    }
    return;
  }
  for (const Base& base : bases(type, whole.at)) {
    collect(base.type, {base.at, whole.is_public && base.is_public}, wanted, out, depth + 1);
  }
}

bool Types::unique_base(const Value& type, const Value& object, const Value& wanted, Value& at) {
  std::vector<Part> parts;
  collect(type, {object, true}, wanted, parts, 0);
  if (parts.size() != 1 || !parts[0].is_public) return false;
  at = parts[0].at;
  return true;
}

bool Types::catches_pointer(const Value& handler, const Value& thrown, const Value& pointer, Value& adjusted) {
  const std::uint64_t handler_flags = cell(handler, 16, 4).bits;
  const std::uint64_t thrown_flags = cell(thrown, 16, 4).bits;
  if ((thrown_flags & ~handler_flags & qualifiers) != 0) return false;
  if ((handler_flags & ~thrown_flags & is_noexcept_bit) != 0) return false;
  const Value to = cell(handler, 24);
  const Value from = cell(thrown, 24);
  adjusted = pointer;
  if (same(to, from)) return true;
  const TypeKind kind_to = kind(to);
  const TypeKind kind_from = kind(from);
  if (text(to) == "void") return text(from).find('(') == std::string::npos;  // functions are no objects
  if (kind_to == TypeKind::pointer && kind_from == TypeKind::pointer) {
    throw Unsupported{"an exception that is a pointer to a pointer, where a handler is for another one"};
  }
  if (kind_to == TypeKind::other || kind_from == TypeKind::other) return false;
  if (is_null(pointer)) {
    // No object says where virtual bases are, and none is needed.
    std::vector<Part> parts;
    collect(from, {{}, true}, to, parts, 0);
    return !parts.empty() && parts[0].is_public;
  }
  return unique_base(from, pointer, to, adjusted);
}

bool Types::catches(const Value& handler, const Value& thrown, const Value& object, Value& adjusted) {
  const bool pointer = kind(thrown) == TypeKind::pointer;
  adjusted = pointer ? cell(object, 0) : object;
  if (is_null(handler) || same(handler, thrown)) return true;
  const TypeKind taken = kind(handler);
  if (pointer) return taken == TypeKind::pointer && catches_pointer(handler, thrown, adjusted, adjusted);
  if (text(thrown) == "decltype(nullptr)" && taken == TypeKind::pointer) {
    adjusted = {};
    return true;
  }
  if (taken == TypeKind::other || taken == TypeKind::pointer || kind(thrown) == TypeKind::other) return false;
  return unique_base(thrown, object, handler, adjusted);
}

Value Types::cast(const Value& object, const Value& from, const Value& to) {
  const Value table = cell(object, 0);
  const Value type = cell({table.bits - 8, 0, table.object}, 0);
  Value whole = object;
  whole.bits += cell({table.bits - 16, 0, table.object}, 0).bits;
  std::vector<Part> wanted;
  collect(type, {whole, true}, to, wanted, 0);
  // First those of which the object is a public part.
  const Part* found = nullptr;
  std::size_t count = 0;
  for (const Part& it : wanted) {
    std::vector<Part> below;
    collect(to, {it.at, true}, from, below, 0);
    for (const Part& part : below) {
      if (part.at.bits != object.bits || !part.is_public) continue;
      found = &it;
      ++count;
    }
  }
  if (count == 1) return found->at;
  if (count > 1) return {};
  // Then across: both are public, and the wanted part is the only one.
  std::vector<Part> own;
  collect(type, {whole, true}, from, own, 0);
  const bool reachable =
      std::any_of(own.begin(), own.end(), [&](const Part& it) { return it.at.bits == object.bits && it.is_public; });
  if (!reachable || wanted.size() != 1 || !wanted[0].is_public) return {};
  return wanted[0].at;
}

std::string Types::text(const Value& type) {
  const Program& program = memory_.program();
  if (!is_constant(type.object) || is_function(type.object)) return "an unknown type";
  return type_of_info(program.module->globals[program.constant_globals[index_of(type.object)]].name);
}

}  // namespace waymark::llvm

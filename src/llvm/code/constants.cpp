#include "llvm/code/constants.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace waymark::llvm {

namespace {

constexpr std::size_t most_leaves = 256;
constexpr int most_depth = 200;

std::int64_t signed_of(std::uint64_t bits, unsigned width) {
  if (width == 0 || width >= 64) return static_cast<std::int64_t>(bits);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return static_cast<std::int64_t>((bits ^ sign) - sign);
}

}  // namespace

bool leaves(const Type& type, std::uint64_t offset, std::vector<Leaf>& out) {
  if (out.size() > most_leaves) return false;
  switch (type.kind) {
    case Kind::structure:
      for (std::size_t i = 0; i < type.members.size(); ++i) {
        if (!leaves(*type.members[i], offset + type.offsets[i], out)) return false;
      }
      return true;
    case Kind::array:
    case Kind::vector:
      if (type.count > most_leaves) return false;
      for (std::uint64_t i = 0; i < type.count; ++i) {
        if (!leaves(*type.element, offset + i * type.element->size, out)) return false;
      }
      return true;
    default:
      out.push_back({&type, offset});
      return true;
  }
}

unsigned width_of(const Type& type) {
  switch (type.kind) {
    case Kind::integer:
      return type.bits <= 64 ? type.bits : 0;
    case Kind::float32:
      return 32;
    case Kind::float64:
    case Kind::pointer:
      return 64;
    default:
      return 0;
  }
}

void put_bytes(std::vector<Value>& cells, std::uint64_t offset, unsigned bytes, const Value& value) {
  std::uint64_t bits = value.bits;
  std::uint64_t undefined = value.undefined;
  while (bytes > 0) {
    Value& cell = cells[offset / 8];
    const unsigned at = static_cast<unsigned>(offset % 8);
    const unsigned now = std::min(bytes, 8 - at);
    const std::uint64_t mask = mask_of(now * 8) << (at * 8);
    cell.bits = (cell.bits & ~mask) | (bits << (at * 8) & mask);
    cell.undefined = (cell.undefined & ~mask) | (undefined << (at * 8) & mask);
    cell.object = now == 8 ? value.object : 0;
    bits = now == 8 ? 0 : bits >> (now * 8);
    undefined = now == 8 ? 0 : undefined >> (now * 8);
    offset += now;
    bytes -= now;
  }
}

std::string Constants::values(std::uint32_t constant, std::vector<Value>& out) const {
  const Constant& it = module_.constants[constant];
  const bool whole = it.type->is_aggregate() || it.type->kind == Kind::vector;
  if (!whole) return scalar(constant, out.emplace_back(), 0);
  if (it.kind == ConstantKind::aggregate) {
    for (const std::uint32_t element : module_.elements_of(it)) {
      if (std::string why = values(element, out); !why.empty()) return why;
    }
    return {};
  }
  std::vector<Leaf> all;
  if (!leaves(*it.type, 0, all)) return "a value of many parts";
  for (const Leaf& leaf : all) {
    const unsigned width = width_of(*leaf.type);
    if (width == 0) return fmt::format("a value of type {}", text(*leaf.type));
    if (it.kind == ConstantKind::zero) {
      out.emplace_back();
    } else if (it.kind == ConstantKind::undef || it.kind == ConstantKind::poison) {
      out.push_back(undefined_value(width));
    } else if (it.kind == ConstantKind::string) {
      out.push_back({static_cast<std::uint8_t>(module_.strings[it.low][leaf.offset]), 0, 0});
    } else {
      return "a constant of a struct type";
    }
  }
  return {};
}

std::string Constants::place(std::uint32_t constant, std::uint64_t offset, std::vector<Value>& cells) const {
  const Constant& it = module_.constants[constant];
  if (it.kind == ConstantKind::zero) return {};
  if (it.kind == ConstantKind::string) {
    const std::string& bytes = module_.strings[it.low];
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      put_bytes(cells, offset + i, 1, {static_cast<std::uint8_t>(bytes[i]), 0, 0});
    }
    return {};
  }
  if (it.kind == ConstantKind::aggregate) {
    const auto elements = module_.elements_of(it);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::uint64_t at = it.type->kind == Kind::structure ? it.type->offsets[i] : i * it.type->element->size;
      if (std::string why = place(elements[i], offset + at, cells); !why.empty()) return why;
    }
    return {};
  }
  if (it.type->is_aggregate() || it.type->kind == Kind::vector) return {};  // undefined, which C has as zero here
  Value value;
  if (std::string why = scalar(constant, value, 0); !why.empty()) return why;
  if (is_thread_local(value.object)) return "the address of a thread-local variable in a constant";
  if (value.object != 0 && offset % 8 != 0) return "a pointer at an address that is not aligned";
  value.bits &= ~value.undefined;
  value.undefined = 0;
  put_bytes(cells, offset, static_cast<unsigned>(it.type->store_size), value);
  return {};
}

std::uint32_t Constants::function(std::uint32_t constant) const {
  Value value;
  if (!scalar(constant, value, 0).empty()) return no_slot;
  return is_function(value.object) && value.bits == 0 ? index_of(value.object) : no_slot;
}

std::string Constants::scalar(std::uint32_t constant, Value& out, int depth) const {
  if (depth > most_depth) return "a constant that is nested too deeply";
  const Constant& it = module_.constants[constant];
  const unsigned width = width_of(*it.type);
  if (width == 0) return fmt::format("a value of type {}", text(*it.type));
  out = {};
  switch (it.kind) {
    case ConstantKind::integer:
    case ConstantKind::floating:
      out.bits = it.low & mask_of(width);
      return {};
    case ConstantKind::null:
    case ConstantKind::zero:
      return {};
    case ConstantKind::undef:
    case ConstantKind::poison:
      out = undefined_value(width);
      return {};
    case ConstantKind::function:
      out.object = function_bit | static_cast<Reference>(it.low);
      return {};
    case ConstantKind::global: {
      const DecodedGlobal& global = globals_[it.low];
      out.object = global.thread_local_ ? thread_local_bit | static_cast<Reference>(it.low) : global.reference;
      return {};
    }
    case ConstantKind::alias:
      if (module_.aliases[it.low].indirect) return "an indirect function";
      return scalar(module_.aliases[it.low].target, out, depth + 1);
    case ConstantKind::expression:
      return expression(it, out, depth);
    case ConstantKind::unsupported:
      return module_.strings[it.low];
    default:
      return "a constant of this kind";
  }
}

std::string Constants::address(const Constant& constant, Value& out, int depth) const {
  const auto elements = module_.elements_of(constant);
  if (std::string why = scalar(elements[0], out, depth + 1); !why.empty()) return why;
  const Type* type = constant.source;
  for (std::size_t i = 1; i < elements.size(); ++i) {
    Value index;
    if (std::string why = scalar(elements[i], index, depth + 1); !why.empty()) return why;
    const std::int64_t number = signed_of(index.bits, width_of(*module_.constants[elements[i]].type));
    if (i == 1) {
      out.bits += static_cast<std::uint64_t>(number) * type->size;
    } else if (type->kind == Kind::structure) {
      if (number < 0 || static_cast<std::size_t>(number) >= type->members.size()) return "an index outside of a struct";
      out.bits += type->offsets[static_cast<std::size_t>(number)];
      type = type->members[static_cast<std::size_t>(number)];
    } else if (type->element != nullptr) {
      type = type->element;
      out.bits += static_cast<std::uint64_t>(number) * type->size;
    } else {
      return "an index into a scalar";
    }
  }
  return {};
}

std::string Constants::expression(const Constant& constant, Value& out, int depth) const {
  const auto elements = module_.elements_of(constant);
  if (elements.empty()) return "an expression without operands";
  const unsigned width = width_of(*constant.type);
  if (constant.opcode == Opcode::getelementptr) return address(constant, out, depth);
  if (std::string why = scalar(elements[0], out, depth + 1); !why.empty()) return why;
  const unsigned from = width_of(*module_.constants[elements[0]].type);
  Value other;
  if (elements.size() > 1) {
    if (std::string why = scalar(elements[1], other, depth + 1); !why.empty()) return why;
  }
  const bool plain = out.object == 0 && other.object == 0;
  switch (constant.opcode) {
    case Opcode::bitcast:
    case Opcode::addrspacecast:
      return {};
    case Opcode::ptrtoint:
    case Opcode::inttoptr:
    case Opcode::trunc:
    case Opcode::zext:
      if (out.object != 0 && width < 64) return "a part of an address in a constant";
      out.bits &= mask_of(width);
      return {};
    case Opcode::sext:
      out.bits = static_cast<std::uint64_t>(signed_of(out.bits, from)) & mask_of(width);
      return {};
    case Opcode::add:
      if (out.object != 0 && other.object != 0) break;
      out.bits = (out.bits + other.bits) & mask_of(width);
      out.object |= other.object;
      return {};
    case Opcode::sub:
      if (other.object != 0 && other.object != out.object) break;
      out.bits = (out.bits - other.bits) & mask_of(width);
      if (other.object != 0) out.object = 0;
      return {};
    case Opcode::mul:
      if (!plain) break;
      out.bits = out.bits * other.bits & mask_of(width);
      return {};
    case Opcode::icmp:
      if (constant.predicate != Predicate::eq && constant.predicate != Predicate::ne) break;
      out.bits =
          ((out.bits == other.bits && out.object == other.object) == (constant.predicate == Predicate::eq)) ? 1 : 0;
      out.object = 0;
      return {};
    default:
      break;
  }
  return fmt::format("{} in a constant", text(constant.opcode));
}

}  // namespace waymark::llvm

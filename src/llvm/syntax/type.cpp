#include "llvm/syntax/type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace waymark::llvm {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;
constexpr int most_nesting = 200;
constexpr std::size_t most_text = 400;  // of a type: shared parts are written again and again

constexpr std::string_view simple_names[] = {"void",  "",          "half",     "bfloat", "float", "double", "x86_fp80",
                                             "fp128", "ppc_fp128", "ptr",      "",       "",      "",       "",
                                             "",      "label",     "metadata", "token",  "opaque"};

std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

void append_text(const Type& type, std::string& out, int depth) {
  const auto list = [&](const std::vector<const Type*>& types) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (i != 0) out += ", ";
      append_text(*types[i], out, depth + 1);
    }
  };
  if (depth > most_nesting || out.size() > most_text) {
    out += "...";
  } else if (!type.name.empty()) {
    out += "%" + type.name;
  } else if (type.kind == Kind::integer) {
    out += fmt::format("i{}", type.bits);
  } else if (type.kind == Kind::pointer) {
    out += type.address_space == 0 ? "ptr" : fmt::format("ptr addrspace({})", type.address_space);
  } else if (type.kind == Kind::array || type.kind == Kind::vector || type.kind == Kind::scalable) {
    out += fmt::format("{}{}{} x ", type.kind == Kind::array ? '[' : '<',
                       type.kind == Kind::scalable ? "vscale x " : "", type.count);
    append_text(*type.element, out, depth + 1);
    out += type.kind == Kind::array ? ']' : '>';
  } else if (type.kind == Kind::structure) {
    out += type.packed ? "<{ " : "{ ";
    list(type.members);
    out += type.packed ? " }>" : " }";
  } else if (type.kind == Kind::function) {
    append_text(*type.element, out, depth + 1);
    out += " (";
    list(type.members);
    if (type.variadic) out += type.members.empty() ? "..." : ", ...";
    out += ")";
  } else {
    out += simple_names[static_cast<std::size_t>(type.kind)];
  }
}

// Reads "64:32:16" into numbers; false if it is anything else.
bool read_numbers(std::string_view text, std::vector<std::uint32_t>& out) {
  while (!text.empty()) {
    std::uint32_t value = 0;
    const auto [behind, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc()) return false;
    out.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(behind - text.data()));
    if (text.empty()) return true;
    if (text.front() != ':') return false;
    text.remove_prefix(1);
  }
  return true;
}

bool good_alignment(std::uint32_t bits) { return bits % 8 == 0 && bits <= (1u << 19) && (bits & (bits - 1)) == 0; }

}  // namespace

std::string text(const Type& type) {
  std::string out;
  append_text(type, out, 0);
  return out;
}

const DataLayout::Pointer& DataLayout::pointer(std::uint32_t address_space) const {
  const auto found = pointers.find(address_space);
  return found == pointers.end() ? pointers.at(0) : found->second;
}

std::string DataLayout::read(std::string_view description) {
  while (!description.empty()) {
    const std::size_t end = std::min(description.find('-'), description.size());
    const std::string_view item = description.substr(0, end);
    description.remove_prefix(std::min(end + 1, description.size()));
    if (item.empty()) continue;
    const char kind = item.front();
    if (kind == 'e' || kind == 'E') {
      big_endian = kind == 'E';
      continue;
    }
    if (std::string_view("pifva").find(kind) == std::string_view::npos) continue;
    const std::size_t colon = std::min(item.find(':'), item.size());
    std::vector<std::uint32_t> key, values;
    if (!read_numbers(item.substr(1, colon - 1), key) || colon == item.size() ||
        !read_numbers(item.substr(colon + 1), values) || values.empty()) {
      return fmt::format("the data layout has '{}'", item);
    }
    const std::uint32_t number = key.empty() ? 0 : key.front();
    const std::uint32_t alignment = kind == 'p' ? (values.size() > 1 ? values[1] : values[0]) : values[0];
    const bool sized = kind != 'p' || (values[0] % 8 == 0 && values[0] != 0 && values[0] <= 128);
    if (!good_alignment(alignment) || !sized || (kind != 'a' && kind != 'p' && number == 0)) {
      return fmt::format("the data layout has '{}'", item);
    }
    const std::uint32_t bytes = std::max(alignment / 8, 1u);
    if (kind == 'p') pointers[number] = {values[0] / 8, bytes};
    if (kind == 'i') integer_alignment[number] = bytes;
    if (kind == 'f') float_alignment[number] = bytes;
    if (kind == 'v') vector_alignment[number] = bytes;
    if (kind == 'a') aggregate_alignment = bytes;
  }
  return "";
}

// ---------------------------------------------------------------- the table

TypeTable::TypeTable() = default;

bool TypeTable::describe(std::string_view description, std::string& problem) {
  if (described_) {
    // Of the versions that matter here, only the alignment of i128 has changed.
    DataLayout other;
    problem = description == description_ ? "" : other.read(description);
    if (!problem.empty() || description == description_) return problem.empty();
    other.integer_alignment[128] = 16;
    DataLayout own = layout_;
    own.integer_alignment[128] = 16;
    return own == other;
  }
  problem = layout_.read(description);
  description_ = description;
  described_ = true;
  return problem.empty();
}

const Type* TypeTable::intern(Type type) {
  std::string key = fmt::format("{}:{}:{}:{}:{}:{}:{}", static_cast<int>(type.kind), type.packed, type.variadic,
                                type.bits, type.address_space, type.count, static_cast<const void*>(type.element));
  for (const Type* member : type.members) key += fmt::format(",{}", static_cast<const void*>(member));
  const auto [place, fresh] = interned_.try_emplace(std::move(key), nullptr);
  if (fresh) place->second = &types_.emplace_back(std::move(type));
  return place->second;
}

const Type* TypeTable::simple(Kind kind) {
  const Type*& known = simple_[static_cast<std::size_t>(kind)];
  if (known == nullptr) known = intern({.kind = kind});
  return known;
}

const Type* TypeTable::integer(std::uint32_t bits) {
  if (bits >= integers_.size()) return intern({.kind = Kind::integer, .bits = bits});
  if (integers_[bits] == nullptr) integers_[bits] = intern({.kind = Kind::integer, .bits = bits});
  return integers_[bits];
}

const Type* TypeTable::pointer(std::uint32_t address_space) {
  if (address_space == 0) return simple(Kind::pointer);
  return intern({.kind = Kind::pointer, .address_space = address_space});
}

const Type* TypeTable::array(std::uint64_t count, const Type* element) {
  return intern({.kind = Kind::array, .count = count, .element = element});
}

const Type* TypeTable::vector(std::uint64_t count, const Type* element, bool scalable) {
  return intern({.kind = scalable ? Kind::scalable : Kind::vector, .count = count, .element = element});
}

const Type* TypeTable::structure(std::vector<const Type*> members, bool packed) {
  return intern({.kind = Kind::structure, .packed = packed, .members = std::move(members)});
}

const Type* TypeTable::function(const Type* result, std::vector<const Type*> parameters, bool variadic) {
  return intern({.kind = Kind::function, .variadic = variadic, .element = result, .members = std::move(parameters)});
}

Type* TypeTable::named(std::string name) {
  return &types_.emplace_back(Type{.kind = Kind::opaque, .name = std::move(name)});
}

// ---------------------------------------------------------------- layout

std::uint32_t TypeTable::number_alignment(const Type& type) const {
  const auto& table = type.kind == Kind::integer ? layout_.integer_alignment : layout_.float_alignment;
  const auto found = table.lower_bound(type.bits);
  return found == table.end() ? std::prev(found)->second : found->second;
}

void TypeTable::measure_structure(Type& type) {
  type.sized = std::all_of(type.members.begin(), type.members.end(), [](const Type* one) { return one->sized; });
  if (!type.sized) return;
  type.alignment = type.packed ? 1 : layout_.aggregate_alignment;
  for (const Type* member : type.members) {
    if (!type.packed) {
      type.alignment = std::max(type.alignment, member->alignment);
      type.size = round_up(type.size, member->alignment);
    }
    type.offsets.push_back(type.size);
    type.size = std::min(type.size + member->size, most_bytes + 1);
  }
  type.size = type.store_size = round_up(type.size, type.alignment);
}

// False with a problem if the type cannot be: it contains itself or is too large.
bool TypeTable::measure(const Type& known, int depth, std::string& problem) {
  if (known.mark == 2) return true;
  auto& type = const_cast<Type&>(known);  // NOLINT: all types are the table's own
  if (type.mark == 1) problem = fmt::format("the type {} contains itself", text(type));
  if (depth > most_nesting) problem = "types within types are nested too deeply";
  if (!problem.empty()) return false;
  type.mark = 1;
  if (type.kind != Kind::function) {
    if (type.element != nullptr && !measure(*type.element, depth + 1, problem)) return false;
    for (const Type* member : type.members) {
      if (!measure(*member, depth + 1, problem)) return false;
    }
  }
  static constexpr std::uint32_t float_bits[] = {16, 16, 32, 64, 80, 128, 128};
  if (type.is_floating()) type.bits = float_bits[static_cast<std::size_t>(type.kind) - std::size_t{2}];
  if (type.kind == Kind::integer || type.is_floating()) {
    type.sized = true;
    type.store_size = (type.bits + 7) / 8;
    type.alignment = number_alignment(type);
    type.size = round_up(type.store_size, type.alignment);
  } else if (type.kind == Kind::pointer) {
    type.sized = true;
    type.size = type.store_size = layout_.pointer(type.address_space).size;
    type.alignment = layout_.pointer(type.address_space).alignment;
  } else if (type.kind == Kind::array) {
    type.sized = type.element->sized;
    type.alignment = type.element->alignment;
    const std::uint64_t one = type.element->size;
    type.size = type.store_size = one != 0 && type.count > most_bytes / one ? most_bytes + 1 : type.count * one;
  } else if (type.kind == Kind::vector) {
    const std::uint64_t bits = type.element->bits != 0 ? type.element->bits : type.element->size * 8;
    type.sized = type.element->sized && type.count <= (1u << 20) && bits <= (1u << 24);
    type.store_size = type.sized ? (type.count * bits + 7) / 8 : 0;
    const auto found = layout_.vector_alignment.find(static_cast<std::uint32_t>(type.store_size * 8));
    std::uint32_t natural = 1;
    while (natural < type.store_size) natural *= 2;
    type.alignment = found == layout_.vector_alignment.end() ? natural : found->second;
    type.size = round_up(type.store_size, type.alignment);
  } else if (type.kind == Kind::structure) {
    measure_structure(type);
  }
  type.mark = 2;
  if (type.size > most_bytes) problem = fmt::format("the type {} has more than 2^40 bytes", text(type));
  return problem.empty();
}

std::string TypeTable::lay_out() {
  std::string problem;
  for (; laid_out_ < types_.size(); ++laid_out_) {
    if (!measure(types_[laid_out_], 0, problem)) return problem;
  }
  return "";
}

}  // namespace waymark::llvm

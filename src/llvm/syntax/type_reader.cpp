#include "llvm/syntax/type_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace waymark::llvm {

namespace {

constexpr int most_type_depth = 100;
constexpr std::uint32_t most_integer_bits = 1u << 23;
constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;

struct SimpleType {
  std::string_view word;
  Kind kind;
};
constexpr SimpleType simple_types[] = {
    {"void", Kind::nothing},      {"float", Kind::float32},  {"double", Kind::float64},      {"label", Kind::label},
    {"metadata", Kind::metadata}, {"token", Kind::token},    {"half", Kind::half},           {"bfloat", Kind::bfloat},
    {"x86_fp80", Kind::x86_fp80}, {"fp128", Kind::fp128},    {"ppc_fp128", Kind::ppc_fp128}, {"opaque", Kind::opaque},
    {"x86_mmx", Kind::opaque},    {"x86_amx", Kind::opaque}, {"target", Kind::opaque},
};

// The width of i32 and its like, or 0.
std::uint32_t integer_width(std::string_view word) {
  if (word.size() < 2 || word[0] != 'i') return 0;
  std::uint32_t bits = 0;
  const auto [behind, fault] = std::from_chars(word.data() + 1, word.data() + word.size(), bits);
  return fault == std::errc() && behind == word.data() + word.size() && bits <= most_integer_bits ? bits : 0;
}

const SimpleType* simple_type(std::string_view word) {
  const auto* const found = std::find_if(std::begin(simple_types), std::end(simple_types),
                                         [&](const SimpleType& one) { return one.word == word; });
  return found == std::end(simple_types) ? nullptr : found;
}

}  // namespace

bool TypeReader::starts() const {
  const Token& now = tokens_.now();
  if (now.kind == Tok::local || tokens_.is('{') || tokens_.is('[') || tokens_.is('<')) return true;
  if (now.kind != Tok::word) return false;
  return now.text == "ptr" || integer_width(now.text) != 0 || simple_type(now.text) != nullptr;
}

const Type* TypeReader::read_in_parentheses() {
  tokens_.expect('(');
  const Type* const type = read();
  tokens_.expect(')');
  return type;
}

Type* TypeReader::named(const Token& name) {
  std::string key = name.quoted ? unescaped(name.text) : std::string(name.text);
  Type*& known = named_[key];
  if (known == nullptr) known = types_.named(std::move(key));
  return known;
}

void TypeReader::define(const Token& name) {
  Type* const type = named(name);
  if (defined_[type]) tokens_.fault_at(name.offset, fmt::format("the type %{} is defined twice", name.text));
  defined_[type] = true;
  if (tokens_.take("opaque")) return;
  const Type* const body = read();
  // A name for what is no structure is rare; the layout of the body counts.
  type->kind = body->kind;
  type->packed = body->packed;
  type->variadic = body->variadic;
  type->bits = body->bits;
  type->address_space = body->address_space;
  type->count = body->count;
  type->element = body->element;
  type->members = body->members;
}

std::uint32_t TypeReader::read_address_space() {
  if (!tokens_.take("addrspace")) return 0;
  tokens_.expect('(');
  std::uint64_t space = 0;
  if (tokens_.is(Tok::string)) {
    tokens_.next();
  } else {
    space = tokens_.expect_number(0xff'ffff);
  }
  tokens_.expect(')');
  return static_cast<std::uint32_t>(space);
}

const Type* TypeReader::read_word(std::string_view word) {
  if (const std::uint32_t bits = integer_width(word); bits != 0) {
    tokens_.next();
    return types_.integer(bits);
  }
  if (tokens_.take("ptr")) return types_.pointer(read_address_space());
  const SimpleType* const simple = simple_type(word);
  if (simple == nullptr) tokens_.fault_expected("a type");
  tokens_.next();
  if (word == "target") tokens_.skip_balanced();
  return types_.simple(simple->kind);
}

std::vector<const Type*> TypeReader::read_members(int depth) {
  std::vector<const Type*> members;
  if (tokens_.is('}')) return members;
  do {
    members.push_back(read(depth + 1));
  } while (tokens_.take(','));
  return members;
}

const Type* TypeReader::read_structure(bool packed, int depth) {
  tokens_.expect('{');
  std::vector<const Type*> members = read_members(depth);
  tokens_.expect('}');
  return types_.structure(std::move(members), packed);
}

const Type* TypeReader::read_sequence(char close, bool vector, int depth) {
  bool scalable = false;
  if (vector && tokens_.take("vscale")) {
    scalable = true;
    tokens_.expect("x");
  }
  const std::uint64_t count = tokens_.expect_number(most_elements);
  tokens_.expect("x");
  const Type* const element = read(depth + 1);
  tokens_.expect(close);
  return vector ? types_.vector(count, element, scalable) : types_.array(count, element);
}

const Type* TypeReader::read_base(int depth) {
  const Token now = tokens_.now();
  if (now.kind == Tok::local) {
    tokens_.next();
    return named(now);
  }
  if (tokens_.is('{')) return read_structure(false, depth);
  if (tokens_.take('[')) return read_sequence(']', false, depth);
  if (tokens_.take('<')) {
    if (!tokens_.is('{')) return read_sequence('>', true, depth);
    const Type* const type = read_structure(true, depth);
    tokens_.expect('>');
    return type;
  }
  if (now.kind != Tok::word) tokens_.fault_expected("a type");
  return read_word(now.text);
}

const Type* TypeReader::read_function(const Type* result, int depth) {
  tokens_.expect('(');
  std::vector<const Type*> parameters;
  bool variadic = false;
  while (!tokens_.is(')')) {
    if (tokens_.is(Tok::dots)) {
      tokens_.next();
      variadic = true;
      break;
    }
    parameters.push_back(read(depth + 1));
    if (!tokens_.is(')')) tokens_.expect(',');
  }
  tokens_.expect(')');
  return types_.function(result, std::move(parameters), variadic);
}

const Type* TypeReader::read(int depth) {
  if (depth > most_type_depth) tokens_.fault("types within types are nested too deeply");
  const Type* type = read_base(depth);
  for (int more = 0;; ++more) {
    if (tokens_.is('(')) {
      type = read_function(type, depth);
    } else if (tokens_.take('*')) {
      type = types_.pointer(0);
    } else if (tokens_.is("addrspace")) {
      const std::uint32_t space = read_address_space();
      tokens_.expect('*');
      type = types_.pointer(space);
    } else {
      return type;
    }
    if (more > most_type_depth && !type->is_pointer()) tokens_.fault("types within types are nested too deeply");
  }
}

}  // namespace waymark::llvm

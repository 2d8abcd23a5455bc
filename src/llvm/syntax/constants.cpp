#include "llvm/syntax/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "llvm/syntax/opcodes.hpp"

namespace waymark::llvm {

namespace {

constexpr int most_constant_depth = 200;
constexpr std::uint64_t most_splat = 64;

constexpr std::string_view constant_words[] = {"null",
                                               "undef",
                                               "poison",
                                               "true",
                                               "false",
                                               "zeroinitializer",
                                               "none",
                                               "asm",
                                               "blockaddress",
                                               "splat",
                                               "dso_local_equivalent",
                                               "no_cfi",
                                               "ptrauth"};

// A decimal or hexadecimal number of up to 128 bits, the sign aside; false if it is larger.
bool read_digits(std::string_view digits, unsigned base, std::uint64_t& low, std::uint64_t& high) {
  std::uint64_t part[4] = {0, 0, 0, 0};  // of 32 bits each
  for (const char c : digits) {
    const bool decimal = c >= '0' && c <= '9';
    std::uint64_t carry = static_cast<std::uint64_t>(decimal ? c - '0' : (c | 0x20) - 'a' + 10);
    if (carry >= base) return false;
    for (std::uint64_t& one : part) {
      const std::uint64_t sum = one * base + carry;
      one = sum & 0xffff'ffff;
      carry = sum >> 32;
    }
    if (carry != 0) return false;
  }
  low = part[0] | part[1] << 32;
  high = part[2] | part[3] << 32;
  return true;
}

void negate(std::uint64_t& low, std::uint64_t& high) {
  low = ~low + 1;
  high = ~high + (low == 0 ? 1 : 0);
}

// Cuts a number to its width; false if bits are lost that are not those of its sign.
bool cut(std::uint32_t bits, bool negative, std::uint64_t& low, std::uint64_t& high) {
  const std::uint64_t sign = negative ? ~std::uint64_t{0} : 0;
  if (bits >= 128) return true;
  if (bits >= 64) {
    const std::uint64_t mask = bits == 64 ? 0 : (std::uint64_t{1} << (bits - 64)) - 1;
    const bool fits = (high & ~mask) == (sign & ~mask);
    high &= mask;
    return fits;
  }
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const bool fits = high == sign && (low & ~mask) == (sign & ~mask);
  low &= mask;
  high = 0;
  return fits;
}

}  // namespace

// A name that starts with \01 is the one of the assembler, which is the same here.
std::string name_of(const Token& token) {
  if (!token.quoted) return std::string(token.text);
  std::string name = unescaped(token.text);
  return name.starts_with('\x01') ? name.substr(1) : name;
}

bool Constants::starts() const {
  const Token& now = tokens_.now();
  if (now.kind == Tok::word) {
    if (std::find(std::begin(constant_words), std::end(constant_words), now.text) != std::end(constant_words)) {
      return true;
    }
    return opcode_of(now.text).has_value();
  }
  return now.kind == Tok::global || now.kind == Tok::number || now.kind == Tok::floating || now.kind == Tok::bytes ||
         tokens_.is('{') || tokens_.is('[') || tokens_.is('<');
}

std::uint32_t Constants::add(Constant constant) {
  if (module_.constants.size() >= Operand::limit) tokens_.fault("there are too many constants");
  module_.constants.push_back(constant);
  return static_cast<std::uint32_t>(module_.constants.size() - 1);
}

std::uint32_t Constants::add_text(ConstantKind kind, const Type* type, std::string text) {
  module_.strings.push_back(std::move(text));
  return add({.kind = kind, .type = type, .low = module_.strings.size() - 1});
}

std::uint32_t Constants::add_with_elements(Constant constant, const std::vector<std::uint32_t>& elements) {
  constant.first = static_cast<std::uint32_t>(module_.elements.size());
  constant.count = static_cast<std::uint32_t>(elements.size());
  module_.elements.insert(module_.elements.end(), elements.begin(), elements.end());
  return add(constant);
}

std::uint32_t Constants::integer(const Type* type, std::uint64_t value) {
  if (value >= (1u << 16) || !type->is_integer() || type->bits > 128) {
    return add({.kind = ConstantKind::integer, .type = type, .low = value});
  }
  const auto [place, fresh] = small_integers_.try_emplace(std::uint64_t{type->bits} << 32 | value, 0);
  if (fresh) place->second = add({.kind = ConstantKind::integer, .type = type, .low = value});
  return place->second;
}

// ---------------------------------------------------------------- symbols

std::uint32_t Constants::symbol(const Token& name) {
  const auto [place, fresh] = symbols_.try_emplace(name_of(name));
  if (fresh) {
    place->second.offset = name.offset;
    place->second.constant = add({.kind = ConstantKind::unsupported, .type = module_.types->pointer()});
  }
  return place->second.constant;
}

void Constants::define(const Token& name, ConstantKind kind, std::size_t index) {
  define(name_of(name), name.offset, kind, index);
}

void Constants::define(const std::string& name, std::size_t offset, ConstantKind kind, std::size_t index) {
  const auto [place, fresh] = symbols_.try_emplace(name);
  Symbol& symbol = place->second;
  if (symbol.defined) tokens_.fault_at(offset, fmt::format("@{} is defined twice", name));
  if (fresh) symbol.constant = add({.type = module_.types->pointer()});
  symbol.defined = true;
  Constant& constant = module_.constants[symbol.constant];
  constant.kind = kind;
  constant.low = index;
  if (kind == ConstantKind::global) constant.type = module_.types->pointer(module_.globals[index].address_space);
}

void Constants::finish() {
  const Symbol* missing = nullptr;
  std::string name;
  for (const auto& [one, symbol] : symbols_) {
    if (symbol.defined || (missing != nullptr && missing->offset < symbol.offset)) continue;
    missing = &symbol;
    name = one;
  }
  if (missing != nullptr) tokens_.fault_at(missing->offset, fmt::format("@{} is neither defined nor declared", name));
  bind_blocks();
}

void Constants::bind_blocks() {
  std::unordered_map<std::uint64_t, std::unordered_map<std::string_view, std::uint32_t>> blocks;
  for (const BlockAddress& one : block_addresses_) {
    const Constant& named = module_.constants[one.function];
    if (named.kind != ConstantKind::function) tokens_.fault_at(one.offset, "a function is expected");
    const Function& function = module_.functions[named.low];
    auto& known = blocks[named.low];
    if (known.empty()) {
      for (std::uint32_t i = 0; i < function.blocks.size(); ++i) known.emplace(function.blocks[i].name, i);
    }
    const auto found = known.find(one.block);
    if (found == known.end())
      tokens_.fault_at(one.offset, fmt::format("@{} has no block %{}", function.name, one.block));
    module_.constants[one.constant].low = named.low;
    module_.constants[one.constant].high = found->second;
  }
}

// ---------------------------------------------------------------- reading

std::uint32_t Constants::read_typed(int depth) {
  const Type* const type = type_reader_.read();
  return read(type, depth);
}

std::uint32_t Constants::read(const Type* type, int depth) {
  if (depth > most_constant_depth) tokens_.fault("constants within constants are nested too deeply");
  const Token now = tokens_.now();
  switch (now.kind) {
    case Tok::number:
      return type->is_floating() ? read_floating(type) : read_integer(type);
    case Tok::floating:
      return now.text.starts_with("u0x") || now.text.starts_with("s0x") ? read_integer(type) : read_floating(type);
    case Tok::global: {
      tokens_.next();
      return symbol(now);
    }
    case Tok::bytes: {
      tokens_.next();
      return add_text(ConstantKind::string, type, unescaped(now.text));
    }
    case Tok::word:
      return read_word(type, depth);
    default:
      break;
  }
  if (tokens_.take('{')) return read_elements(type, '}', depth);
  if (tokens_.take('[')) return read_elements(type, ']', depth);
  if (tokens_.take('<')) {
    if (!tokens_.take('{')) return read_elements(type, '>', depth);
    const std::uint32_t made = read_elements(type, '}', depth);
    tokens_.expect('>');
    return made;
  }
  tokens_.fault_expected("a constant");
}

std::uint32_t Constants::read_integer(const Type* type) {
  const Token now = tokens_.now();
  if (!type->is_integer()) tokens_.fault(fmt::format("a value of type {} is expected, not a number", text(*type)));
  std::string_view digits = now.text;
  const bool hexadecimal = now.kind == Tok::floating;
  const bool negative = digits.front() == '-';
  if (hexadecimal) digits.remove_prefix(3);
  if (negative || digits.front() == '+') digits.remove_prefix(1);
  tokens_.next();
  std::uint64_t low = 0, high = 0;
  if (!read_digits(digits, hexadecimal ? 16 : 10, low, high)) {
    if (type->bits > 128 && digits.size() < 10'000) {
      return add_text(ConstantKind::unsupported, type, fmt::format("i{} {}", type->bits, now.text));
    }
    tokens_.fault_at(now.offset, "the number is too large for its type");
  }
  const bool minus = negative && (low | high) != 0;
  if (minus) negate(low, high);
  const bool sign = minus && (high >> 63) != 0;
  if (minus && !sign) tokens_.fault_at(now.offset, "the number is too large for its type");
  if (type->bits > 128 && minus) return add_text(ConstantKind::unsupported, type, std::string(now.text));
  if (!cut(type->bits, sign, low, high)) {
    // i8 255 and i8 -1 are the same; i8 -129 and i8 256 are not.
    tokens_.fault_at(now.offset, "the number is too large for its type");
  }
  if (high == 0) return integer(type, low);
  return add({.kind = ConstantKind::integer, .type = type, .low = low, .high = high});
}

std::uint32_t Constants::read_floating(const Type* type) {
  const Token now = tokens_.now();
  std::string_view digits = now.text;
  Constant made{.kind = ConstantKind::floating, .type = type};
  const auto bad = [&] { tokens_.fault_at(now.offset, fmt::format("a value of type {} is expected", text(*type))); };
  if (!type->is_floating()) bad();
  tokens_.next();
  const bool is_double = type->kind == Kind::float64 || type->kind == Kind::float32;
  double value = 0;
  if (digits.starts_with("0x")) {
    digits.remove_prefix(2);
    static constexpr std::string_view letters = "HR..KLM";  // in the order of the kinds from half on
    const char letter = letters[static_cast<std::size_t>(type->kind) - static_cast<std::size_t>(Kind::half)];
    if (!is_double) {
      if (digits.empty() || digits.front() != letter) bad();
      digits.remove_prefix(1);
    }
    const std::size_t most = type->kind == Kind::x86_fp80     ? 20
                             : letter == 'L' || letter == 'M' ? 32
                             : is_double                      ? 16
                                                              : 4;
    if (digits.empty() || digits.size() > most || !read_digits(digits, 16, made.low, made.high)) bad();
    // Of a quad, the half with the lower bits is written first.
    if (most == 32 && digits.size() == 32) std::swap(made.low, made.high);
    if (type->kind != Kind::float32) return add(made);
    value = std::bit_cast<double>(made.low);
  } else {
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto [behind, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (fault != std::errc() || behind != digits.data() + digits.size()) bad();
    if (!is_double) return add_text(ConstantKind::unsupported, type, std::string(now.text));
  }
  made.low = type->kind == Kind::float64 ? std::bit_cast<std::uint64_t>(value)
                                         : std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return add(made);
}

std::uint32_t Constants::read_elements(const Type* type, char close, int depth) {
  std::vector<std::uint32_t> elements;
  while (!tokens_.is(close)) {
    elements.push_back(read_typed(depth + 1));
    if (!tokens_.is(close)) tokens_.expect(',');
  }
  tokens_.expect(close);
  return add_with_elements({.kind = ConstantKind::aggregate, .type = type}, elements);
}

std::uint32_t Constants::read_splat(const Type* type, int depth) {
  tokens_.expect('(');
  const std::uint32_t element = read_typed(depth + 1);
  tokens_.expect(')');
  if (type->kind != Kind::vector || type->count > most_splat) return add_text(ConstantKind::unsupported, type, "splat");
  return add_with_elements({.kind = ConstantKind::aggregate, .type = type},
                           std::vector<std::uint32_t>(type->count, element));
}

std::uint32_t Constants::read_block_address(const Type* type) {
  tokens_.expect('(');
  const Token function = tokens_.expect(Tok::global, "a function");
  tokens_.expect(',');
  const Token block = tokens_.expect(Tok::local, "a block");
  tokens_.expect(')');
  BlockAddress made;
  made.function = symbol(function);
  made.block = name_of(block);
  made.offset = block.offset;
  made.constant = add({.kind = ConstantKind::block, .type = type});
  block_addresses_.push_back(made);
  return made.constant;
}

std::uint32_t Constants::read_assembly(const Type* type) {
  std::string code;
  while (tokens_.is(Tok::word)) tokens_.next();  // sideeffect, alignstack, inteldialect, unwind
  code = tokens_.expect_string();
  tokens_.expect(',');
  code += " : " + tokens_.expect_string();
  return add_text(ConstantKind::assembly, type, code);
}

std::uint32_t Constants::read_word(const Type* type, int depth) {
  const Token now = tokens_.now();
  if (opcode_of(now.text).has_value()) return read_expression(type, depth);
  tokens_.next();
  if (now.text == "true" || now.text == "false") {
    if (!type->is_integer() || type->bits != 1)
      tokens_.fault_at(now.offset, fmt::format("{} is no truth value", text(*type)));
    return integer(type, now.text == "true" ? 1 : 0);
  }
  if (now.text == "null") return add({.kind = ConstantKind::null, .type = type});
  if (now.text == "undef") return add({.kind = ConstantKind::undef, .type = type});
  if (now.text == "poison") return add({.kind = ConstantKind::poison, .type = type});
  if (now.text == "zeroinitializer" || now.text == "none") return add({.kind = ConstantKind::zero, .type = type});
  if (now.text == "blockaddress") return read_block_address(type);
  if (now.text == "splat") return read_splat(type, depth);
  if (now.text == "asm") return read_assembly(type);
  if (now.text == "dso_local_equivalent" || now.text == "no_cfi")
    return symbol(tokens_.expect(Tok::global, "a function"));
  if (now.text == "ptrauth") {
    tokens_.skip_balanced();
    return add_text(ConstantKind::unsupported, type, "ptrauth");
  }
  tokens_.fault_at(now.offset, fmt::format("a constant is expected, not '{}'", now.text));
}

// ---------------------------------------------------------------- expressions

// The source's type, the base and the indices.
void Constants::read_element_pointer(Constant& made, std::vector<std::uint32_t>& elements, int depth) {
  made.source = type_reader_.read();
  while (tokens_.take(',')) {
    (void)tokens_.take("inrange");
    elements.push_back(read_typed(depth + 1));
  }
  if (elements.empty()) tokens_.fault_expected("an address");
}

std::uint32_t Constants::read_expression(const Type* type, int depth) {
  const Token word = tokens_.now();
  Constant made{.kind = ConstantKind::expression, .opcode = *opcode_of(word.text), .type = type};
  tokens_.next();
  for (;;) {
    if (tokens_.take("inrange")) {
      if (tokens_.is('(')) tokens_.skip_balanced();
    } else if (const auto flag = tokens_.is(Tok::word) ? flag_of(tokens_.now().text) : std::nullopt; flag.has_value()) {
      made.flags |= *flag;
      tokens_.next();
    } else {
      break;
    }
  }
  if (made.opcode == Opcode::icmp || made.opcode == Opcode::fcmp) {
    const auto predicate =
        made.opcode == Opcode::icmp ? integer_predicate_of(tokens_.now().text) : float_predicate_of(tokens_.now().text);
    if (!predicate.has_value()) tokens_.fault_expected("a comparison");
    made.predicate = *predicate;
    tokens_.next();
  }
  tokens_.expect('(');
  std::vector<std::uint32_t> elements;
  if (made.opcode == Opcode::getelementptr) {
    read_element_pointer(made, elements, depth);
  } else if (is_cast(made.opcode)) {
    elements.push_back(read_typed(depth + 1));
    tokens_.expect("to");
    made.type = type_reader_.read();
    if (made.opcode == Opcode::bitcast && module_.constants[elements[0]].type == made.type) {
      tokens_.expect(')');
      return elements[0];  // pointers have no pointee, so nothing is converted
    }
  } else {
    while (!tokens_.is(')')) {
      if (tokens_.is(Tok::number)) {  // an index of extractvalue
        elements.push_back(integer(module_.types->integer(32), tokens_.expect_number(0xffff)));
      } else {
        elements.push_back(read_typed(depth + 1));
      }
      if (!tokens_.is(')')) tokens_.expect(',');
    }
  }
  tokens_.expect(')');
  return add_with_elements(made, elements);
}

}  // namespace waymark::llvm

#include "llvm/syntax/function_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "llvm/syntax/opcodes.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t most_alignment = std::uint64_t{1} << 32;
constexpr std::uint32_t not_yet = 0xffff'ffff;

}  // namespace

FunctionReader::FunctionReader(Parts& parts, Function& function, std::size_t index, std::vector<std::uint32_t>& offsets)
    : parts_(parts), tokens_(parts.tokens), function_(function), index_(index), offsets_(offsets) {}

// ---------------------------------------------------------------- names

// Numbers of unnamed registers and blocks go on behind the last one.
void FunctionReader::note_number(std::string_view name) {
  std::uint32_t number = 0;
  const auto [behind, fault] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (fault == std::errc() && behind == name.data() + name.size()) next_number_ = std::uint64_t{number} + 1;
}

void FunctionReader::add_parameter(const Token* name, const Type* type) { (void)define_register(name, type); }

Operand FunctionReader::local(const Token& name, const Type* type) {
  const auto [place, fresh] = registers_.try_emplace(name_of(name));
  LocalName& known = place->second;
  if (fresh) {
    known.offset = name.offset;
    known.index = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({type, ""});
  }
  Register& found = function_.registers[known.index];
  if (found.type == nullptr) found.type = type;
  if (found.type != type) {
    tokens_.fault_at(name.offset,
                     fmt::format("%{} has the type {}, not {}", name.text, text(*found.type), text(*type)));
  }
  return Operand::local(known.index);
}

std::uint32_t FunctionReader::define_register(const Token* name, const Type* type) {
  const bool numbered = name == nullptr;
  const std::string key = numbered ? std::to_string(next_number_) : name_of(*name);
  const std::size_t offset = numbered ? tokens_.now().offset : name->offset;
  const auto [place, fresh] = registers_.try_emplace(key);
  LocalName& known = place->second;
  if (known.defined) tokens_.fault_at(offset, fmt::format("%{} is defined twice", key));
  if (fresh) {
    known.index = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({type, ""});
  }
  known.defined = true;
  known.offset = offset;
  Register& made = function_.registers[known.index];
  if (made.type == nullptr) made.type = type;
  if (type != nullptr && made.type != type) {
    tokens_.fault_at(offset, fmt::format("%{} has the type {}, but is used as {}", key, text(*type), text(*made.type)));
  }
  const std::uint64_t before = next_number_;
  note_number(key);
  if (!numbered && next_number_ == before) made.name = key;
  return known.index;
}

std::uint32_t FunctionReader::block(const Token& name) {
  const auto [place, fresh] = blocks_.try_emplace(name_of(name));
  if (fresh) {
    place->second.offset = name.offset;
    place->second.index = static_cast<std::uint32_t>(order_.size());
    order_.push_back(not_yet);
  }
  return place->second.index;
}

void FunctionReader::start_block(std::string name, std::size_t offset) {
  if (open_) tokens_.fault_at(offset, fmt::format("the block before %{} does not end with a jump", name));
  const auto [place, fresh] = blocks_.try_emplace(name);
  LocalName& known = place->second;
  if (known.defined) tokens_.fault_at(offset, fmt::format("the block %{} is defined twice", name));
  if (fresh) {
    known.index = static_cast<std::uint32_t>(order_.size());
    order_.push_back(not_yet);
  }
  known.defined = true;
  order_[known.index] = static_cast<std::uint32_t>(function_.blocks.size());
  note_number(name);
  function_.blocks.push_back({std::move(name), static_cast<std::uint32_t>(function_.instructions.size()), 0});
  open_ = true;
}

void FunctionReader::finish() {
  if (open_) tokens_.fault("the last block does not end with a jump");
  if (function_.blocks.empty()) tokens_.fault("the function has no instructions");
  const auto check = [&](const auto& names, std::string_view what) {
    const LocalName* missing = nullptr;
    const std::string* key = nullptr;
    for (const auto& [name, known] : names) {
      if (known.defined || (missing != nullptr && missing->offset < known.offset)) continue;
      missing = &known;
      key = &name;
    }
    if (missing != nullptr) tokens_.fault_at(missing->offset, fmt::format("{} %{} is not defined", what, *key));
  };
  check(blocks_, "the block");
  check(registers_, "the register");
  for (std::uint32_t& one : function_.targets) one = order_[one];
  for (Register& one : function_.registers) {
    if (one.type == nullptr) one.type = parts_.module.types->simple(Kind::token);
  }
  for (std::size_t i = 0; i < function_.blocks.size(); ++i) {
    const std::size_t end =
        i + 1 < function_.blocks.size() ? function_.blocks[i + 1].first : function_.instructions.size();
    function_.blocks[i].count = static_cast<std::uint32_t>(end - function_.blocks[i].first);
  }
}

// ---------------------------------------------------------------- operands

Operand FunctionReader::read_value(const Type* type) {
  if (tokens_.is(Tok::local)) {
    const Token name = tokens_.now();
    tokens_.next();
    return local(name, type);
  }
  return Operand::constant(parts_.constants.read(type));
}

Operand FunctionReader::read_typed(const Type*& type) {
  type = parts_.types.read();
  return read_value(type);
}

void FunctionReader::operand(Instruction& made, Operand value) {
  function_.operands.push_back(value);
  ++made.operand_count;
}

void FunctionReader::target(Instruction& made) {
  tokens_.expect("label");
  function_.targets.push_back(block(tokens_.expect(Tok::local, "a block")));
  ++made.block_count;
}

void FunctionReader::number(Instruction& made, std::uint64_t value) {
  function_.numbers.push_back(static_cast<std::uint32_t>(value));
  ++made.number_count;
}

// Steps over a comma, and over alignments and metadata behind it. True if something else follows: a further operand.
bool FunctionReader::more(Instruction& made) {
  while (tokens_.take(',')) {
    if (tokens_.take("align")) {
      made.alignment =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(tokens_.expect_number(most_alignment), 1u << 31));
    } else if (tokens_.take("addrspace")) {
      tokens_.skip_balanced();
    } else if (tokens_.is(Tok::metadata)) {
      read_attachment(made);
    } else {
      return true;
    }
  }
  return false;
}

// `!dbg !12`: the present token is the kind.
void FunctionReader::read_attachment(Instruction& made) {
  const bool is_place = tokens_.now().text == "dbg";
  tokens_.next();
  bool computes = false;
  const std::uint64_t node = read_metadata(parts_, computes);
  if (is_place) made.place = parts_.debug.place(node);
}

void FunctionReader::read_flags(Instruction& made) {
  while (tokens_.is(Tok::word)) {
    const auto known = flag_of(tokens_.now().text);
    if (!known.has_value()) return;
    made.flags |= *known;
    tokens_.next();
  }
}

void FunctionReader::read_ordering(Instruction& made, Ordering& ordering) {
  if (tokens_.take("syncscope")) {
    tokens_.expect('(');
    if (tokens_.expect_string() == "singlethread") made.flags |= flag::one_thread;
    tokens_.expect(')');
  }
  const auto known = tokens_.is(Tok::word) ? ordering_of(tokens_.now().text) : std::nullopt;
  if (!known.has_value()) tokens_.fault_expected("a memory order");
  ordering = *known;
  tokens_.next();
}

// ---------------------------------------------------------------- the body

void FunctionReader::read() {
  tokens_.expect('{');
  while (!tokens_.take('}')) {
    const Token now = tokens_.now();
    if (now.kind == Tok::label) {
      tokens_.next();
      start_block(name_of(now), now.offset);
    } else if (now.kind == Tok::record) {
      read_record();
    } else if (now.kind == Tok::end) {
      tokens_.fault("the function has no end");
    } else if (now.text == "uselistorder") {
      (void)tokens_.skip_line();
    } else {
      if (!open_) start_block(std::to_string(next_number_), now.offset);
      read_instruction();
    }
  }
  finish();
}

void FunctionReader::read_instruction() {
  Instruction made;
  const Token first = tokens_.now();
  const bool has_name = first.kind == Tok::local;
  if (has_name) {
    tokens_.next();
    tokens_.expect('=');
  }
  made.type = parts_.module.types->simple(Kind::nothing);
  made.first_operand = static_cast<std::uint32_t>(function_.operands.size());
  made.first_block = static_cast<std::uint32_t>(function_.targets.size());
  made.first_number = static_cast<std::uint32_t>(function_.numbers.size());
  if (!tokens_.is(Tok::word)) tokens_.fault_expected("an instruction");
  if (!read_family(made)) return;
  while (more(made)) {
    tokens_.fault_expected("the end of the instruction");
  }
  const bool unknown = made.opcode == Opcode::unsupported;
  if (has_name || (!unknown && made.type->kind != Kind::nothing)) {
    if (!unknown && made.type->kind == Kind::nothing) tokens_.fault_at(first.offset, "the instruction has no result");
    made.result = define_register(has_name ? &first : nullptr, unknown ? nullptr : made.type);
  }
  function_.instructions.push_back(made);
  offsets_.push_back(static_cast<std::uint32_t>(first.offset));
  if (ends_block(made.opcode)) open_ = false;
}

// Reads an instruction with all its operands. False if it is no instruction but a word about the source.
bool FunctionReader::read_family(Instruction& made) {
  const std::string_view word = tokens_.now().text;
  if (word == "tail" || word == "musttail" || word == "notail") {
    if (word != "notail") made.flags |= word == "tail" ? flag::tail : flag::must_tail;
    tokens_.next();
  }
  const auto opcode = opcode_of(tokens_.now().text);
  if (!opcode.has_value() || *opcode == Opcode::callbr) {
    read_unsupported(made);
    return true;
  }
  made.opcode = *opcode;
  tokens_.next();
  if (is_binary(made.opcode) || is_cast(made.opcode)) {
    read_binary(made);
    return true;
  }
  switch (made.opcode) {
    case Opcode::fneg:
    case Opcode::freeze:
      read_binary(made);
      break;
    case Opcode::icmp:
    case Opcode::fcmp:
    case Opcode::select:
      read_comparison(made);
      break;
    case Opcode::phi:
      read_phi(made);
      break;
    case Opcode::switch_:
      read_switch(made);
      break;
    case Opcode::br:
    case Opcode::indirectbr:
    case Opcode::ret:
    case Opcode::resume:
    case Opcode::unreachable:
      read_branch(made);
      break;
    case Opcode::alloca:
    case Opcode::load:
    case Opcode::store:
      read_memory(made);
      break;
    case Opcode::fence:
    case Opcode::cmpxchg:
    case Opcode::atomicrmw:
      read_atomic(made);
      break;
    case Opcode::getelementptr:
      read_element_pointer(made);
      break;
    case Opcode::extractvalue:
    case Opcode::insertvalue:
      read_aggregate(made);
      break;
    case Opcode::va_arg:
    case Opcode::extractelement:
    case Opcode::insertelement:
    case Opcode::shufflevector:
      read_vector(made);
      break;
    case Opcode::landingpad:
      read_landing_pad(made);
      break;
    default:
      return read_call(made);
  }
  return true;
}

// An instruction of a kind that is not known. Its line is kept; it may end a block.
void FunctionReader::read_unsupported(Instruction& made) {
  const std::string_view word = tokens_.now().text;
  const bool ends = word == "callbr" || word == "catchswitch" || word == "catchret" || word == "cleanupret";
  std::string line(tokens_.skip_line());
  while (ends && (tokens_.is("to") || tokens_.is("unwind"))) line += " " + std::string(tokens_.skip_line());
  made.opcode = Opcode::unsupported;
  made.extra = static_cast<std::uint32_t>(function_.texts.size());
  function_.texts.push_back(line.substr(0, std::min(line.find(", !"), std::size_t{200})));
  if (ends) open_ = false;
}

// ---------------------------------------------------------------- families

void FunctionReader::read_binary(Instruction& made) {
  read_flags(made);
  const Type* type = nullptr;
  operand(made, read_typed(type));
  made.type = type;
  if (is_cast(made.opcode)) {
    tokens_.expect("to");
    made.source = type;
    made.type = parts_.types.read();
  } else if (is_binary(made.opcode)) {
    tokens_.expect(',');
    operand(made, read_value(type));
  }
}

void FunctionReader::read_comparison(Instruction& made) {
  read_flags(made);
  TypeTable& types = *parts_.module.types;
  const Type* type = nullptr;
  if (made.opcode == Opcode::select) {
    operand(made, read_typed(type));
    tokens_.expect(',');
    operand(made, read_typed(made.type));
    tokens_.expect(',');
    operand(made, read_typed(type));
    return;
  }
  const auto predicate =
      made.opcode == Opcode::icmp ? integer_predicate_of(tokens_.now().text) : float_predicate_of(tokens_.now().text);
  if (!predicate.has_value()) tokens_.fault_expected("a comparison");
  made.predicate = *predicate;
  tokens_.next();
  operand(made, read_typed(type));
  tokens_.expect(',');
  operand(made, read_value(type));
  made.source = type;
  made.type = types.integer(1);
  if (type->kind == Kind::vector) made.type = types.vector(type->count, made.type);
}

void FunctionReader::read_phi(Instruction& made) {
  read_flags(made);
  made.type = parts_.types.read();
  if (!tokens_.is('[')) return;
  do {
    tokens_.expect('[');
    operand(made, read_value(made.type));
    tokens_.expect(',');
    function_.targets.push_back(block(tokens_.expect(Tok::local, "a block")));
    ++made.block_count;
    tokens_.expect(']');
  } while (more(made));
}

void FunctionReader::read_switch(Instruction& made) {
  const Type* type = nullptr;
  operand(made, read_typed(type));
  made.source = type;
  tokens_.expect(',');
  target(made);
  tokens_.expect('[');
  while (!tokens_.take(']')) {
    operand(made, Operand::constant(parts_.constants.read_typed()));
    tokens_.expect(',');
    target(made);
  }
}

void FunctionReader::read_branch(Instruction& made) {
  const Type* type = nullptr;
  if (made.opcode == Opcode::unreachable) return;
  if (made.opcode == Opcode::ret) {
    type = parts_.types.read();
    if (type->kind != Kind::nothing) operand(made, read_value(type));
    made.source = type;
    return;
  }
  if (made.opcode == Opcode::br && tokens_.is("label")) return target(made);
  operand(made, read_typed(type));
  made.source = type;
  if (made.opcode == Opcode::resume) return;
  tokens_.expect(',');
  if (made.opcode == Opcode::br) {
    target(made);
    tokens_.expect(',');
    return target(made);
  }
  tokens_.expect('[');
  while (!tokens_.take(']')) {
    target(made);
    if (!tokens_.is(']')) tokens_.expect(',');
  }
}

void FunctionReader::read_memory(Instruction& made) {
  const Type* type = nullptr;
  bool atomic = false;
  for (;; tokens_.next()) {
    if (tokens_.is("atomic")) {
      atomic = true;
    } else if (tokens_.is("volatile")) {
      made.flags |= flag::is_volatile;
    } else if (tokens_.is("inalloca")) {
      made.flags |= flag::inalloca;
    } else if (!tokens_.is("swifterror")) {
      break;
    }
  }
  if (made.opcode == Opcode::store) {
    operand(made, read_typed(made.source));
    tokens_.expect(',');
    operand(made, read_typed(type));
  } else if (made.opcode == Opcode::load) {
    made.type = made.source = parts_.types.read();
    tokens_.expect(',');
    operand(made, read_typed(type));
  } else {
    made.source = parts_.types.read();
    made.type = parts_.module.types->pointer();
    if (more(made)) operand(made, read_typed(type));
  }
  if (atomic) read_ordering(made, made.ordering);
}

void FunctionReader::read_atomic(Instruction& made) {
  if (made.opcode == Opcode::fence) return read_ordering(made, made.ordering);
  const Type* type = nullptr;
  if (tokens_.take("weak")) made.flags |= flag::weak;
  if (tokens_.take("volatile")) made.flags |= flag::is_volatile;
  if (made.opcode == Opcode::atomicrmw) {
    const auto update = tokens_.is(Tok::word) ? update_of(tokens_.now().text) : std::nullopt;
    if (!update.has_value()) tokens_.fault_expected("an operation");
    made.update = *update;
    tokens_.next();
  }
  operand(made, read_typed(type));
  tokens_.expect(',');
  operand(made, read_typed(made.source));
  made.type = made.source;
  if (made.opcode == Opcode::cmpxchg) {
    tokens_.expect(',');
    operand(made, read_typed(type));
    made.type = parts_.module.types->structure({made.source, parts_.module.types->integer(1)}, false);
  }
  read_ordering(made, made.ordering);
  if (made.opcode == Opcode::cmpxchg) read_ordering(made, made.failure);
}

void FunctionReader::read_element_pointer(Instruction& made) {
  read_flags(made);
  made.source = parts_.types.read();
  tokens_.expect(',');
  const Type* type = nullptr;
  operand(made, read_typed(type));
  made.type = type;
  while (more(made)) {
    (void)tokens_.take("inrange");
    operand(made, read_typed(type));
    if (type->kind == Kind::vector && made.type->kind != Kind::vector) {
      made.type = parts_.module.types->vector(type->count, made.type);
    }
  }
}

void FunctionReader::read_aggregate(Instruction& made) {
  const Type* type = nullptr;
  operand(made, read_typed(type));
  made.source = made.type = type;
  if (made.opcode == Opcode::insertvalue) {
    tokens_.expect(',');
    const Type* element = nullptr;
    operand(made, read_typed(element));
  }
  while (more(made)) {
    const std::uint64_t index = tokens_.expect_number(0xffff'fff0);
    number(made, index);
    const bool array = type->kind == Kind::array;
    if (!type->is_aggregate() || index >= (array ? type->count : type->members.size())) {
      tokens_.fault(fmt::format("the type {} has no element {}", text(*type), index));
    }
    type = array ? type->element : type->members[index];
  }
  if (made.number_count == 0) tokens_.fault_expected("an index");
  if (made.opcode == Opcode::extractvalue) made.type = type;
}

void FunctionReader::read_vector(Instruction& made) {
  const Type* type = nullptr;
  operand(made, read_typed(type));
  made.source = made.type = type;
  tokens_.expect(',');
  if (made.opcode == Opcode::va_arg) {
    made.type = parts_.types.read();
    return;
  }
  if (type->kind != Kind::vector && type->kind != Kind::scalable) tokens_.fault("a vector is expected before it");
  const Type* other = nullptr;
  operand(made, read_typed(other));
  if (made.opcode == Opcode::extractelement) {
    made.type = type->element;
    return;
  }
  tokens_.expect(',');
  operand(made, read_typed(other));
  if (made.opcode == Opcode::shufflevector) {
    made.type = parts_.module.types->vector(other->count, type->element, other->kind == Kind::scalable);
  }
}

void FunctionReader::read_landing_pad(Instruction& made) {
  made.type = parts_.types.read();
  for (;;) {
    if (tokens_.take("cleanup")) {
      made.flags |= flag::cleanup;
    } else if (tokens_.is("catch") || tokens_.is("filter")) {
      number(made, tokens_.is("catch") ? 0 : 1);
      tokens_.next();
      operand(made, Operand::constant(parts_.constants.read_typed()));
    } else {
      return;
    }
  }
}

}  // namespace waymark::llvm

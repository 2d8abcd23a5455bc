#include "llvm/code/decoder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace waymark::llvm {

namespace {

constexpr std::uint64_t most_object_bytes = 1u << 26;

bool is_life_mark(std::string_view name) { return name.starts_with("llvm.lifetime."); }

Do arithmetic_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::add:
      return Do::add;
    case Opcode::sub:
      return Do::sub;
    case Opcode::mul:
      return Do::mul;
    case Opcode::udiv:
      return Do::udiv;
    case Opcode::sdiv:
      return Do::sdiv;
    case Opcode::urem:
      return Do::urem;
    case Opcode::srem:
      return Do::srem;
    case Opcode::shl:
      return Do::shl;
    case Opcode::lshr:
      return Do::lshr;
    case Opcode::ashr:
      return Do::ashr;
    case Opcode::and_:
      return Do::and_;
    case Opcode::or_:
      return Do::or_;
    case Opcode::xor_:
      return Do::xor_;
    case Opcode::fadd:
      return Do::float_add;
    case Opcode::fsub:
      return Do::float_sub;
    case Opcode::fmul:
      return Do::float_mul;
    case Opcode::fdiv:
      return Do::float_div;
    case Opcode::frem:
      return Do::float_rem;
    case Opcode::fneg:
      return Do::float_negate;
    case Opcode::icmp:
      return Do::icmp;
    case Opcode::fcmp:
      return Do::float_compare;
    default:
      return Do::unsupported;
  }
}

}  // namespace

Decoder::Decoder(Program& program, const Constants& constants,
                 std::map<std::tuple<std::uint64_t, std::uint64_t, Reference>, std::uint32_t>& known)
    : program_(program), module_(*program.module), constants_(constants), known_(known) {}

void Decoder::run(const Function& function, Code& code) {
  function_ = &function;
  code_ = &code;
  place_ = 0;
  lay_slots();
  find_promoted();
  block_start_.assign(function.blocks.size(), 0);
  for (std::uint32_t block = 0; block < function.blocks.size(); ++block) {
    block_start_[block] = static_cast<std::uint32_t>(code.ops.size());
    decode_block(block);
  }
  for (Edge& edge : code.edges) edge.target = block_start_[edge.target];
  for (std::uint32_t pc = 0; pc < code.ops.size(); ++pc) {
    const auto mark = [&](std::uint32_t edge) {
      if (edge < code.edges.size() && code.edges[edge].target <= pc) code.edges[edge].back = true;
    };
    const Op& op = code.ops[pc];
    if (op.what == Do::jump) mark(op.a);
    if (op.what == Do::branch) {
      mark(op.b);
      mark(op.c);
    }
    if (op.what == Do::call) mark(code.calls[op.c].unwind);
    if (op.what == Do::choose) {
      mark(code.switches[op.c].otherwise);
      for (const SwitchCase& it : code.switches[op.c].cases) mark(it.edge);
    }
  }
  name_locals();
  find_live(code);
}

unsigned Decoder::width(const Type& type) const {
  const unsigned bits = width_of(type);
  if (bits == 0) throw Refused{fmt::format("a value of type {}", text(type))};
  return bits;
}

void Decoder::lay_slots() {
  const Function& f = *function_;
  first_slot_.assign(f.registers.size(), no_slot);
  code_->slots = 0;
  std::vector<Leaf> scalars;
  for (std::size_t reg = 0; reg < f.registers.size(); ++reg) {
    scalars.clear();
    const Type* const type = f.registers[reg].type;
    if (type == nullptr || type->kind == Kind::nothing || !leaves(*type, 0, scalars)) continue;
    first_slot_[reg] = code_->slots;
    code_->slots += static_cast<std::uint32_t>(scalars.size());
    if (reg < f.parameters) {
      code_->parameters = code_->slots;
      for (const Leaf& leaf : scalars) {
        code_->parameter_widths.push_back(static_cast<std::uint8_t>(width_of(*leaf.type)));
      }
    }
  }
  scalars.clear();
  if (f.result != nullptr && f.result->kind != Kind::nothing && leaves(*f.result, 0, scalars)) {
    code_->results = static_cast<std::uint32_t>(scalars.size());
  }
  if (f.variadic) code_->variadic_slot = temporary();
}

void Decoder::find_promoted() {
  const Function& f = *function_;
  users_.assign(f.registers.size(), {});
  makers_.assign(f.registers.size(), no_slot);
  for (std::uint32_t i = 0; i < f.instructions.size(); ++i) {
    if (f.instructions[i].result != no_register) makers_[f.instructions[i].result] = i;
    for (const llvm::Operand operand : f.operands_of(f.instructions[i])) {
      if (operand.is_local()) users_[operand.index()].push_back(i);
    }
  }
  promoted_.assign(f.registers.size(), no_slot);
  std::set<std::uint32_t> kept;
  for (const Variable& variable : f.variables) {
    const bool is = variable.is_address && variable.operand.is_local() &&
                    program_.kept.contains(fmt::format("{}::{}", f.name, variable.name));
    if (is) kept.insert(variable.operand.index());
  }
  for (const Instruction& i : f.instructions) {
    if (i.opcode != Opcode::alloca || i.result == no_register) continue;
    const auto operands = f.operands_of(i);
    const bool one = operands.empty() || (operands[0].is_constant() &&
                                          module_.constants[operands[0].index()].kind == ConstantKind::integer &&
                                          module_.constants[operands[0].index()].low == 1);
    if (!one || kept.contains(i.result) || i.source->is_aggregate() || width_of(*i.source) == 0) continue;
    if (stays_local(i.result, *i.source)) promoted_[i.result] = temporary();
  }
}

const Instruction* Decoder::maker(llvm::Operand operand) const {
  if (!operand.is_local() || makers_[operand.index()] == no_slot) return nullptr;
  return &function_->instructions[makers_[operand.index()]];
}

bool Decoder::only_marks_life(std::uint32_t reg) const {
  return std::all_of(users_[reg].begin(), users_[reg].end(), [&](std::uint32_t user) {
    const Instruction& i = function_->instructions[user];
    if (i.opcode != Opcode::call) return false;
    const auto operands = function_->operands_of(i);
    if (!operands[0].is_constant()) return false;
    const Constant& callee = module_.constants[operands[0].index()];
    return callee.kind == ConstantKind::function && is_life_mark(module_.functions[callee.low].name);
  });
}

bool Decoder::stays_local(std::uint32_t reg, const Type& type) const {
  const auto& users = users_[reg];
  return std::all_of(users.begin(), users.end(), [&](std::uint32_t user) {
    const Instruction& i = function_->instructions[user];
    const auto operands = function_->operands_of(i);
    if (i.opcode == Opcode::load) return width_of(*i.source) == width_of(type);
    if (i.opcode == Opcode::store) {
      const bool stored = operands[0].is_local() && operands[0].index() == reg;
      return !stored && width_of(*i.source) == width_of(type);
    }
    if (i.opcode == Opcode::bitcast) return only_marks_life(i.result);
    if (i.opcode == Opcode::call) {
      if (!operands[0].is_constant()) return false;
      const Constant& callee = module_.constants[operands[0].index()];
      return callee.kind == ConstantKind::function && is_life_mark(module_.functions[callee.low].name);
    }
    return false;
  });
}

Op& Decoder::emit(Do what, const Instruction& i) {
  Op& op = code_->ops.emplace_back();
  op.what = what;
  op.place = place_;
  op.flags = i.flags;
  return op;
}

Source Decoder::constant(const Value& value) {
  const auto key = std::make_tuple(value.bits, value.undefined, value.object);
  const auto [at, fresh] = known_.try_emplace(key, static_cast<std::uint32_t>(program_.constants.size()));
  if (fresh) program_.constants.push_back(value);
  return at->second | constant_source;
}

std::vector<Source> Decoder::sources(llvm::Operand operand) {
  std::vector<Source> out;
  if (operand.is_local()) {
    const std::uint32_t reg = operand.index();
    std::vector<Leaf> scalars;
    if (first_slot_[reg] == no_slot || !leaves(*function_->registers[reg].type, 0, scalars)) {
      throw Refused{"a value of many parts"};
    }
    for (std::uint32_t i = 0; i < scalars.size(); ++i) out.push_back(first_slot_[reg] + i);
    return out;
  }
  if (operand.is_none()) throw Refused{"an operand that is missing"};
  std::vector<Value> values;
  if (std::string why = constants_.values(operand.index(), values); !why.empty()) throw Refused{why};
  for (const Value& value : values) {
    if (!is_thread_local(value.object)) {
      out.push_back(constant(value));
      continue;
    }
    const std::uint32_t slot = temporary();
    Op& op = code_->ops.emplace_back();
    op.what = Do::thread_local_;
    op.place = place_;
    op.dest = slot;
    op.c = index_of(value.object);
    op.number = value.bits;
    out.push_back(slot);
  }
  return out;
}

Source Decoder::source(llvm::Operand operand) {
  const std::vector<Source> all = sources(operand);
  if (all.size() != 1) throw Refused{"a vector or struct as an operand"};
  return all[0];
}

std::uint32_t Decoder::new_site(const Instruction& i, std::uint64_t size, bool heap) {
  Site& site = program_.sites.emplace_back();
  site.function = code_->index;
  site.place = i.place;
  site.size = size;
  site.heap = heap;
  return static_cast<std::uint32_t>(program_.sites.size() - 1);
}

void Decoder::decode_block(std::uint32_t block) {
  block_ = block;
  const Block& it = function_->blocks[block];
  for (std::uint32_t n = it.first; n < it.first + it.count; ++n) {
    const Instruction& i = function_->instructions[n];
    if (i.place != 0) place_ = i.place;
    const std::size_t before = code_->ops.size();
    try {
      decode(i);
    } catch (const Refused& refused) {
      code_->ops.resize(before);
      Op& op = emit(Do::unsupported, i);
      op.c = static_cast<std::uint32_t>(code_->texts.size());
      code_->texts.push_back(fmt::format("{}: {}", text(i.opcode), refused.why));
    }
  }
}

void Decoder::decode(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::unsupported:
      throw Refused{function_->texts[i.extra]};
    case Opcode::phi:
      return;  // copies of the edges
    case Opcode::ret:
    case Opcode::br:
    case Opcode::switch_:
    case Opcode::unreachable:
    case Opcode::resume:
      return decode_end(i);
    case Opcode::alloca:
    case Opcode::load:
    case Opcode::store:
    case Opcode::fence:
    case Opcode::cmpxchg:
    case Opcode::atomicrmw:
      return decode_memory(i);
    case Opcode::getelementptr:
      return decode_address(i);
    case Opcode::extractvalue:
    case Opcode::insertvalue:
      return decode_members(i);
    case Opcode::call:
      return decode_call(i);
    case Opcode::invoke:
      return decode_invoke(i);
    case Opcode::landingpad:
      return decode_landing(i);
    case Opcode::trunc:
    case Opcode::zext:
    case Opcode::sext:
    case Opcode::fptrunc:
    case Opcode::fpext:
    case Opcode::fptoui:
    case Opcode::fptosi:
    case Opcode::uitofp:
    case Opcode::sitofp:
    case Opcode::ptrtoint:
    case Opcode::inttoptr:
    case Opcode::bitcast:
    case Opcode::addrspacecast:
    case Opcode::freeze:
      return decode_conversion(i);
    default:
      return decode_arithmetic(i);
  }
}

void Decoder::decode_arithmetic(const Instruction& i) {
  const auto operands = function_->operands_of(i);
  if (i.opcode == Opcode::select) {
    const Source condition = source(operands[0]);
    const std::vector<Source> yes = sources(operands[1]);
    const std::vector<Source> no = sources(operands[2]);
    for (std::uint32_t n = 0; n < yes.size(); ++n) {
      Op& op = emit(Do::select, i);
      op.dest = dest(i) + n;
      op.a = condition;
      op.b = yes[n];
      op.c = no[n];
    }
    return;
  }
  const Do what = arithmetic_of(i.opcode);
  if (what == Do::unsupported) throw Refused{"this instruction"};
  if (what == Do::icmp) std::for_each(operands.begin(), operands.end(), [&](llvm::Operand it) { note_compared(it); });
  const std::vector<Source> one = sources(operands[0]);
  const std::vector<Source> two = operands.size() > 1 ? sources(operands[1]) : one;
  std::vector<Leaf> scalars;
  if (!leaves(type_of(operands[0]), 0, scalars)) throw Refused{"a value of many parts"};
  for (std::uint32_t n = 0; n < one.size(); ++n) {
    const unsigned bits = width(*scalars[n].type);
    Op& op = emit(what, i);
    op.dest = dest(i) + n;
    op.a = one[n];
    op.b = two[n];
    op.width = static_cast<std::uint8_t>(bits);
    op.aux = static_cast<std::uint8_t>(i.predicate);
  }
}

// Of models and of headers that are not the program's own, nothing is noted.
void Decoder::note_compared(llvm::Operand operand) {
  const Type& type = type_of(operand);
  if (code_->library || code_->testing != Testing::none || operand.is_local() || !type.is_integer()) return;
  std::vector<Value> values;
  if (type.bits > 64 || !constants_.values(operand.index(), values).empty() || values.size() != 1) return;
  const Value& value = values.front();
  if (value.object != 0 || value.undefined != 0) return;
  const unsigned unused = 64 - type.bits;
  program_.compared.insert(static_cast<std::int64_t>(value.bits << unused) >> unused);
}

void Decoder::decode_conversion(const Instruction& i) {
  const llvm::Operand operand = function_->operands_of(i)[0];
  if (i.opcode == Opcode::bitcast && operand.is_local() && promoted_[operand.index()] != no_slot) return;
  std::vector<Leaf> before;
  std::vector<Leaf> after;
  if (!leaves(type_of(operand), 0, before) || !leaves(*i.type, 0, after)) throw Refused{"a value of many parts"};
  const std::vector<Source> from = sources(operand);
  if (before.size() != after.size()) throw Refused{"between vectors of different lengths"};
  for (std::uint32_t n = 0; n < from.size(); ++n) {
    const unsigned source_width = width(*before[n].type);
    const unsigned target_width = width(*after[n].type);
    Do what = Do::move;
    switch (i.opcode) {
      case Opcode::trunc:
        what = Do::trunc;
        break;
      case Opcode::zext:
        what = Do::zext;
        break;
      case Opcode::sext:
        what = Do::sext;
        break;
      case Opcode::ptrtoint:
        what = target_width < 64 ? Do::trunc : Do::move;
        break;
      case Opcode::fptrunc:
      case Opcode::fpext:
        what = Do::float_resize;
        break;
      case Opcode::fptoui:
        what = Do::float_to_unsigned;
        break;
      case Opcode::fptosi:
        what = Do::float_to_signed;
        break;
      case Opcode::uitofp:
        what = Do::float_from_unsigned;
        break;
      case Opcode::sitofp:
        what = Do::float_from_signed;
        break;
      case Opcode::freeze:
        what = Do::freeze;
        break;
      case Opcode::bitcast:
        if (source_width != target_width) throw Refused{"between scalars of different widths"};
        break;
      default:
        break;
    }
    Op& op = emit(what, i);
    op.dest = dest(i) + n;
    op.a = from[n];
    op.from = static_cast<std::uint8_t>(source_width);
    op.width = static_cast<std::uint8_t>(target_width);
  }
}

void Decoder::note_order(Op& op, Ordering ordering) {
  if (ordering == Ordering::not_atomic) return;
  if (ordering != Ordering::seq_cst) program_.weak_orders = true;
  const bool both = ordering == Ordering::acq_rel || ordering == Ordering::seq_cst;
  op.atomic = order::is_atomic;
  if ((both || ordering == Ordering::acquire) && op.what != Do::store) op.atomic |= order::acquires;
  if ((both || ordering == Ordering::release) && op.what != Do::load) op.atomic |= order::releases;
}

void Decoder::decode_memory(const Instruction& i) {
  const auto operands = function_->operands_of(i);
  switch (i.opcode) {
    case Opcode::alloca:
      return decode_alloca(i);
    case Opcode::load:
      return decode_load(i);
    case Opcode::store:
      return decode_store(i);
    case Opcode::fence:
      note_order(emit(Do::fence, i), i.ordering);
      return;
    default:
      break;
  }
  const bool exchange = i.opcode == Opcode::cmpxchg;
  const Source address = source(operands[0]);
  const Source one = source(operands[1]);
  const Source two = exchange ? source(operands[2]) : one;
  const Type& type = type_of(operands[1]);
  if (type.is_floating()) throw Refused{"an atomic operation on floating-point numbers"};
  const unsigned bits = width(type);
  Op& op = emit(exchange ? Do::exchange : Do::update, i);
  op.dest = i.result == no_register ? no_slot : dest(i);
  op.a = address;
  op.b = one;
  op.c = two;
  op.width = static_cast<std::uint8_t>(bits);
  note_order(op, i.ordering);
  op.aux = static_cast<std::uint8_t>(i.update);
}

void Decoder::decode_alloca(const Instruction& i) {
  const std::uint32_t slot = promoted_[i.result];
  if (slot != no_slot) {
    Op& op = emit(Do::move, i);
    op.dest = slot;
    op.a = constant(undefined_value(width(*i.source)));
    return;
  }
  const auto operands = function_->operands_of(i);
  const Source count = operands.empty() ? no_slot : source(operands[0]);
  if (!i.source->sized || i.source->size > most_object_bytes) throw Refused{"an object of that size"};
  Op& op = emit(Do::object, i);
  op.dest = dest(i);
  op.a = count;
  op.number = i.source->size;
  op.c = new_site(i, i.source->size, false);
}

void Decoder::decode_load(const Instruction& i) {
  const llvm::Operand from = function_->operands_of(i)[0];
  if (from.is_local() && promoted_[from.index()] != no_slot) {
    Op& op = emit(Do::move, i);
    op.dest = dest(i);
    op.a = promoted_[from.index()];
    return;
  }
  const Source address = source(from);
  std::vector<Leaf> scalars;
  if (!leaves(*i.source, 0, scalars)) throw Refused{"a value of many parts"};
  for (std::uint32_t n = 0; n < scalars.size(); ++n) {
    const unsigned bits = width(*scalars[n].type);
    Op& op = emit(Do::load, i);
    op.dest = dest(i) + n;
    op.a = address;
    op.width = static_cast<std::uint8_t>(bits);
    op.number = scalars[n].offset;
    note_order(op, i.ordering);
  }
}

void Decoder::decode_store(const Instruction& i) {
  const auto operands = function_->operands_of(i);
  const std::vector<Source> values = sources(operands[0]);
  if (operands[1].is_local() && promoted_[operands[1].index()] != no_slot) {
    Op& op = emit(Do::move, i);
    op.dest = promoted_[operands[1].index()];
    op.a = values[0];
    return;
  }
  const Source address = source(operands[1]);
  std::vector<Leaf> scalars;
  if (!leaves(type_of(operands[0]), 0, scalars)) throw Refused{"a value of many parts"};
  for (std::uint32_t n = 0; n < scalars.size(); ++n) {
    const unsigned bits = width(*scalars[n].type);
    Op& op = emit(Do::store, i);
    op.a = values[n];
    op.b = address;
    op.width = static_cast<std::uint8_t>(bits);
    op.number = scalars[n].offset;
    note_order(op, i.ordering);
  }
}

// Whether an array is indexed that is an element of another one, and something is read or written there.
bool Decoder::is_row(const Instruction& i) const {
  const auto operands = function_->operands_of(i);
  if (i.source->kind != Kind::array || i.source->count == 0) return false;
  if (operands[0].is_constant()) {
    const Constant& base = module_.constants[operands[0].index()];
    const bool element = base.kind == ConstantKind::expression && base.opcode == Opcode::getelementptr &&
                         base.source->kind == Kind::array && base.source->element == i.source;
    return element && only_accesses(i);
  }
  const Instruction* const made = maker(operands[0]);
  if (made == nullptr || made->opcode != Opcode::getelementptr) return false;
  return made->source->kind == Kind::array && made->source->element == i.source && only_accesses(i);
}

bool Decoder::only_accesses(const Instruction& i) const {
  const auto& users = users_[i.result];
  return std::all_of(users.begin(), users.end(), [&](std::uint32_t user) {
    const Opcode opcode = function_->instructions[user].opcode;
    return opcode == Opcode::load || opcode == Opcode::store;
  });
}

void Decoder::decode_address(const Instruction& i) {
  const auto operands = function_->operands_of(i);
  if (i.type->kind == Kind::vector) throw Refused{"a vector of addresses"};
  Source base = source(operands[0]);
  const Type* type = i.source;
  std::uint64_t offset = 0;
  const std::uint32_t to = dest(i);
  const Type* within = nullptr;  // that of what the last index was into
  for (std::size_t n = 1; n < operands.size(); ++n) {
    const unsigned bits = width(type_of(operands[n]));
    const bool known =
        operands[n].is_constant() && module_.constants[operands[n].index()].kind == ConstantKind::integer;
    std::int64_t number = known ? static_cast<std::int64_t>(module_.constants[operands[n].index()].low) : 0;
    if (known && bits < 64) {
      const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
      number = static_cast<std::int64_t>(((static_cast<std::uint64_t>(number) & mask_of(bits)) ^ sign) - sign);
    }
    if (n > 1 && type->kind == Kind::structure) {
      if (!known && module_.constants[operands[n].index()].kind != ConstantKind::zero) throw Refused{"this index"};
      if (static_cast<std::uint64_t>(number) >= type->members.size()) throw Refused{"an index outside of a struct"};
      offset += type->offsets[static_cast<std::size_t>(number)];
      within = type;
      type = type->members[static_cast<std::size_t>(number)];
      continue;
    }
    const Type* const outer = n > 2 ? within : nullptr;
    const Type* const inside = type;
    if (n > 1) {
      if (type->element == nullptr) throw Refused{"an index into a scalar"};
      within = type;
      type = type->element;
    }
    if (known) {
      offset += static_cast<std::uint64_t>(number) * type->size;
      continue;
    }
    const Source index = source(operands[n]);
    Op& op = emit(Do::index, i);
    op.dest = to;
    op.a = base;
    op.b = index;
    op.width = static_cast<std::uint8_t>(bits);
    op.number = type->size;
    const bool inner = n > 2 && outer != nullptr && outer->kind == Kind::array && inside->kind == Kind::array;
    if ((n == 2 && is_row(i)) || (inner && only_accesses(i))) op.c = static_cast<std::uint32_t>(inside->count);
    base = to;
  }
  if (base == to && offset == 0) return;
  Op& op = emit(offset == 0 ? Do::move : Do::offset, i);
  op.dest = to;
  op.a = base;
  op.number = offset;
}

// Which slots of a struct value indices name.
void Decoder::decode_members(const Instruction& i) {
  const auto operands = function_->operands_of(i);
  const Type* type = &type_of(operands[0]);
  std::uint32_t first = 0;
  std::vector<Leaf> scalars;
  for (const std::uint32_t number : function_->numbers_of(i)) {
    if (type->kind == Kind::structure && number < type->members.size()) {
      for (std::uint32_t n = 0; n < number; ++n) {
        scalars.clear();
        if (!leaves(*type->members[n], 0, scalars)) throw Refused{"a value of many parts"};
        first += static_cast<std::uint32_t>(scalars.size());
      }
      type = type->members[number];
    } else if (type->kind == Kind::array && number < type->count) {
      scalars.clear();
      if (!leaves(*type->element, 0, scalars)) throw Refused{"a value of many parts"};
      first += number * static_cast<std::uint32_t>(scalars.size());
      type = type->element;
    } else {
      throw Refused{"an index outside of a struct"};
    }
  }
  scalars.clear();
  if (!leaves(*type, 0, scalars)) throw Refused{"a value of many parts"};
  const std::vector<Source> whole = sources(operands[0]);
  const auto move = [&](std::uint32_t to, Source from) {
    Op& op = emit(Do::move, i);
    op.dest = to;
    op.a = from;
  };
  if (i.opcode == Opcode::extractvalue) {
    for (std::uint32_t n = 0; n < scalars.size(); ++n) move(dest(i) + n, whole[first + n]);
    return;
  }
  const std::vector<Source> part = sources(operands[1]);
  for (std::uint32_t n = 0; n < whole.size(); ++n) {
    const bool inside = n >= first && n < first + part.size();
    move(dest(i) + n, inside ? part[n - first] : whole[n]);
  }
}

void Decoder::decode_call(const Instruction& i) {
  const auto operands = function_->operands_of(i);
  const CallSite& site = function_->calls[i.extra];
  Call call;
  if (operands[0].is_constant()) {
    const Constant& callee = module_.constants[operands[0].index()];
    if (callee.kind == ConstantKind::assembly) {
      if (!module_.strings[callee.low].empty()) {
        throw Refused{fmt::format("inline assembly \"{}\"", module_.strings[callee.low])};
      }
      call.builtin = Builtin::nothing;
    } else {
      call.function = constants_.function(operands[0].index());
    }
  }
  if (call.function != no_slot) {
    const Code& target = program_.codes[call.function];
    call.builtin = target.builtin;
    if (is_life_mark(target.name)) {
      // Of a variable that is no object: its value is gone.
      const llvm::Operand last = operands[operands.size() - 1];
      std::uint32_t slot = no_slot;
      if (last.is_local()) {
        slot = promoted_[last.index()];
        if (slot == no_slot) {
          const Instruction* const made = maker(last);
          if (made != nullptr && made->opcode == Opcode::bitcast) {
            const llvm::Operand inner = function_->operands_of(*made)[0];
            if (inner.is_local()) slot = promoted_[inner.index()];
          }
        }
      }
      if (slot != no_slot) {
        Op& op = emit(Do::move, i);
        op.dest = slot;
        op.a = constant(undefined_value(64));
        return;
      }
    }
  } else if (call.builtin == Builtin::none) {
    call.callee = source(operands[0]);
  }
  const std::size_t fixed = site.function_type != nullptr ? site.function_type->members.size() : operands.size() - 1;
  std::vector<Leaf> scalars;
  for (std::size_t n = 1; n < operands.size(); ++n) {
    if (n - 1 == fixed) call.fixed = static_cast<std::uint32_t>(call.arguments.size());
    const Type& type = type_of(operands[n]);
    if (type.kind == Kind::metadata || type.kind == Kind::token) continue;
    const std::vector<Source> parts = sources(operands[n]);
    scalars.clear();
    if (!leaves(type, 0, scalars)) throw Refused{"an argument of many parts"};
    for (std::size_t k = 0; k < parts.size(); ++k) {
      Argument& argument = call.arguments.emplace_back();
      argument.source = parts[k];
      argument.width = static_cast<std::uint8_t>(width(*scalars[k].type));
      argument.is_float = scalars[k].type->is_floating();
      if (n - 1 < site.arguments.size()) argument.by_value = site.arguments[n - 1].by_value;
    }
  }
  if (operands.size() - 1 <= fixed) call.fixed = static_cast<std::uint32_t>(call.arguments.size());
  scalars.clear();
  if (i.type != nullptr && i.type->kind != Kind::nothing) {
    if (!leaves(*i.type, 0, scalars)) throw Refused{"a result of many parts"};
    call.results = static_cast<std::uint32_t>(scalars.size());
    if (!scalars.empty()) call.width = static_cast<std::uint8_t>(width(*scalars[0].type));
  }
  call.no_return = site.no_return;
  call.site = new_site(i, 0, true);
  if (call.builtin == Builtin::allocate && call.function != no_slot) {
    program_.sites[call.site].allocator = allocator_named(program_.codes[call.function].name);
  }
  if (i.opcode == Opcode::invoke) call.unwind = edge(function_->blocks_of(i)[1]);
  Op& op = emit(Do::call, i);
  op.dest = i.result == no_register ? no_slot : dest(i);
  op.c = static_cast<std::uint32_t>(code_->calls.size());
  code_->calls.push_back(std::move(call));
}

// A call, and a jump to where it returns.
void Decoder::decode_invoke(const Instruction& i) {
  decode_call(i);
  const std::uint32_t to = edge(function_->blocks_of(i)[0]);
  emit(Do::jump, i).a = to;
}

void Decoder::decode_landing(const Instruction& i) {
  Landing landing;
  landing.cleanup = (i.flags & flag::cleanup) != 0;
  const auto operands = function_->operands_of(i);
  const auto numbers = function_->numbers_of(i);
  for (std::size_t n = 0; n < operands.size(); ++n) {
    Clause& clause = landing.clauses.emplace_back();
    clause.is_filter = numbers[n] != 0;
    if (std::string why = constants_.values(operands[n].index(), clause.types); !why.empty()) throw Refused{why};
    if (!clause.is_filter && clause.types.size() != 1) throw Refused{"this clause"};
  }
  Op& op = emit(Do::landing, i);
  op.dest = dest(i);
  op.c = static_cast<std::uint32_t>(code_->landings.size());
  code_->landings.push_back(std::move(landing));
}

std::uint32_t Decoder::edge(std::uint32_t to) {
  Edge edge;
  edge.target = to;
  edge.first = static_cast<std::uint32_t>(code_->copies.size());
  const Block& block = function_->blocks[to];
  for (std::uint32_t n = block.first; n < block.first + block.count; ++n) {
    const Instruction& i = function_->instructions[n];
    if (i.opcode != Opcode::phi) break;
    const auto blocks = function_->blocks_of(i);
    const auto at = std::find(blocks.begin(), blocks.end(), block_);
    if (at == blocks.end()) throw Refused{"a block that a phi does not know"};
    const llvm::Operand operand = function_->operands_of(i)[static_cast<std::size_t>(at - blocks.begin())];
    const std::vector<Source> from = sources(operand);
    for (std::uint32_t k = 0; k < from.size(); ++k) code_->copies.push_back({dest(i) + k, from[k]});
  }
  edge.count = static_cast<std::uint32_t>(code_->copies.size()) - edge.first;
  code_->edges.push_back(edge);
  return static_cast<std::uint32_t>(code_->edges.size() - 1);
}

void Decoder::decode_end(const Instruction& i) {
  const auto operands = function_->operands_of(i);
  const auto blocks = function_->blocks_of(i);
  switch (i.opcode) {
    case Opcode::ret: {
      std::vector<Source> values;
      if (!operands.empty()) values = sources(operands[0]);
      // Results stand side by side.
      Source first = values.empty() ? no_slot : values[0];
      if (values.size() > 1 && !operands[0].is_local()) {
        first = code_->slots;
        code_->slots += static_cast<std::uint32_t>(values.size());
        for (std::uint32_t n = 0; n < values.size(); ++n) {
          Op& op = emit(Do::move, i);
          op.dest = first + n;
          op.a = values[n];
        }
      }
      Op& op = emit(Do::leave, i);
      op.a = first;
      op.number = values.size();
      return;
    }
    case Opcode::resume: {
      const Source exception = sources(operands[0]).at(0);
      emit(Do::resume, i).a = exception;
      return;
    }
    case Opcode::br:
      if (operands.empty()) {
        const std::uint32_t to = edge(blocks[0]);
        emit(Do::jump, i).a = to;
      } else {
        const Source condition = source(operands[0]);
        const std::uint32_t yes = edge(blocks[0]);
        const std::uint32_t no = edge(blocks[1]);
        Op& op = emit(Do::branch, i);
        op.a = condition;
        op.b = yes;
        op.c = no;
      }
      return;
    case Opcode::switch_: {
      Switch table;
      const Source value = source(operands[0]);
      const unsigned bits = width(type_of(operands[0]));
      table.otherwise = edge(blocks[0]);
      for (std::size_t n = 1; n < operands.size(); ++n) {
        const std::uint64_t number = module_.constants[operands[n].index()].low & mask_of(bits);
        table.cases.push_back({number, edge(blocks[n])});
        note_compared(operands[n]);
      }
      Op& op = emit(Do::choose, i);
      op.a = value;
      op.c = static_cast<std::uint32_t>(code_->switches.size());
      code_->switches.push_back(std::move(table));
      return;
    }
    default:
      emit(Do::unreachable, i);
  }
}

void Decoder::name_locals() {
  for (const Variable& variable : function_->variables) {
    if (variable.name.empty() || variable.complex || !variable.operand.is_local()) continue;
    const std::uint32_t reg = variable.operand.index();
    Local local;
    local.name = variable.name;
    local.type = variable.type;
    if (variable.is_address && promoted_[reg] != no_slot) {
      local.slot = promoted_[reg];
    } else if (first_slot_[reg] != no_slot) {
      local.slot = first_slot_[reg];
      local.is_address = variable.is_address;
    } else {
      continue;
    }
    code_->locals.push_back(local);
    if (!local.is_address) continue;
    for (const Op& op : code_->ops) {
      if (op.what != Do::object || op.dest != local.slot) continue;
      program_.sites[op.c].variable = variable.name;
      program_.sites[op.c].type = variable.type;
    }
  }
}

}  // namespace waymark::llvm

#include <fmt/format.h>

#include <algorithm>

#include "llvm/syntax/module_reader.hpp"
#include "llvm/syntax/opcodes.hpp"

namespace waymark::llvm {

namespace {

// The type of the elements of a vector, or the type itself.
const Type& lane(const Type& type) {
  return type.kind == Kind::vector || type.kind == Kind::scalable ? *type.element : type;
}

bool same_shape(const Type& a, const Type& b) {
  const bool vector = a.kind == Kind::vector || a.kind == Kind::scalable;
  return vector ? a.kind == b.kind && a.count == b.count : b.kind != Kind::vector && b.kind != Kind::scalable;
}

// Whether a conversion from one type to another exists.
bool good_cast(Opcode opcode, const Type& from, const Type& to) {
  const Type &a = lane(from), &b = lane(to);
  if (opcode == Opcode::bitcast) {
    if (a.is_pointer() || b.is_pointer()) return a.is_pointer() && b.is_pointer() && same_shape(from, to);
    return from.sized && to.sized && !from.is_aggregate() && !to.is_aggregate() && from.store_size == to.store_size;
  }
  if (!same_shape(from, to)) return false;
  switch (opcode) {
    case Opcode::trunc:
      return a.is_integer() && b.is_integer() && a.bits > b.bits;
    case Opcode::zext:
    case Opcode::sext:
      return a.is_integer() && b.is_integer() && a.bits < b.bits;
    case Opcode::fptrunc:
    case Opcode::fpext:
      return a.is_floating() && b.is_floating();
    case Opcode::fptoui:
    case Opcode::fptosi:
      return a.is_floating() && b.is_integer();
    case Opcode::uitofp:
    case Opcode::sitofp:
      return a.is_integer() && b.is_floating();
    case Opcode::ptrtoint:
      return a.is_pointer() && b.is_integer();
    case Opcode::inttoptr:
      return a.is_integer() && b.is_pointer();
    case Opcode::addrspacecast:
      return a.is_pointer() && b.is_pointer();
    default:
      return false;
  }
}

// Whether operands of a binary instruction may have the type.
bool good_arithmetic(Opcode opcode, const Type& type) {
  const bool floating = opcode == Opcode::fadd || opcode == Opcode::fsub || opcode == Opcode::fmul ||
                        opcode == Opcode::fdiv || opcode == Opcode::frem || opcode == Opcode::fneg;
  return floating ? lane(type).is_floating() : lane(type).is_integer();
}

// What is wrong with indices into a type, or nothing. A member of a structure is named by a constant.
std::string bad_indices(const Module& module, const Type* type, std::span<const Operand> indices,
                        const std::vector<Register>* registers) {
  if (!type->sized) return fmt::format("the type {} has no size", text(*type));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Operand index = indices[i];
    const Type& own = *(index.is_constant() ? module.constants[index.index()].type : (*registers)[index.index()].type);
    if (!lane(own).is_integer()) return "an index is no integer";
    if (i == 0) continue;
    if (type->kind == Kind::array || type->kind == Kind::vector) {
      type = type->element;
    } else if (type->kind == Kind::structure && index.is_constant()) {
      const Constant& number = module.constants[index.index()];
      const std::uint64_t member = number.kind == ConstantKind::zero ? 0 : number.low;
      if ((number.kind != ConstantKind::integer && number.kind != ConstantKind::zero) ||
          member >= type->members.size()) {
        return fmt::format("the type {} has no such member", text(*type));
      }
      type = type->members[member];
    } else {
      return fmt::format("the type {} cannot be indexed so", text(*type));
    }
  }
  return "";
}

// ---------------------------------------------------------------- constants

std::string bad_aggregate(const Module& module, const Constant& constant) {
  const Type& type = *constant.type;
  const bool structure = type.kind == Kind::structure;
  if (!structure && type.kind != Kind::array && type.kind != Kind::vector) return "has elements";
  if (constant.count != (structure ? type.members.size() : type.count)) return "has another number of elements";
  const auto elements = module.elements_of(constant);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Type* const wanted = structure ? type.members[i] : type.element;
    if (module.constants[elements[i]].type != wanted) return fmt::format("has an element that is no {}", text(*wanted));
  }
  return "";
}

std::string bad_expression(const Module& module, const Constant& constant) {
  const auto elements = module.elements_of(constant);
  const auto type = [&](std::size_t i) -> const Type& { return *module.constants[elements[i]].type; };
  if (elements.empty()) return "has no operands";
  if (constant.opcode == Opcode::getelementptr) {
    std::vector<Operand> indices;
    for (const std::uint32_t one : elements.subspan(1)) indices.push_back(Operand::constant(one));
    if (!type(0).is_pointer() || !constant.type->is_pointer()) return "needs an address";
    return bad_indices(module, constant.source, indices, nullptr);
  }
  if (is_cast(constant.opcode)) return good_cast(constant.opcode, type(0), *constant.type) ? "" : "cannot convert so";
  if (constant.opcode == Opcode::select) {
    const bool good = elements.size() == 3 && &type(1) == &type(2) && &type(1) == constant.type &&
                      lane(type(0)).is_integer() && lane(type(0)).bits == 1;
    return good ? "" : "has operands of wrong types";
  }
  const bool binary = is_binary(constant.opcode),
             compares = constant.opcode == Opcode::icmp || constant.opcode == Opcode::fcmp;
  if (!binary && !compares) return "";  // the machine refuses it when it comes to it
  if (elements.size() != 2 || &type(0) != &type(1)) return "has operands of different types";
  if (binary && !good_arithmetic(constant.opcode, type(0))) return "has operands of wrong types";
  if (binary) return constant.type == &type(0) ? "" : "has another type than its operands";
  return lane(*constant.type).is_integer() && lane(*constant.type).bits == 1 ? "" : "is no truth value";
}

// What is wrong with a constant, or nothing.
std::string bad_constant(const Module& module, const Constant& constant) {
  const Type& type = *constant.type;
  switch (constant.kind) {
    case ConstantKind::integer:
      return type.is_integer() ? "" : "is an integer";
    case ConstantKind::floating:
      return type.is_floating() ? "" : "is a floating number";
    case ConstantKind::null:
      return type.is_pointer() ? "" : "is null";
    case ConstantKind::zero:
      return type.sized || type.kind == Kind::token || type.kind == Kind::scalable ? "" : "has no size";
    case ConstantKind::string: {
      const bool good = type.kind == Kind::array && type.element->is_integer() && type.element->bits == 8 &&
                        type.count == module.strings[constant.low].size();
      return good ? "" : "is a text of another length";
    }
    case ConstantKind::aggregate:
      return bad_aggregate(module, constant);
    case ConstantKind::expression:
      return bad_expression(module, constant);
    case ConstantKind::block:
      return type.is_pointer() ? "" : "is an address";
    default:
      return "";
  }
}

// ---------------------------------------------------------------- instructions

class Verifier {
 public:
  Verifier(const Tokens& tokens, const Module& module) : tokens_(tokens), module_(module) {}

  void function(const Function& function, const std::vector<std::uint32_t>& offsets) {
    function_ = &function;
    for (const Block& block : function.blocks) {
      bool phis = true;
      for (std::size_t i = block.first; i < block.first + block.count; ++i) {
        instruction_ = &function.instructions[i];
        offset_ = offsets[i];
        need(phis || instruction_->opcode != Opcode::phi, "a phi stands behind other instructions");
        phis = instruction_->opcode == Opcode::phi;
        check();
      }
    }
  }

 private:
  void need(bool good, std::string_view what) const {
    if (!good) tokens_.fault_at(offset_, fmt::format("'{}': {}", text(instruction_->opcode), what));
  }
  const Type& type(std::size_t operand) const {
    return module_.type_of(*function_, function_->operands_of(*instruction_)[operand]);
  }
  void need_truth(std::size_t operand) const {
    const Type& own = lane(type(operand));
    need(own.is_integer() && own.bits == 1, "a truth value, i1, is expected");
  }
  void need_address(std::size_t operand) const { need(type(operand).is_pointer(), "an address is expected"); }
  void need_accessible() const {
    need(instruction_->source->sized, fmt::format("the type {} has no size", text(*instruction_->source)));
  }

  void check() const;
  void check_call() const;
  void check_memory() const;

  const Tokens& tokens_;
  const Module& module_;
  const Function* function_ = nullptr;
  const Instruction* instruction_ = nullptr;
  std::size_t offset_ = 0;
};

void Verifier::check_call() const {
  const CallSite& site = function_->calls[instruction_->extra];
  const auto& parameters = site.function_type->members;
  const std::size_t given = instruction_->operand_count - std::size_t{1};
  need_address(0);
  need(given >= parameters.size() && (given == parameters.size() || site.function_type->variadic),
       "another number of arguments is expected");
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    need(&type(i + 1) == parameters[i], fmt::format("argument {} is no {}", i + 1, text(*parameters[i])));
  }
}

void Verifier::check_memory() const {
  const Instruction& made = *instruction_;
  switch (made.opcode) {
    case Opcode::alloca:
      if (made.operand_count != 0) need(type(0).is_integer(), "the number of elements is no integer");
      break;
    case Opcode::load:
      need_address(0);
      break;
    case Opcode::store:
      need_address(1);
      break;
    case Opcode::atomicrmw:
      need_address(0);
      break;
    case Opcode::cmpxchg:
      need_address(0);
      need(&type(1) == &type(2), "both values must have one type");
      break;
    default:
      break;
  }
  need_accessible();
}

void Verifier::check() const {
  const Instruction& made = *instruction_;
  if (is_binary(made.opcode) || made.opcode == Opcode::fneg) {
    return need(good_arithmetic(made.opcode, type(0)), fmt::format("operands cannot be {}", text(type(0))));
  }
  if (is_cast(made.opcode)) {
    return need(good_cast(made.opcode, type(0), *made.type),
                fmt::format("{} cannot become {}", text(type(0)), text(*made.type)));
  }
  switch (made.opcode) {
    case Opcode::alloca:
    case Opcode::load:
    case Opcode::store:
    case Opcode::cmpxchg:
    case Opcode::atomicrmw:
      return check_memory();
    case Opcode::invoke:
    case Opcode::call:
      return check_call();
    case Opcode::ret:
      return need(made.source == function_->result, "the function gives another type");
    case Opcode::br:
      if (made.operand_count != 0) {
        need_truth(0);
        need(type(0).is_integer(), "a truth value, i1, is expected");
      }
      return;
    case Opcode::switch_:
      need(type(0).is_integer(), "an integer is expected");
      for (std::size_t i = 1; i < made.operand_count; ++i) {
        const Constant& one = module_.constants[function_->operands_of(made)[i].index()];
        need(one.kind == ConstantKind::integer && one.type == &type(0), "a case has another type");
      }
      return;
    case Opcode::indirectbr:
      return need_address(0);
    case Opcode::getelementptr: {
      need(lane(type(0)).is_pointer(), "an address is expected");
      const auto indices = function_->operands_of(made).subspan(1);
      const std::string bad = bad_indices(module_, made.source, indices, &function_->registers);
      return need(bad.empty(), bad);
    }
    case Opcode::icmp:
      return need(lane(type(0)).is_integer() || lane(type(0)).is_pointer(), "integers are expected");
    case Opcode::fcmp:
      return need(lane(type(0)).is_floating(), "floating numbers are expected");
    case Opcode::select:
      need_truth(0);
      return need(&type(1) == &type(2), "both values must have one type");
    case Opcode::phi:
      return need(made.operand_count != 0 && made.type->kind != Kind::nothing, "a value is expected");
    case Opcode::insertvalue: {
      const Type* inner = made.type;
      for (const std::uint32_t i : function_->numbers_of(made)) {
        inner = inner->kind == Kind::array ? inner->element : inner->members[i];
      }
      return need(inner == &type(1), fmt::format("the element is no {}", text(*inner)));
    }
    case Opcode::extractelement:
      return need(type(1).is_integer(), "the index is no integer");
    case Opcode::insertelement:
      return need(type(2).is_integer() && type(0).element == &type(1), "the element has another type");
    case Opcode::shufflevector:
      return need(&type(0) == &type(1) && type(2).count == made.type->count, "vectors differ");
    case Opcode::va_arg:
      return need_address(0);
    default:
      return;
  }
}

}  // namespace

void verify(const Tokens& tokens, const Module& module, const std::vector<std::vector<std::uint32_t>>& offsets) {
  for (const Constant& constant : module.constants) {
    const std::string bad = bad_constant(module, constant);
    if (!bad.empty()) tokens.fault_at(0, fmt::format("a constant of type {} {}", text(*constant.type), bad));
  }
  for (const Global& global : module.globals) {
    const bool sized = global.type->sized || !global.defined;
    if (!sized) tokens.fault_at(0, fmt::format("the type of @{} has no size", global.name));
    if (global.defined && module.constants[global.initialiser].type != global.type) {
      tokens.fault_at(0, fmt::format("the value of @{} has another type", global.name));
    }
  }
  Verifier verifier(tokens, module);
  for (std::size_t i = 0; i < module.functions.size(); ++i) verifier.function(module.functions[i], offsets[i]);
}

}  // namespace waymark::llvm

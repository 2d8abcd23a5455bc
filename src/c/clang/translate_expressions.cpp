#include "c/clang/translate.hpp"

#include <fmt/format.h>

namespace waymark::c {

namespace {

Op operation(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Mul:
    case clang::BO_MulAssign:
      return Op::mul;
    case clang::BO_Div:
    case clang::BO_DivAssign:
      return Op::div;
    case clang::BO_Rem:
    case clang::BO_RemAssign:
      return Op::rem;
    case clang::BO_Add:
    case clang::BO_AddAssign:
      return Op::add;
    case clang::BO_Sub:
    case clang::BO_SubAssign:
      return Op::sub;
    case clang::BO_Shl:
    case clang::BO_ShlAssign:
      return Op::shl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign:
      return Op::shr;
    case clang::BO_LT:
      return Op::lt;
    case clang::BO_GT:
      return Op::gt;
    case clang::BO_LE:
      return Op::le;
    case clang::BO_GE:
      return Op::ge;
    case clang::BO_EQ:
      return Op::eq;
    case clang::BO_NE:
      return Op::ne;
    case clang::BO_And:
    case clang::BO_AndAssign:
      return Op::bit_and;
    case clang::BO_Xor:
    case clang::BO_XorAssign:
      return Op::bit_xor;
    case clang::BO_Or:
    case clang::BO_OrAssign:
      return Op::bit_or;
    case clang::BO_LAnd:
      return Op::logical_and;
    case clang::BO_LOr:
      return Op::logical_or;
    case clang::BO_Comma:
      return Op::comma;
    case clang::BO_Assign:
      return Op::assign;
    default:
      return Op::unsupported;
  }
}

std::string atomic_name(clang::AtomicExpr::AtomicOp op) {
  switch (op) {
    case clang::AtomicExpr::AO__c11_atomic_init:
      return "atomic_init";
    case clang::AtomicExpr::AO__c11_atomic_load:
      return "atomic_load";
    case clang::AtomicExpr::AO__c11_atomic_store:
      return "atomic_store";
    case clang::AtomicExpr::AO__c11_atomic_exchange:
      return "atomic_exchange";
    case clang::AtomicExpr::AO__c11_atomic_compare_exchange_strong:
      return "atomic_compare_exchange_strong";
    case clang::AtomicExpr::AO__c11_atomic_compare_exchange_weak:
      return "atomic_compare_exchange_weak";
    case clang::AtomicExpr::AO__c11_atomic_fetch_add:
      return "atomic_fetch_add";
    case clang::AtomicExpr::AO__c11_atomic_fetch_sub:
      return "atomic_fetch_sub";
    case clang::AtomicExpr::AO__c11_atomic_fetch_and:
      return "atomic_fetch_and";
    case clang::AtomicExpr::AO__c11_atomic_fetch_or:
      return "atomic_fetch_or";
    case clang::AtomicExpr::AO__c11_atomic_fetch_xor:
      return "atomic_fetch_xor";
    default:
      return "";
  }
}

// Whether its layout is not the machine's, as it is a type of our own headers or contains one.
bool made_up(clang::QualType type) {
  const clang::Type* const of = type.getCanonicalType()->getBaseElementTypeUnsafe();
  const clang::TagDecl* const tag = of->getAsTagDecl();
  if (tag == nullptr) return false;
  if (tag->getName().startswith("__waymark_")) return true;
  const auto* const record = llvm::dyn_cast<clang::RecordDecl>(tag);
  if (record == nullptr || record->getDefinition() == nullptr) return false;
  for (const clang::FieldDecl* field : record->getDefinition()->fields()) {
    if (made_up(field->getType())) return true;
  }
  return false;
}

}  // namespace

ExprPtr Translation::make(Op op, const clang::Expr& expression) {
  auto made = std::make_unique<Expr>();
  made->op = op;
  made->type = type(expression.getType());
  made->at = at(expression.getExprLoc());
  refuse_silence(expression.getExprLoc());
  return made;
}

ExprPtr Translation::unsupported(const clang::Expr& expression, const std::string& what) {
  ExprPtr made = make(Op::unsupported, expression);
  made->text = what;
  return made;
}

ExprPtr Translation::constant(const clang::Expr& expression, const llvm::APSInt& value) {
  ExprPtr made = make(Op::constant, expression);
  made->value = value.isSigned() ? value.getSExtValue() : static_cast<std::int64_t>(value.getZExtValue());
  return made;
}

ExprPtr Translation::reference(const clang::DeclRefExpr& expression) {
  const clang::ValueDecl* const declaration = expression.getDecl();
  if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(declaration)) {
    ExprPtr made = constant(expression, enumerator->getInitVal());
    made->text = enumerator->getNameAsString();
    return made;
  }
  if (const auto* of = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
    ExprPtr made = make(Op::function, expression);
    made->function = function(*of);
    return made;
  }
  if (const auto* of = llvm::dyn_cast<clang::VarDecl>(declaration)) {
    ExprPtr made = make(Op::variable, expression);
    made->variable = variable(*of);
    return made;
  }
  return unsupported(expression, "this name stands for nothing that is modelled");
}

ExprPtr Translation::unary(const clang::UnaryOperator& expression) {
  ExprPtr made = make(Op::unsupported, expression);
  switch (expression.getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return expr(expression.getSubExpr());
    case clang::UO_Minus:
      made->op = Op::negate;
      break;
    case clang::UO_Not:
      made->op = Op::complement;
      break;
    case clang::UO_LNot:
      made->op = Op::logical_not;
      break;
    case clang::UO_Deref:
      made->op = Op::deref;
      break;
    case clang::UO_AddrOf:
      if (expression.getSubExpr()->getType()->isFunctionType()) return expr(expression.getSubExpr());
      made->op = Op::address;
      break;
    case clang::UO_PreInc:
    case clang::UO_PostInc:
      made->op = Op::increment;
      break;
    case clang::UO_PreDec:
    case clang::UO_PostDec:
      made->op = Op::decrement;
      break;
    default:
      return unsupported(expression, "this operator is not modelled");
  }
  made->postfix = expression.isPostfix();
  made->args.push_back(expr(expression.getSubExpr()));
  return made;
}

ExprPtr Translation::binary(const clang::BinaryOperator& expression) {
  ExprPtr made = make(operation(expression.getOpcode()), expression);
  if (made->op == Op::unsupported) return unsupported(expression, "this operator is not modelled");
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(&expression)) {
    made->inner = made->op;
    made->op = Op::compound;
    made->computed = type(compound->getComputationLHSType());
  }
  made->args.push_back(expr(expression.getLHS()));
  made->args.push_back(expr(expression.getRHS()));
  return made;
}

// An array where a pointer is expected: the address of its first element.
ExprPtr Translation::decay(const clang::CastExpr& expression) {
  const clang::Expr* const array = expression.getSubExpr();
  if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(array->IgnoreParens())) {
    ExprPtr made = make(Op::string, expression);
    made->text = literal->getCharByteWidth() == 1 ? literal->getString().str() : "?";
    return made;
  }
  ExprPtr first = make(Op::index, *array);
  first->type = type(expression.getType()->getPointeeType());
  first->args.push_back(expr(array));
  auto zero = std::make_unique<Expr>();
  zero->op = Op::constant;
  zero->type = type(context_.IntTy);
  zero->at = first->at;
  first->args.push_back(std::move(zero));
  ExprPtr made = make(Op::address, expression);
  made->implicit = true;
  made->args.push_back(std::move(first));
  return made;
}

ExprPtr Translation::cast(const clang::CastExpr& expression) {
  const clang::Expr* const inner = expression.getSubExpr();
  switch (expression.getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp:
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
    case clang::CK_BuiltinFnToFnPtr:
      return expr(inner);
    case clang::CK_ArrayToPointerDecay:
      return decay(expression);
    case clang::CK_NullToPointer:
      return make(Op::constant, expression);
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_PointerToBoolean:
    case clang::CK_BitCast:
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToIntegral:
    case clang::CK_ToVoid: {
      ExprPtr made = make(Op::convert, expression);
      made->implicit = llvm::isa<clang::ImplicitCastExpr>(expression);
      made->args.push_back(expr(inner));
      return made;
    }
    default: {
      const bool floats = inner->getType()->isFloatingType() || expression.getType()->isFloatingType();
      return unsupported(
          expression, floats ? "floating point is not modelled; use integers"
                             : fmt::format("a conversion from {} to {} is not modelled", inner->getType().getAsString(),
                                           expression.getType().getAsString()));
    }
  }
}

// a[i] of an array is that; p[i] of a pointer is the element i behind the one that p points to.
ExprPtr Translation::index(const clang::ArraySubscriptExpr& expression) {
  ExprPtr made = make(Op::index, expression);
  const clang::Expr* const base = expression.getBase();
  const auto* const decayed = llvm::dyn_cast<clang::CastExpr>(base->IgnoreParens());
  const bool array = decayed != nullptr && decayed->getCastKind() == clang::CK_ArrayToPointerDecay;
  made->args.push_back(expr(array ? decayed->getSubExpr() : base));
  made->args.push_back(expr(expression.getIdx()));
  return made;
}

ExprPtr Translation::member(const clang::MemberExpr& expression) {
  const auto* const field = llvm::dyn_cast<clang::FieldDecl>(expression.getMemberDecl());
  if (field == nullptr) return unsupported(expression, "this member is not modelled");
  ExprPtr made = make(Op::member, expression);
  made->at = at(expression.getMemberLoc());
  made->field = field->getFieldIndex();
  ExprPtr base = expr(expression.getBase());
  if (expression.isArrow()) {
    auto target = std::make_unique<Expr>();
    target->op = Op::deref;
    target->type = type(expression.getBase()->getType()->getPointeeType());
    target->at = base->at;
    target->args.push_back(std::move(base));
    base = std::move(target);
  }
  if (base->type->kind != Kind::record) {
    return unsupported(expression,
                       fmt::format("a member of '{}' is not modelled; use a plain struct", base->type->name));
  }
  made->args.push_back(std::move(base));
  return made;
}

// Its first argument is the function itself.
ExprPtr Translation::call_of(const Function* callee, const clang::Expr& expression) {
  ExprPtr made = make(Op::call, expression);
  made->function = callee;
  auto named = std::make_unique<Expr>();
  named->op = Op::function;
  named->type = made->type;
  named->at = made->at;
  named->function = callee;
  made->args.push_back(std::move(named));
  return made;
}

ExprPtr Translation::call(const clang::CallExpr& expression) {
  const clang::FunctionDecl* const callee = expression.getDirectCallee();
  if (callee == nullptr) {
    return unsupported(expression, "a call through a pointer is not modelled; call the function by its name");
  }
  const std::string name = callee->getNameAsString();
  if (name == "__builtin_expect") return expr(expression.getArg(0));
  ExprPtr made = call_of(function(*callee), expression);
  for (const clang::Expr* argument : expression.arguments()) made->args.push_back(expr(argument));
  return made;
}

ExprPtr Translation::atomic(const clang::AtomicExpr& expression) {
  const std::string name = atomic_name(expression.getOp());
  if (name.empty()) return unsupported(expression, "this atomic operation is not modelled; use those of <stdatomic.h>");
  const auto weaker = [&](const clang::Expr* order) {
    clang::Expr::EvalResult value;
    return !order->EvaluateAsInt(value, context_) ||
           value.Val.getInt().getExtValue() != static_cast<int>(llvm::AtomicOrderingCABI::seq_cst);
  };
  const bool initialises = expression.getOp() == clang::AtomicExpr::AO__c11_atomic_init;
  if (!initialises &&
      (weaker(expression.getOrder()) || (expression.isCmpXChg() && weaker(expression.getOrderFail())))) {
    return unsupported(expression,
                       fmt::format("{} with a memory order weaker than memory_order_seq_cst is not modelled", name));
  }
  ExprPtr made = call_of(known(name, expression), expression);
  made->args.push_back(expr(expression.getPtr()));
  if (expression.getOp() == clang::AtomicExpr::AO__c11_atomic_load) return made;
  made->args.push_back(expr(expression.getVal1()));
  if (expression.isCmpXChg()) made->args.push_back(expr(expression.getVal2()));
  return made;
}

ExprPtr Translation::string_list(const clang::StringLiteral& literal, const clang::Expr& expression) {
  ExprPtr made = make(Op::list, expression);
  const auto* const array = context_.getAsConstantArrayType(expression.getType());
  const std::uint64_t count = array != nullptr ? array->getSize().getZExtValue() : literal.getLength() + 1;
  if (literal.getCharByteWidth() != 1) return unsupported(expression, "a text of wide characters is not modelled");
  for (std::uint64_t i = 0; i < count; ++i) {
    auto one = std::make_unique<Expr>();
    one->op = Op::constant;
    one->type = array != nullptr ? type(array->getElementType()) : type(context_.CharTy);
    one->at = made->at;
    const std::uint32_t unit = i < literal.getLength() ? literal.getCodeUnit(static_cast<std::size_t>(i)) : 0;
    one->value = one->type->is_signed ? static_cast<std::int8_t>(unit) : static_cast<std::int64_t>(unit);
    made->args.push_back(std::move(one));
  }
  return made;
}

ExprPtr Translation::list(const clang::InitListExpr& expression) {
  const clang::InitListExpr& semantic = expression.isSemanticForm() || expression.getSemanticForm() == nullptr
                                            ? expression
                                            : *expression.getSemanticForm();
  ExprPtr made = make(Op::list, semantic);
  for (const clang::Expr* element : semantic.inits()) {
    if (element == nullptr || llvm::isa<clang::ImplicitValueInitExpr>(element)) {
      made->args.push_back(nullptr);
    } else {
      made->args.push_back(initial(element, *type(element->getType())));
    }
  }
  if (semantic.hasArrayFiller() && semantic.getArrayFiller() != nullptr &&
      !llvm::isa<clang::ImplicitValueInitExpr>(semantic.getArrayFiller())) {
    return unsupported(expression, "this initialiser is not modelled; name every element");
  }
  return made;
}

ExprPtr Translation::initial(const clang::Expr* expression, const Type& type) {
  if (type.kind == Kind::array) {
    if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expression->IgnoreParens())) {
      return string_list(*literal, *expression);
    }
  }
  return expr(expression);
}

ExprPtr Translation::expr(const clang::Expr* expression) {
  using clang::Stmt;
  switch (expression->getStmtClass()) {
    case Stmt::ParenExprClass:
      return expr(llvm::cast<clang::ParenExpr>(expression)->getSubExpr());
    case Stmt::ConstantExprClass:
      return expr(llvm::cast<clang::ConstantExpr>(expression)->getSubExpr());
    case Stmt::IntegerLiteralClass:
    case Stmt::CharacterLiteralClass:
    case Stmt::UnaryExprOrTypeTraitExprClass:
    case Stmt::OffsetOfExprClass: {
      const auto* const size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression);
      if (size != nullptr && made_up(size->getTypeOfArgument())) {
        return unsupported(*expression, fmt::format("the size of '{}' is the library's own and is not modelled",
                                                    size->getTypeOfArgument().getAsString()));
      }
      clang::Expr::EvalResult value;
      if (!expression->EvaluateAsInt(value, context_)) {
        return unsupported(*expression, "a size that is no constant is not modelled");
      }
      return constant(*expression, value.Val.getInt());
    }
    case Stmt::DeclRefExprClass:
      return reference(llvm::cast<clang::DeclRefExpr>(*expression));
    case Stmt::UnaryOperatorClass:
      return unary(llvm::cast<clang::UnaryOperator>(*expression));
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass:
      return binary(llvm::cast<clang::BinaryOperator>(*expression));
    case Stmt::ConditionalOperatorClass: {
      const auto& choice = llvm::cast<clang::ConditionalOperator>(*expression);
      ExprPtr made = make(Op::conditional, *expression);
      made->args.push_back(expr(choice.getCond()));
      made->args.push_back(expr(choice.getTrueExpr()));
      made->args.push_back(expr(choice.getFalseExpr()));
      return made;
    }
    case Stmt::ImplicitCastExprClass:
    case Stmt::CStyleCastExprClass:
      return cast(llvm::cast<clang::CastExpr>(*expression));
    case Stmt::ArraySubscriptExprClass:
      return index(llvm::cast<clang::ArraySubscriptExpr>(*expression));
    case Stmt::MemberExprClass:
      return member(llvm::cast<clang::MemberExpr>(*expression));
    case Stmt::CallExprClass:
      return call(llvm::cast<clang::CallExpr>(*expression));
    case Stmt::AtomicExprClass:
      return atomic(llvm::cast<clang::AtomicExpr>(*expression));
    case Stmt::InitListExprClass:
      return list(llvm::cast<clang::InitListExpr>(*expression));
    case Stmt::FloatingLiteralClass:
      return unsupported(*expression, "floating point is not modelled; use integers");
    case Stmt::StmtExprClass:
      return unsupported(*expression, "a statement inside an expression is not modelled; put it before");
    case Stmt::CompoundLiteralExprClass:
      return unsupported(*expression, "a compound literal is not modelled; declare a variable");
    case Stmt::VAArgExprClass:
      return unsupported(*expression, "variable arguments are not modelled");
    case Stmt::StringLiteralClass:
      return unsupported(*expression, "a text is modelled only as what is printed or as an array's initialiser");
    default:
      return unsupported(*expression, fmt::format("an expression of the kind {} is not modelled; write it in plain C",
                                                  expression->getStmtClassName()));
  }
}

}  // namespace waymark::c

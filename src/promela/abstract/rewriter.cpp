#include "promela/abstract/rewriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "promela/abstract/build.hpp"
#include "promela/abstract/smt.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

// What a variable of this type has of a value.
std::int32_t kept(const Type& type, std::int32_t value) {
  const unsigned unused = 32u - type.width;
  const auto up = static_cast<std::uint32_t>(value) << unused;
  return is_signed(type) ? static_cast<std::int32_t>(up) >> unused : static_cast<std::int32_t>(up >> unused);
}

bool is_shifted_safely(const Binary& node) {
  if (node.op != BinaryOp::shl && node.op != BinaryOp::shr) return true;
  const auto by = fold(*node.right);
  return by && *by >= 0 && *by < 32;
}

// Whether computing this part, apart from those in it, can be an error.
bool can_fail(const Expr& expr) {
  return std::visit(Cases{
                        [](const Binary& node) { return !is_divided_safely(node) || !is_shifted_safely(node); },
                        [](const Variable& node) { return !is_index_safe(node.ref); },
                        [](const Number&) { return false; },
                        [](const MtypeConstant&) { return false; },
                        [](const Unary&) { return false; },
                        [](const Conditional&) { return false; },
                        [](const Builtin&) { return false; },
                        [](const auto&) { return true; },
                    },
                    expr.node);
}

bool is_shortcut(const Expr& expr) {
  const auto* binary = std::get_if<Binary>(&expr.node);
  return std::holds_alternative<Conditional>(expr.node) ||
         (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or));
}

const Stmt* first_waiting(const Sequence& sequence, bool at_start);

// A statement that may wait, within or as the whole of one; none if it stands at the start, where it may.
const Stmt* first_waiting(const Stmt& stmt, bool at_start) {
  const auto selection = [&](const std::vector<Sequence>& options) -> const Stmt* {
    bool goes_on = at_start;
    const Stmt* found = nullptr;
    for (const Sequence& option : options) {
      goes_on = goes_on || (!option.empty() && std::holds_alternative<Else>(option.front()->node));
      if (found == nullptr) found = first_waiting(option, true);
    }
    return goes_on ? found : &stmt;
  };
  return std::visit(Cases{
                        [&](const If& node) { return selection(node.options); },
                        [&](const Do& node) { return selection(node.options); },
                        [&](const Block& node) { return first_waiting(node.body, at_start); },
                        [&](const Atomic& node) { return first_waiting(node.body, at_start); },
                        [&](const DStep& node) { return first_waiting(node.body, at_start); },
                        [&](const ForRange& node) { return first_waiting(node.body, false); },
                        [&](const ForArray& node) { return first_waiting(node.body, false); },
                        [&](const ForChannel&) -> const Stmt* { return &stmt; },
                        [&](const Expression& node) -> const Stmt* {
                          const auto value = fold(*node.expr);
                          return at_start || (value && *value != 0) ? nullptr : &stmt;
                        },
                        [&](const Send&) -> const Stmt* { return at_start ? nullptr : &stmt; },
                        [&](const Receive&) -> const Stmt* { return at_start ? nullptr : &stmt; },
                        [](const auto&) -> const Stmt* { return nullptr; },
                    },
                    stmt.node);
}

const Stmt* first_waiting(const Sequence& sequence, bool at_start) {
  for (const StmtPtr& stmt : sequence) {
    if (const Stmt* found = first_waiting(*stmt, at_start)) return found;
    const auto* declare = std::get_if<Declare>(&stmt->node);
    at_start = at_start && declare != nullptr && !declare->assigns;
  }
  return nullptr;
}

const Stmt* first_of(const Sequence& sequence) {
  for (const StmtPtr& stmt : sequence) {
    const auto* declare = std::get_if<Declare>(&stmt->node);
    if ((declare == nullptr || declare->assigns) && !std::holds_alternative<Exclusive>(stmt->node)) return stmt.get();
  }
  return nullptr;
}

}  // namespace

Rewriter::Rewriter(Specification& specification, Predicates& predicates, const Solver& solver)
    : specification_(specification), predicates_(predicates), decider_(predicates, solver) {}

void Rewriter::refuse(const Position& at, const std::string& why) const {
  const std::string file = at.file < specification_.files.size() ? specification_.files[at.file] : "";
  throw base::InputError(fmt::format("{}:{}: error: --abstract: {}", file, at.line, why));
}

void Rewriter::run() {
  refuse_unfit();
  declare_bits();
  free_timeouts();
  for (const auto& process : specification_.processes) {
    process_ = process.get();
    rewrite(process->body, false);
  }
  undeclare_gone();
  for (LtlBlock& block : specification_.ltl) rewrite(*block.formula, true);
  each_expression(specification_, [&](const Expr& expr) {
    const auto* label = std::get_if<RemoteLabel>(&expr.node);
    if (label == nullptr || !waiting_.contains(label->target)) return;
    refuse(expr.at, fmt::format("{} names a statement at which a process may wait for what is abstracted", text(expr)));
  });
}

// ---------------------------------------------------------------- what cannot be abstracted

void Rewriter::refuse_unfit() const {
  const auto look = [&](const Expr& expr) {
    const auto* builtin = std::get_if<Builtin>(&expr.node);
    if (std::holds_alternative<Enabled>(expr.node)) refuse(expr.at, "enabled() asks what may be unknown");
    if (std::holds_alternative<PcValue>(expr.node)) refuse(expr.at, "pc_value() numbers statements, which change");
    if (std::holds_alternative<GetPriority>(expr.node) ||
        (builtin != nullptr && builtin->what == Predefined::priority)) {
      refuse(expr.at, "priorities ask who can go on, which may be unknown");
    }
    const auto* remote = std::get_if<RemoteVariable>(&expr.node);
    if (remote != nullptr && is_touched(remote->ref.symbol())) {
      refuse(expr.at, fmt::format("{} looks at an abstracted variable from outside", text(expr)));
    }
  };
  each_expression(specification_, look);
  for (const auto& process : specification_.processes) refuse_unfit(*process);
}

void Rewriter::refuse_unfit(const Process& process) const {
  if (process.priority != 0) refuse(process.at, "priorities ask who can go on, which may be unknown");
  if (decider_.mentions_gone(process.provided)) refuse(process.at, "a provided clause reads an abstracted variable");
  if (process.deterministic && touches(process.body)) {
    refuse(process.at, "a D_proctype must have one way to go; write proctype");
  }
  each_statement(process.body, [&](const Stmt& stmt) {
    if (std::holds_alternative<SetPriority>(stmt.node)) {
      refuse(stmt.at, "priorities ask who can go on, which may be unknown");
    }
    if (std::holds_alternative<Unless>(stmt.node) && touches(stmt)) {
      refuse(stmt.at, "an unless depends on what may be unknown");
    }
  });
}

bool Rewriter::is_touched(const Symbol& symbol) const {
  return is_gone(symbol) || std::any_of(predicates_.all.begin(), predicates_.all.end(),
                                        [&](const Predicate& predicate) { return predicate.reads.contains(&symbol); });
}

bool Rewriter::touches(const Sequence& sequence) const {
  return std::any_of(sequence.begin(), sequence.end(), [&](const StmtPtr& stmt) { return touches(*stmt); });
}

bool Rewriter::touches(const Stmt& stmt) const {
  bool found = false;
  each_within(stmt, [&](const Stmt& inner) {
    const auto target = [&](const Ref& ref) { found = found || is_touched(ref.symbol()); };
    std::visit(Cases{
                   [&](const Assign& node) { target(node.target); },
                   [&](const Increment& node) { target(node.target); },
                   [&](const Select& node) { target(node.target); },
                   [&](const ForRange& node) { target(node.index); },
                   [&](const ForArray& node) { target(node.index); },
                   [&](const ForChannel& node) { target(node.message); },
                   [&](const Declare& node) { found = found || (node.assigns && is_touched(*node.symbol)); },
                   [&](const Receive& node) {
                     for (const ReceiveArg& arg : node.args) {
                       if (arg.kind == ReceiveArg::Kind::bind) target(arg.ref);
                     }
                   },
                   [](const auto&) {},
               },
               inner.node);
    each_expression(inner, [&](const Expr& expr) {
      const auto* variable = std::get_if<Variable>(&expr.node);
      found = found || (variable != nullptr && is_gone(variable->ref.symbol()));
    });
  });
  return found;
}

ExprPtr Rewriter::check_of(const Expr& expr) const {
  ExprPtr check;
  bool shortcut = false;
  const ExprPtr whole = copy_of(expr);
  each_expression(whole, [&](const Expr& inner) { shortcut = shortcut || is_shortcut(inner); });
  each_expression(whole, [&](const Expr& inner) {
    if (!can_fail(inner)) return;
    if (decider_.mentions_gone(inner)) {
      refuse(expr.at, fmt::format("whether {} can be computed depends on an abstracted variable", text(inner)));
    }
    if (shortcut) {
      refuse(expr.at, fmt::format("{} is not always computed, and may be an error; make it a statement of its own",
                                  text(inner)));
    }
    if (std::holds_alternative<Run>(inner.node)) refuse(expr.at, "run stands beside an abstracted variable");
    check =
        make_binary(BinaryOp::logical_and, std::move(check), make_binary(BinaryOp::eq, copy_of(inner), copy_of(inner)));
  });
  return check;
}

ExprPtr Rewriter::guarded(ExprPtr check, ExprPtr condition) const {
  return make_binary(BinaryOp::logical_and, std::move(check), std::move(condition));
}

// ---------------------------------------------------------------- declarations

std::int32_t Rewriter::initial_value(const Symbol& symbol) const {
  if (declared_later_.contains(&symbol) || symbol.initial == nullptr) return 0;
  const auto value = fold(*symbol.initial);
  if (!value) {
    refuse(symbol.at, fmt::format("{} does not begin with a constant; declare it without, and assign", symbol.name));
  }
  return kept(symbol.type, *value);
}

void Rewriter::declare_bits() {
  for (const auto& process : specification_.processes) {
    each_statement(process->body, [&](const Stmt& stmt) {
      const auto* declare = std::get_if<Declare>(&stmt.node);
      if (declare != nullptr && declare->assigns) declared_later_.insert(declare->symbol);
    });
  }
  for (Predicate& predicate : predicates_.all) {
    const ExprPtr begins = copy_of(*predicate.condition, [&](const Expr& expr) -> ExprPtr {
      const auto* variable = std::get_if<Variable>(&expr.node);
      return variable == nullptr ? nullptr : make_number(expr.at, initial_value(variable->ref.symbol()));
    });
    auto bit = std::make_unique<Symbol>();
    bit->id = static_cast<std::uint32_t>(specification_.symbols.size());
    bit->name = predicate.name;
    bit->type = {BaseType::boolean, 1, nullptr, ""};
    bit->process = predicate.process;
    const auto value = fold(*begins);
    CHECK(value);
    const Symbol& about = **std::min_element(predicate.reads.begin(), predicate.reads.end(),
                                             [](const Symbol* a, const Symbol* b) { return a->id < b->id; });
    bit->at = about.at;
    if (*value != 0) bit->initial = make_number(about.at, 1);
    predicate.bit = bit.get();
    if (predicate.process == nullptr) {
      specification_.globals.push_back(bit.get());
    } else {
      Process& owner = *specification_.processes[predicate.process->index];
      owner.locals.push_back(bit.get());
      owner.body.insert(owner.body.begin(), make_statement(about.at, Declare{bit.get(), false}));
    }
    specification_.symbols.push_back(std::move(bit));
  }
}

void Rewriter::undeclare_gone() {
  const auto gone = [&](const Symbol* symbol) { return is_gone(*symbol); };
  std::erase_if(specification_.globals, gone);
  for (const auto& process : specification_.processes) {
    std::erase_if(process->locals, gone);
    undeclare(process->body);
  }
}

void Rewriter::undeclare(Sequence& sequence) const {
  std::erase_if(sequence, [&](const StmtPtr& stmt) {
    const auto* declare = std::get_if<Declare>(&stmt->node);
    return declare != nullptr && is_gone(*declare->symbol);
  });
  for (const StmtPtr& stmt : sequence) {
    std::visit(Cases{
                   [&](If& node) {
                     for (Sequence& option : node.options) undeclare(option);
                   },
                   [&](Do& node) {
                     for (Sequence& option : node.options) undeclare(option);
                   },
                   [&](ForRange& node) { undeclare(node.body); },
                   [&](ForArray& node) { undeclare(node.body); },
                   [&](ForChannel& node) { undeclare(node.body); },
                   [&](Atomic& node) { undeclare(node.body); },
                   [&](DStep& node) { undeclare(node.body); },
                   [&](Block& node) { undeclare(node.body); },
                   [](auto&) {},
               },
               stmt->node);
  }
}

// That nobody can move is not known any more: what waits for that may happen at any time.
void Rewriter::free_timeouts() {
  for (const auto& process : specification_.processes) {
    each_statement(process->body, [&](Stmt& stmt) {
      each_expression(stmt, [&](Expr& expr) {
        const auto* builtin = std::get_if<Builtin>(&expr.node);
        if (builtin == nullptr || builtin->what != Predefined::timeout) return;
        expr.node = std::move(make_true(expr.at)->node);
        exact_ = false;
      });
    });
  }
}

// ---------------------------------------------------------------- statements

void Rewriter::rewrite(Sequence& sequence, bool leading) {
  for (const StmtPtr& stmt : sequence) {
    const bool silent = std::holds_alternative<Declare>(stmt->node) && !std::get<Declare>(stmt->node).assigns;
    if (!leading) labels_.clear();
    rewrite(*stmt, leading);
    leading = leading && silent;
  }
  labels_.clear();
}

void Rewriter::rewrite(Stmt& stmt, bool leading) {
  original_text_ = text(stmt);
  labels_.insert(labels_.end(), stmt.labels.begin(), stmt.labels.end());
  if (auto* branch = std::get_if<If>(&stmt.node)) return rewrite_branch(stmt, branch->options, leading);
  if (auto* loop = std::get_if<Do>(&stmt.node)) return rewrite_branch(stmt, loop->options, leading);
  if (auto* atomic = std::get_if<Atomic>(&stmt.node)) return rewrite(atomic->body, leading);
  if (auto* block = std::get_if<Block>(&stmt.node)) return rewrite(block->body, leading);
  if (auto* d_step = std::get_if<DStep>(&stmt.node)) return rewrite_d_step(stmt, *d_step, leading);
  const bool loops = std::holds_alternative<ForRange>(stmt.node) || std::holds_alternative<ForArray>(stmt.node) ||
                     std::holds_alternative<ForChannel>(stmt.node) || std::holds_alternative<Select>(stmt.node);
  if (loops) return rewrite_loop(stmt);
  if (!touches(stmt)) return;
  std::visit(Cases{
                 [&](Expression& node) { rewrite_condition(stmt, node, leading); },
                 [&](Assert& node) { rewrite_assertion(stmt, node); },
                 [&](Assign& node) {
                   const Ref target = std::move(node.target);
                   rewrite_assignment(stmt, target, std::move(node.value));
                 },
                 [&](Increment& node) {
                   const Ref target = std::move(node.target);
                   ExprPtr now = make_variable(stmt.at, target.symbol());
                   now = make_binary(BinaryOp::add, std::move(now), make_number(stmt.at, node.by));
                   rewrite_assignment(stmt, target, std::move(now));
                 },
                 [&](Declare& node) {
                   const Symbol& symbol = *node.symbol;
                   rewrite_assignment(stmt, reference_to(symbol, stmt.at),
                                      symbol.initial != nullptr ? copy_of(*symbol.initial) : make_number(stmt.at, 0));
                 },
                 [&](Send& node) { rewrite_send(stmt, node); },
                 [&](Receive& node) { rewrite_receive(stmt, node); },
                 [&](Printf&) {
                   stmt.node = Printf{"", {}};
                 },
                 [&](Printm&) {
                   stmt.node = Printf{"", {}};
                 },
                 [&](auto&) { refuse(stmt.at, fmt::format("'{}' reads an abstracted variable", text(stmt))); },
             },
             stmt.node);
}

// As promela/program/automaton writes them out.
void Rewriter::rewrite_loop(Stmt& stmt) {
  const auto taken_apart = [&](const Ref& index, ExprPtr from, Sequence body, ExprPtr to) {
    if (!stmt.labels.empty()) refuse(stmt.at, "a label stands before a loop over an abstracted variable");
    const auto now = [&] { return make_variable(stmt.at, index.symbol()); };
    Sequence round, leave, all;
    round.push_back(make_condition(stmt.at, make_binary(BinaryOp::le, now(), std::move(to))));
    for (StmtPtr& inner : body) round.push_back(std::move(inner));
    round.push_back(make_statement(stmt.at, Increment{reference_to(index.symbol(), stmt.at), 1}));
    leave.push_back(make_statement(stmt.at, Else{}));
    leave.push_back(make_statement(stmt.at, Break{}));
    Do loop;
    loop.options.push_back(std::move(round));
    loop.options.push_back(std::move(leave));
    all.push_back(make_assignment(stmt.at, index.symbol(), std::move(from)));
    all.push_back(make_statement(stmt.at, std::move(loop)));
    stmt.node = Block{std::move(all)};
    rewrite(std::get<Block>(stmt.node).body, false);
  };
  if (auto* range = std::get_if<ForRange>(&stmt.node)) {
    const bool touched =
        is_touched(range->index.symbol()) || decider_.mentions_gone(range->from) || decider_.mentions_gone(range->to);
    if (!touched) return rewrite(range->body, false);
    ForRange loop = std::move(*range);
    return taken_apart(loop.index, std::move(loop.from), std::move(loop.body), std::move(loop.to));
  }
  if (auto* array = std::get_if<ForArray>(&stmt.node)) {
    if (!is_touched(array->index.symbol())) return rewrite(array->body, false);
    ForArray loop = std::move(*array);
    const auto last = static_cast<std::int32_t>(loop.array.last().count) - 1;
    return taken_apart(loop.index, make_number(stmt.at, 0), std::move(loop.body), make_number(stmt.at, last));
  }
  if (auto* messages = std::get_if<ForChannel>(&stmt.node)) {
    if (is_touched(messages->message.symbol())) refuse(stmt.at, "messages are taken into an abstracted variable");
    return rewrite(messages->body, false);
  }
  auto& select = std::get<Select>(stmt.node);
  const bool touched =
      is_touched(select.target.symbol()) || decider_.mentions_gone(select.from) || decider_.mentions_gone(select.to);
  if (!touched) return;
  constexpr std::int32_t far_apart = 32;
  const Symbol& target = select.target.symbol();
  const auto* from = std::get_if<Number>(&select.from->node);
  const auto* to = std::get_if<Number>(&select.to->node);
  if (from != nullptr && to != nullptr && from->value >= 0 && to->value >= from->value &&
      to->value - from->value <= far_apart) {
    If chosen;
    for (std::int32_t i = from->value; i <= to->value; ++i) {
      chosen.options.emplace_back().push_back(make_assignment(stmt.at, target, make_number(stmt.at, i)));
    }
    stmt.node = std::move(chosen);
    return rewrite(stmt, false);
  }
  if (!stmt.labels.empty()) refuse(stmt.at, "a label stands before a select of an abstracted variable");
  Do loop;
  loop.options.emplace_back().push_back(make_statement(stmt.at, Break{}));
  Sequence& more = loop.options.emplace_back();
  more.push_back(
      make_condition(stmt.at, make_binary(BinaryOp::lt, make_variable(stmt.at, target), std::move(select.to))));
  more.push_back(make_statement(stmt.at, Increment{reference_to(target, stmt.at), 1}));
  Sequence all;
  all.push_back(make_assignment(stmt.at, target, std::move(select.from)));
  all.push_back(make_statement(stmt.at, std::move(loop)));
  stmt.node = Block{std::move(all)};
  rewrite(std::get<Block>(stmt.node).body, false);
}

// A d_step takes the first of several ways, which would leave some out; what could wait in its middle is an error
// there, and none in an atomic sequence.
void Rewriter::rewrite_d_step(Stmt& stmt, DStep& node, bool leading) {
  if (!touches(node.body)) return;
  if (const Stmt* waits = first_waiting(node.body, true)) {
    refuse(waits->at, fmt::format("'{}' may wait within a d_step; write atomic", text(*waits)));
  }
  Atomic atomic{std::move(node.body)};
  stmt.node = std::move(atomic);
  rewrite(std::get<Atomic>(stmt.node).body, leading);
}

// ---------------------------------------------------------------- conditions

void Rewriter::find_leads(const Sequence& option, Leads& leads) const {
  const Stmt* first = first_of(option);
  if (first == nullptr) {
    leads.always = true;
  } else {
    find_leads(*first, leads);
  }
}

void Rewriter::find_leads(const Stmt& stmt, Leads& leads) const {
  const auto options = [&](const std::vector<Sequence>& all) {
    for (const Sequence& option : all) find_leads(option, leads);
  };
  std::visit(Cases{
                 [&](const Expression& node) { leads.conditions.push_back(node.expr.get()); },
                 [&](const Else&) {
                   leads.otherwise = true;
                   leads.elses.push_back(const_cast<Stmt*>(&stmt));
                 },
                 [&](const Send&) { leads.other = true; },
                 [&](const Receive&) { leads.other = true; },
                 [&](const Unless&) { leads.other = true; },
                 [&](const If& node) { options(node.options); },
                 [&](const Do& node) { options(node.options); },
                 [&](const Atomic& node) { find_leads(node.body, leads); },
                 [&](const DStep& node) { find_leads(node.body, leads); },
                 [&](const Block& node) { find_leads(node.body, leads); },
                 [&](const auto&) { leads.always = true; },
             },
             stmt.node);
}

// Where the bits do not tell whether somebody can go on.
void Rewriter::add_blocked(std::vector<Sequence>& options, const DecidedCondition& all_false, const Stmt& stmt) {
  Region open;
  open.everything = all_false.true_in.everything;
  for (const Valuation& row : all_false.true_in.rows) {
    const std::vector<Valuation>& others = all_false.false_in.rows;
    if (std::find(others.begin(), others.end(), row) != others.end()) open.rows.push_back(row);
  }
  if (open.empty()) return;
  exact_ = false;
  if (in_claim()) return;  // a claim that cannot go on accepts nothing
  if (blocked_file_ == 0) {
    const std::string file = stmt.at.file < specification_.files.size() ? specification_.files[stmt.at.file] : "";
    blocked_file_ = static_cast<std::uint32_t>(specification_.files.size());
    specification_.files.push_back(file + blocked_mark);
  }
  Position at = stmt.at;
  at.file = blocked_file_;
  Sequence& option = options.emplace_back();
  option.push_back(make_condition(at, all_false.inputs.condition(open, at)));
  option.push_back(make_condition(at, make_number(at, 0)));
  ++blocked_places_;
  for (const Label& label : labels_) {
    for (const char* kind : {"end", "accept", "progress"}) {
      if (!label.name.starts_with(kind)) continue;
      option.back()->labels.push_back({fmt::format("{}_blocked{}", kind, blocked_places_), at});
      process_->labels.push_back({option.back()->labels.back().name, option.back().get(), at});
    }
  }
  waiting_.insert(&stmt);
}

void Rewriter::rewrite_branch(Stmt& stmt, std::vector<Sequence>& options, bool leading) {
  Leads leads;
  for (const Sequence& option : options) find_leads(option, leads);
  const bool open = std::any_of(leads.conditions.begin(), leads.conditions.end(),
                                [&](const Expr* condition) { return decider_.mentions_gone(*condition); });
  const auto is_own = [&](const Stmt* wanted) {
    return std::any_of(options.begin(), options.end(),
                       [&](const Sequence& option) { return first_of(option) == wanted; });
  };
  if (open && leads.otherwise && (leading || leads.elses.size() > 1 || !is_own(leads.elses.front()))) {
    refuse(stmt.at, "an else belongs to several selections, one in the other; put skip before the inner one");
  }
  std::optional<DecidedCondition> all_false;
  if (open && !leads.always) {
    std::vector<ExprPtr> negated;
    std::vector<const Expr*> conditions;
    for (const Expr* condition : leads.conditions) {
      negated.push_back(make_not(copy_of(*condition)));
      conditions.push_back(negated.back().get());
    }
    all_false = decider_.condition(conditions, process_);
    if (!all_false->decided || leads.other) exact_ = false;
  }
  const std::vector<Label> labels = labels_;
  for (Sequence& option : options) rewrite(option, true);
  labels_ = labels;
  if (open && leads.otherwise) {
    Stmt& otherwise = *leads.elses.front();
    otherwise.node = Expression{all_false ? all_false->inputs.condition(all_false->true_in, otherwise.at)
                                          : make_number(otherwise.at, 0)};
  } else if (all_false && !leading) {
    add_blocked(options, *all_false, stmt);
  }
}

void Rewriter::rewrite_condition(Stmt& stmt, Expression& node, bool leading) {
  ExprPtr check = check_of(*node.expr);
  const DecidedCondition decided = decider_.condition({node.expr.get()}, process_);
  tell(stmt, decided);
  if (!decided.decided) exact_ = false;
  ExprPtr passes = guarded(std::move(check), decided.inputs.condition(decided.true_in, stmt.at));
  if (leading) {
    stmt.node = std::move(make_condition(stmt.at, std::move(passes))->node);
    return;
  }
  std::vector<Sequence> options;
  options.emplace_back().push_back(make_condition(stmt.at, std::move(passes)));
  DecidedCondition fails;
  fails.true_in = decided.false_in;
  fails.false_in = decided.true_in;
  for (const ExprPtr& input : decided.inputs.expressions) fails.inputs.expressions.push_back(copy_of(*input));
  add_blocked(options, fails, stmt);
  if (options.size() == 1) {
    stmt.node = std::move(options.front().front()->node);
  } else {
    stmt.node = If{std::move(options)};
  }
}

void Rewriter::rewrite_assertion(Stmt& stmt, Assert& node) {
  ExprPtr check = check_of(*node.condition);
  const DecidedCondition decided = decider_.condition({node.condition.get()}, process_);
  tell(stmt, decided);
  if (!decided.decided) exact_ = false;
  If options;
  if (!decided.true_in.empty()) {
    options.options.emplace_back().push_back(make_condition(
        stmt.at,
        guarded(check == nullptr ? nullptr : copy_of(*check), decided.inputs.condition(decided.true_in, stmt.at))));
  }
  if (!decided.false_in.empty()) {
    const auto fails = [&] { return decided.inputs.condition(decided.false_in, stmt.at); };
    Sequence body;
    body.push_back(make_condition(stmt.at, guarded(std::move(check), fails())));
    body.push_back(make_statement(stmt.at, Assert{make_not(fails())}));
    options.options.emplace_back().push_back(make_statement(stmt.at, DStep{std::move(body)}));
  }
  stmt.node = std::move(options);
}

ExprPtr Rewriter::certainly(const Expr& expr) const {
  if (!decider_.mentions_gone(expr)) return copy_of(expr);
  (void)check_of(expr);
  const DecidedCondition decided = decider_.condition({&expr}, nullptr);
  return make_not(decided.inputs.condition(decided.false_in, expr.at));
}

ExprPtr Rewriter::possibly(const Expr& expr) const {
  if (!decider_.mentions_gone(expr)) return copy_of(expr);
  (void)check_of(expr);
  const DecidedCondition decided = decider_.condition({&expr}, nullptr);
  return decided.inputs.condition(decided.true_in, expr.at);
}

// A run of which the formula is true in the end has to be one of which it was true before: where it is affirmed, what
// is certain counts, where it is denied, what is possible.
void Rewriter::rewrite(Ltl& formula, bool positive) const {
  switch (formula.op) {
    case LtlOp::proposition:
      formula.proposition = positive ? certainly(*formula.proposition) : possibly(*formula.proposition);
      return;
    case LtlOp::logical_not:
      return rewrite(*formula.left, !positive);
    case LtlOp::implies:
      rewrite(*formula.left, !positive);
      return rewrite(*formula.right, positive);
    case LtlOp::equivalent: {
      const auto mentions = [&](const auto& self, const Ltl& part) -> bool {
        return (part.proposition != nullptr && decider_.mentions_gone(*part.proposition)) ||
               (part.left != nullptr && self(self, *part.left)) || (part.right != nullptr && self(self, *part.right));
      };
      if (mentions(mentions, formula)) refuse(formula.at, "<-> affirms and denies what is abstracted; write two ->");
      return;
    }
    default:
      rewrite(*formula.left, positive);
      if (formula.right != nullptr) rewrite(*formula.right, positive);
  }
}

}  // namespace waymark::promela

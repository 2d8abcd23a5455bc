// What is declared: a bit for each predicate, and no longer what is abstracted.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "promela/abstract/rewriter.hpp"
#include "promela/abstract/smt.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

// What a variable of this type has of a value.
std::int32_t kept(const Type& type, std::int32_t value) {
  const unsigned unused = 32u - type.width;
  const auto up = static_cast<std::uint32_t>(value) << unused;
  return is_signed(type) ? static_cast<std::int32_t>(up) >> unused : static_cast<std::int32_t>(up >> unused);
}

}  // namespace

void Rewriter::declare_bits() {
  std::unordered_set<const Symbol*> later;  // until its declaration is reached, such a variable is 0
  each_statement(specification_, [&](const Stmt& stmt) {
    const auto* declare = std::get_if<Declare>(&stmt.node);
    if (declare != nullptr && declare->assigns) later.insert(declare->symbol);
  });
  const auto initial_value = [&](const Symbol& symbol) {
    if (later.contains(&symbol) || symbol.initial == nullptr) return 0;
    const auto value = fold(*symbol.initial);
    if (!value) {
      refuse(symbol.at, fmt::format("{} does not begin with a constant; declare it without, and assign", symbol.name));
    }
    return kept(symbol.type, *value);
  };
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
    each_sequence(process->body, [&](Sequence& sequence) {
      std::erase_if(sequence, [&](const StmtPtr& stmt) {
        const auto* declare = std::get_if<Declare>(&stmt->node);
        return declare != nullptr && gone(declare->symbol);
      });
    });
  }
}

}  // namespace waymark::promela

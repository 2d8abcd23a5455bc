// Loops over what is abstracted, and choices of its values, written out as the statements that they stand for.
#include <utility>

#include "promela/abstract/rewriter.hpp"
#include "promela/syntax/build.hpp"

namespace waymark::promela {

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

}  // namespace waymark::promela

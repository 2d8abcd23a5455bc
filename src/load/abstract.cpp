#include "load/abstract.hpp"

#include <fmt/format.h>

#include "promela/abstract/abstract.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::load {

std::shared_ptr<const promela::Specification> abstracted(const ReadTree& read, const std::vector<std::string>& items,
                                                         const base::Stop* stop, AbstractView& view) {
  const auto solver = std::make_shared<const promela::Solver>(stop);
  const std::shared_ptr<const promela::Specification> original = read();
  std::shared_ptr<promela::Specification> tree = read();
  const promela::Abstraction made = promela::abstract(*tree, original, items, solver);
  view.items = items;
  view.bits = made.bits;
  view.exact = made.exact;
  for (const promela::Abstracted& one : made.statements) {
    const std::string file = one.at.file < tree->files.size() ? tree->files[one.at.file] : "";
    AbstractView::Statement& statement = view.statements.emplace_back();
    statement.location = fmt::format("{}:{}", file, one.at.line);
    statement.text = one.text;
    for (const promela::Abstracted::Case& known : one.cases) statement.cases.emplace_back(known.known, known.effect);
  }
  view.text = promela::text(*tree);
  view.suggest = [original, items](const std::vector<std::string>& places, const std::vector<std::string>& asked) {
    return promela::suggested(*original, items, places, asked);
  };
  return tree;
}

}  // namespace waymark::load

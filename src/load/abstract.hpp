// The abstraction of a program by --abstract: its models know of some variables only what predicates say. It is derived
// from the program's text and the options alone, asking the solver, by checks and by certifications of their scripts.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::load {

struct AbstractView {
  // What became of a statement: by what is known before, what happens.
  struct Statement {
    std::string location;
    std::string text;
    std::vector<std::pair<std::string, std::string>> cases;
  };
  std::vector<std::string> items;                         // as given
  std::vector<std::pair<std::string, std::string>> bits;  // and what each stands for
  std::vector<Statement> statements;
  bool exact = false;  // it does what the program does; otherwise that, and more
  std::string text;    // in the program's language
  // Items that would tell more: of what the last of some places, "file:line", decides by, and of the properties.
  std::function<std::vector<std::string>(const std::vector<std::string>& places, const std::vector<std::string>& asked)>
      suggest;
};

using ReadTree = std::function<std::unique_ptr<promela::Specification>()>;

// A tree of what `read` reads, abstracted. Throws base::InputError, and base::Stopped where `stop`, if any, says so:
// now and whenever something is asked in the program's terms.
[[nodiscard]] std::shared_ptr<const promela::Specification> abstracted(const ReadTree& read,
                                                                       const std::vector<std::string>& items,
                                                                       const base::Stop* stop, AbstractView& view);

}  // namespace waymark::load

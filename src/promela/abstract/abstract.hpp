// Abstraction: a specification in which of some variables only predicates are known, as bits, made of another one by
// asking the solver about every statement that reads or writes them. Whatever the program can do, the abstract one can:
// what holds of it holds of the program, for every property of runs (docs/use/abstraction.md says why). What it can do
// besides may be spurious.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "promela/abstract/solver.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// What became of a statement, for people: by what is known before, what happens.
struct Abstracted {
  struct Case {
    std::string known;
    std::string effect;
  };
  Position at;
  std::string text;
  std::vector<Case> cases;
};

struct Abstraction {
  std::vector<std::pair<std::string, std::string>> bits;  // their names, and what they stand for
  std::vector<Abstracted> statements;
  bool exact = false;  // the bits always tell what happens: nothing is added
};

// Rewrites `tree` in place. `original` is another tree of the same text, in whose terms later questions may be asked;
// it is kept as long as the abstract one. Throws base::InputError for what cannot be abstracted, with its place.
[[nodiscard]] Abstraction abstract(Specification& tree, std::shared_ptr<const Specification> original,
                                   const std::vector<std::string>& items, const std::shared_ptr<const Solver>& solver);

// At the end of the names of files: a place where a process stays for ever, though the program itself has no such step.
constexpr const char* blocked_mark = " (blocked)";

// The conditions that would tell apart what the last of some places, "file:line", decides by, and what they were before
// the assignments at the places before it; and what is asked. As further items, of the variables of `items`: for who
// has followed a path that is none of the program's.
[[nodiscard]] std::vector<std::string> suggested(const Specification& original, const std::vector<std::string>& items,
                                                 const std::vector<std::string>& places,
                                                 const std::vector<std::string>& asked);

}  // namespace waymark::promela

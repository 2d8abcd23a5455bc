// What became of a program's state graph since an earlier script was made: the old tree is followed beside the search.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "check/assemble.hpp"
#include "check/result.hpp"
#include "load/program.hpp"
#include "observe/comparison.hpp"
#include "observe/prior_tree.hpp"
#include "script/format.hpp"

namespace waymark::check {

// A script from before a change, read once.
struct OldScript {
  std::string path;
  script::Header header;
  std::unique_ptr<observe::PriorTree> tree;  // none if it could not be held
};
// Throws base::InputError if it is no script, or not one that can be followed, and base::Stopped if `stop`, if any,
// says so.
[[nodiscard]] OldScript read_old_script(const std::string& path, base::Budget& budget, const base::Stop* stop);

// One search of the program, beside which the old tree is followed as far as it fits.
class Following {
 public:
  // What outlives this: the script and the budget. The program is as it is searched, reduced or not.
  Following(const OldScript& old, const load::Program& program, base::Budget& budget);

  // Who has to listen to the search; nobody if nothing can fit.
  [[nodiscard]] search::Observer* observer() { return comparison_ ? &*comparison_ : nullptr; }
  // After the search. The way to the first place is told in the choices of `plain`, the program unreduced.
  [[nodiscard]] Change change(const Assembled& assembled, model::Model& model, const load::Program& plain,
                              bool complete, const base::Stop* stop);

 private:
  const OldScript& old_;
  std::string why_not_;
  std::optional<observe::Comparison> comparison_;
};

}  // namespace waymark::check

// A program as the command line names it: read once, then given out as Models.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"
#include "ltl/formula.hpp"
#include "model/model.hpp"

namespace waymark::cli {

using Digest = std::array<std::uint8_t, 32>;

struct NamedFormula {
  std::string name;
  ltl::FormulaPtr formula;
};

struct Program {
  std::string path;
  std::string options_text;  // every option that shapes the state space, for people
  Digest text_digest{};      // BLAKE2b of all that was read
  Digest options_digest{};   // BLAKE2b of options_text
  std::function<std::unique_ptr<model::Model>()> make;
  std::vector<NamedFormula> formulas;  // that stand in its text
  // Reads a formula in the program's own terms. Throws base::InputError.
  std::function<ltl::FormulaPtr(const std::string&)> formula;
  // What a reduction must not presume, because a search has refuted it: as a text, and in addition to what is known.
  std::function<std::string()> refuted = [] { return std::string(); };
  std::function<bool(std::string_view)> refute = [](std::string_view text) { return text.empty(); };
  bool has_claim = false;  // a never claim is part of it
  bool reduced = false;    // by partial order reduction

  // Of text and options together, in hexadecimal: what a trail must fit.
  [[nodiscard]] std::string fit() const;
};

// By its name, or because it has a class path.
[[nodiscard]] bool is_java(const Options& options);

// BLAKE2b.
[[nodiscard]] Digest digest(std::string_view text);

// From now on the program's models are reduced, and what the expressions read stays visible. Answers why not, or an
// empty text. Throws base::InputError if an expression is none of this program's.
[[nodiscard]] std::string reduce(Program& program, const std::vector<std::string>& visible);
// Reduces the program as the options_text of a script says it was when the script was made; the text is a stranger's,
// but whatever it makes visible, the reduction is sound. Answers what stays visible; nothing if it was not reduced.
[[nodiscard]] std::optional<std::vector<std::string>> reduce_as(Program& program, const std::string& options_text);

// Throws base::InputError.
[[nodiscard]] Program load(const Options& options);

}  // namespace waymark::cli

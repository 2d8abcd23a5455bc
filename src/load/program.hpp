// A program under check, whatever its language: read once, then given out as Models.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "load/abstract.hpp"
#include "load/derivation.hpp"
#include "ltl/formula.hpp"
#include "model/contacts.hpp"
#include "model/model.hpp"
#include "model/races.hpp"
#include "options/option.hpp"
#include "script/format.hpp"

namespace waymark::load {

using ModelFactory = std::function<std::unique_ptr<model::Model>()>;

struct NamedFormula {
  std::string name;
  ltl::FormulaPtr formula;
};

// How calls into a library of the language are run; nothing of it where there is no such library.
struct LibraryCalls {
  std::string how;        // "atomic", as one step, as far as the program is reduced; or "steps"
  bool asked = false;     // by the user, and not the default
  std::string taken_for;  // what has to be believed where calls are one step
};

// What a slice of a program leaves out, for people.
struct CutAway {
  struct Place {
    std::string file;
    std::uint32_t line = 0;
    std::string text;
  };
  std::vector<Place> statements;  // in the order of the text
  std::vector<Place> variables;
  std::uint64_t statements_before = 0;
  std::uint64_t variables_before = 0;
  std::string whole;  // why nothing was left out, if that was so from the start
};

// What moves in a program, as people who know its language call it.
struct Actors {
  std::string_view one;
  std::string_view all;
};
inline constexpr Actors processes{"process", "processes"};
inline constexpr Actors threads{"thread", "threads"};

using options::Restriction;

struct Exchanges;  // load/exchanges.hpp

struct Program;
struct Sliced;

// What a program's language knows of it. The defaults are those of graphs: no slices, and nothing is presumed. One
// class for each language that has more.
class FrontEnd {
 public:
  explicit FrontEnd(const script::Digest& text = {}) : text_(text) {}
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;
  virtual ~FrontEnd() = default;

  // Of all that the program is made of, whether it was read so far or not. Of a Java program it takes some tenths of a
  // second. Throws base::InputError.
  [[nodiscard]] virtual script::Digest text_digest() const { return text_; }
  // Reads a formula in the program's own terms. Throws base::InputError.
  [[nodiscard]] virtual ltl::FormulaPtr formula(const std::string& text) const { return ltl::parse(text, "--ltl"); }
  // The slice by these criteria. Throws base::InputError if the language has none, or an expression is none of the
  // program's.
  [[nodiscard]] virtual Sliced slice(const Criteria& criteria) const;
  // The program and the question, of deadlocks, assertions and invariants, in the text that the verified kernel reads.
  // Throws base::InputError if the kernel does not know the language, or something in the program.
  [[nodiscard]] virtual std::string kernel_text(const Criteria& question) const;
  // Models whose steps end where one of these expressions may change; nothing if steps do not depend on that. Throws
  // base::InputError if one of them is no expression of the program's.
  [[nodiscard]] virtual ModelFactory showing(const std::vector<std::string>& expressions) const { return {}; }
  // The program as exchanges of its processes leave it, which leave the values of these expressions alone. Throws
  // base::InputError if an expression is none of the program's.
  [[nodiscard]] virtual Exchanges exchanges(const std::vector<std::string>& unchanged) const;
  // The program, which is this slice from now on, is abstracted, if that is asked for.
  virtual void abstract_slice(Program& program, const CutAway& away) const {}

  // What a reduction presumes until a search invalidates it. The search then restarts; models made from then on presume
  // less. All that was invalidated, as a text; and invalidating what such a text names, which may be a stranger's:
  // false if it is none.
  [[nodiscard]] virtual std::string invalidated() const { return {}; }
  [[nodiscard]] virtual bool invalidate(std::string_view text) const { return text.empty(); }
  // Whether a presumption ended a search as unsupported; if so, it is invalidated from now on.
  [[nodiscard]] virtual bool invalidated_by(const model::Violation& violation) const { return false; }

  // Whether anything was left out so far because a call of the library is one step.
  [[nodiscard]] virtual bool library_matters() const { return false; }
  // In which ways what models explored so far is one of several possibilities.
  [[nodiscard]] virtual std::vector<Restriction> restrictions() const { return {}; }
  // What models met so far, unless races are violations.
  [[nodiscard]] virtual std::vector<model::Race> races() const { return {}; }
  // Which accesses and locks of threads met so far; nothing: models do not look.
  [[nodiscard]] virtual std::optional<model::Contacts> contacts() const { return std::nullopt; }
  // What models took for granted so far, as sentences for people.
  [[nodiscard]] virtual std::vector<std::string> taken_for_granted() const { return {}; }

 private:
  script::Digest text_;
};

// A program's slice, and its text in the program's own language.
struct Sliced {
  std::shared_ptr<const FrontEnd> front_end;
  ModelFactory make;
  CutAway away;
  std::string text;
};

struct Program {
  std::shared_ptr<const FrontEnd> front_end = std::make_shared<const FrontEnd>();
  std::string path;
  Actors actors = processes;
  std::string view;       // in which way what is judged is not the whole program; for the headline
  Derivation derivation;  // by every option that shapes the state space
  ModelFactory make;
  std::vector<NamedFormula> formulas;  // that stand in its text
  bool words_differ = false;           // a state's words, of one model, mean nothing to another
  bool has_claim = false;              // a never claim is part of it
  bool has_exceptions = false;
  bool is_scenario = false;  // its histories are compared with a sequential twin
  std::string whole_cycles;  // why cycles are sought in all orders of steps, unless a formula says which
  bool reduced = false;      // by partial order reduction
  LibraryCalls library;
  std::shared_ptr<const AbstractView> abstraction;  // null: nothing is abstracted
  std::shared_ptr<const Exchanges> symmetry;        // null: states do not stand for others
  // What a verdict about it rests on, besides search or certifier; for people.
  std::vector<std::string> rests_on;

  [[nodiscard]] script::Digest text_digest() const { return front_end->text_digest(); }
  // What a script says of the options, and its digest.
  [[nodiscard]] std::string options_text() const { return derivation.text(); }
  [[nodiscard]] script::Digest options_digest() const;
  // Of text and options together, in hexadecimal: what a trail must fit.
  [[nodiscard]] std::string fit() const;
};

[[nodiscard]] script::Digest digest(std::string_view text);
[[nodiscard]] std::string hexadecimal(const script::Digest& digest);

// How a reduction of the program is named now: without what was dropped so far.
[[nodiscard]] Derivation::Reduction reduction_of(const Program& program, std::vector<std::string> visible = {});
// From now on it is reduced so: what has to be believed besides.
void rest_on_reduction(Program& program, Derivation::Reduction reduction);
// Throws base::InputError if calls of the library were asked to be one step: nothing is left out, and this is why.
void refuse_whole(const Program& program, std::string_view why);

}  // namespace waymark::load

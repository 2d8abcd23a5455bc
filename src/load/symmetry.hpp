// Programs of whose states one stands for all that exchanges of processes make of it (docs/trust/symmetry.md), for
// checks and for certificates alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "load/program.hpp"

namespace waymark::load {

// A run by its choices; of one that goes around a cycle, so many lead to it.
struct ChosenRun {
  std::vector<std::uint32_t> choices;
  std::optional<std::uint64_t> cycle;
  std::uint64_t steps = 0;
  bool stuck = false;  // nothing can move in the end, or where the cycle begins
};

struct Exchanges {
  std::string why;     // there are none; the rest is empty then
  std::string groups;  // of processes, for people
  double order = 1;    // so many states one stands for at most
  bool ends = false;   // processes end, and stay in states without being seen there
  ModelFactory make;
  ModelFactory plain;  // models of the program itself
  // A run of such a model as one of the program itself; nothing: it is none of that model's.
  std::function<std::optional<ChosenRun>(const ChosenRun& run, const base::Stop* stop)> undo;
};

// From now on states of the program's models stand for others, with the same values of these expressions. Answers why
// that cannot be, or an empty text. Throws base::InputError if an expression is none of the program's.
[[nodiscard]] std::string use_symmetry(Program& program, const std::vector<std::string>& unchanged);

// The same as the options_text of a script says; the text is a stranger's, but whatever it leaves unchanged, the
// exchanges are those that the program allows. Answers whether the text has it. If it asks for what cannot be, `why`
// says so.
[[nodiscard]] bool use_symmetry_as(Program& program, std::string_view options_text, std::string& why);

}  // namespace waymark::load

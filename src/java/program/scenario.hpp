// Scenarios: which operations of a class several threads call, and with which sequential twin their histories are
// compared. A scenario is a program: waymark.internal.Linear runs it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark::java {

inline constexpr const char* scenario_class = "waymark.internal.Linear";

// CLASS[(ARGS)] [= TWIN[(ARGS)]] : [OPERATIONS ;] OPERATIONS | OPERATIONS ... [; OPERATIONS]
struct Scenario {
  struct Call {
    std::string name;                    // of a method or a class
    std::vector<std::string> arguments;  // as they are written
  };
  using Calls = std::vector<Call>;

  Call tested;
  Call twin;
  Calls before;  // by one thread, as those after
  Calls after;
  std::vector<Calls> threads;
};

// Throws base::InputError, which names the option.
[[nodiscard]] Scenario read_scenario(const std::string& text);
// As it is read; equal scenarios have equal texts.
[[nodiscard]] std::string text_of(const Scenario& scenario);
// What waymark.internal.Linear takes.
[[nodiscard]] std::vector<std::string> words_of(const Scenario& scenario);
// Those in which threads do no more than the beginning of what they do here, with the fewest operations first.
[[nodiscard]] std::vector<Scenario> smaller(const Scenario& scenario);
// a.b of the class under test, a.b.Queue; empty if it is in none.
[[nodiscard]] std::string package_of(const Scenario& scenario);

}  // namespace waymark::java

// Option: all there is to know about one option of a command, or one key of --tune, in one row. Parsing, help, manual
// pages, completion, refusals, the text of a program's options in scripts, and the tools of agents read nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/chosen.hpp"
#include "base/names.hpp"
#include "options/feature.hpp"

namespace waymark::options {

struct Range {
  static constexpr std::uint64_t open = ~std::uint64_t{0};
  std::uint64_t least = 0;
  std::uint64_t most = open;
};

// How the text of a program's options in a script names the value. A row has either a text or a reason why not.
struct Said {
  std::vector<std::string_view> languages;  // with whose names such texts begin
  unsigned place = 0;                       // among the others in that text
  std::function<std::string()> text;        // with a blank before it; empty: as if the option were not given
  std::string_view why_not;
};

// Whether agents may give the option, and what they give.
enum class Agents : std::uint8_t {
  never,
  value,
  file,     // below the root
  files,    // several in one text, separated by ':'
  written,  // a file that the command writes
};

// In which way a verdict is about less than the program may do, where an option is not given.
struct Restriction {
  std::string what;    // as part of a headline: for one sequence of random numbers
  std::string remedy;  // how more is explored: --random 6 explores all; empty: not at all
};

struct Option {
  enum class Kind : std::uint8_t { flag, word, number };

  Option(std::string named, std::string placeholder, std::string first_sentence)
      : names(std::move(named)), metavar(std::move(placeholder)), help(std::move(first_sentence)) {}

  std::string names;    // "--store", "-D,--define"; "PROGRAM" if it is positional; "hash-bits" if a key of --tune
  std::string metavar;  // the placeholder of its value; flags and positional ones have none
  std::string help;
  Kind kind = Kind::word;
  bool again = false;                                         // it may be given again
  std::function<std::string(const std::string& word)> take;   // answers what is wrong with it, or an empty text
  std::function<void(std::uint64_t)> store;                   // of numbers, in place of take
  std::function<void(const std::vector<std::string>&)> last;  // takes all its words at the end of a command line
  // The values it has now, as one would write them; none: as if it were not given. A flag that is set has an empty one.
  std::function<std::vector<std::string>()> values;
  std::string more;      // a second sentence, for pages with room: --help TOPIC, manual pages, the reference
  std::string standard;  // its value if it is not given, as one would write it; empty: there is none
  std::vector<std::string> choices;  // all values it may have, if they have names
  std::vector<std::string> keys;     // of --tune
  std::optional<Range> range;
  std::uint64_t largest = Range::open;  // that there is room for
  bool required = false;
  bool tuning = false;              // a key of --tune
  bool behind = false;              // it takes the words behind "--"
  std::vector<std::string> unless;  // required, unless one of these is given
  bool listed = false;              // several values may stand in one word, separated by commas
  std::vector<std::string> needs;   // that have to be given too
  std::vector<std::string> excludes;
  std::function<Demand()> demand;  // of the values it has now; null: it asks nothing of other options
  Said said;                       // of options that shape a program's state space
  Restriction restriction;         // of a program that meets what the option is about
  Agents agents = Agents::never;
  std::string_view ending;  // of a file that an agent has written

  [[nodiscard]] bool positional() const { return !tuning && names.front() != '-'; }
  [[nodiscard]] bool flag() const { return kind == Kind::flag; }
  [[nodiscard]] bool takes_number() const { return kind == Kind::number; }
  [[nodiscard]] bool many() const { return again; }
  // Has to be given, where nothing stands in for it.
  [[nodiscard]] bool is_expected() const { return required || !unless.empty(); }
  // The last of its names.
  [[nodiscard]] std::string name() const { return names.substr(names.rfind(',') + 1); }
  // As messages have it: "--store", "--tune hash-bits".
  [[nodiscard]] std::string title() const { return (tuning ? "--tune " : "") + name(); }
  // As one writes it, with a value or the placeholder of one: "--store tree", "--tune hash-bits=32".
  [[nodiscard]] std::string written(std::string_view value) const;
  // Puts a word where the value goes. Answers what is wrong with it, or an empty text.
  [[nodiscard]] std::string accept(const std::string& word) const;

  // To be read after the table's entry: Option(...).within(1, 16).
  Option with_more(std::string text) && { return set(more, std::move(text)); }
  Option within(std::uint64_t least, std::uint64_t most = Range::open) && { return set(range, Range{least, most}); }
  Option must_be_given() && { return set(required, true); }
  Option must_be_given_unless(std::vector<std::string> others) && { return set(unless, std::move(others)); }
  Option needing(std::vector<std::string> others) && { return set(needs, std::move(others)); }
  Option excluding(std::vector<std::string> others) && { return set(excludes, std::move(others)); }
  Option demanding(Demand always) && {
    return set(demand, [always = std::move(always)] { return always; });
  }
  Option demanding(std::function<Demand()> now) && { return set(demand, std::move(now)); }
  Option said_in(std::vector<std::string_view> languages, unsigned place, std::function<std::string()> text) && {
    return set(said, Said{std::move(languages), place, std::move(text), {}});
  }
  Option unsaid(std::string_view why) && { return set(said.why_not, why); }
  Option restricting(Restriction unless_given) && { return set(restriction, std::move(unless_given)); }
  Option for_agents(Agents give = Agents::value) && { return set(agents, give); }
  // A file that they have written, whose name ends so.
  Option written_by_agents(std::string_view as) && {
    agents = Agents::written;
    return set(ending, as);
  }

 private:
  template <typename Slot, typename Value>
  Option set(Slot& slot, Value value) {
    slot = std::move(value);
    return std::move(*this);
  }
};

// Options that go together.
struct Group {
  std::string title;
  std::string topics;  // for which --help TOPIC shows it, separated by blanks; empty: --help alone does
  std::vector<Option> options;
};

// Of the options, in the same order as in `usual`, those whose values are not the usual ones, and what they demand.
[[nodiscard]] std::vector<Part> parts_of(const std::vector<Group>& groups, const std::vector<Group>& usual);
// Denied: what only options that are not among `parts` give.
[[nodiscard]] Part nowhere_given(const std::vector<Group>& groups, const std::vector<Part>& parts);

// The same options as keys of --tune.
[[nodiscard]] Group tuning_group(std::vector<Option> options);

template <typename Slot, typename Value>
void assign(Slot& slot, Value value) {
  slot = value;
}
template <typename Value>
void assign(std::vector<Value>& slot, Value value) {
  slot.push_back(value);
}
template <typename Value>
void assign(base::Chosen<Value>& slot, Value value) {
  slot.choose(value);
}
// The values that somebody asked for.
template <typename Value>
std::vector<Value> asked_for(const Value& slot) {
  return {slot};
}
template <typename Value>
std::vector<Value> asked_for(const std::vector<Value>& slot) {
  return slot;
}
template <typename Value>
std::vector<Value> asked_for(const std::optional<Value>& slot) {
  return slot ? std::vector<Value>{*slot} : std::vector<Value>{};
}
template <typename Value>
std::vector<Value> asked_for(const base::Chosen<Value>& slot) {
  return slot.by_user ? std::vector<Value>{slot.value} : std::vector<Value>{};
}

[[nodiscard]] Option flag(std::string names, bool& target, std::string help);
[[nodiscard]] Option flag(std::string names, std::function<void()> happen, std::string help);
// One that stands by its target.
[[nodiscard]] Option positional(std::string name, std::string& target, std::string help);
[[nodiscard]] Option positional(std::string name, std::vector<std::string>& target, std::string help);
// The words behind "--".
[[nodiscard]] Option words_behind(std::string name, std::vector<std::string>& target, std::string help);
// A value that need not be given and has no default to be shown.
[[nodiscard]] Option value(std::string names, std::string metavar, std::string* target, std::string help);
[[nodiscard]] Option value(std::string names, std::string metavar, std::vector<std::string>* target, std::string help);
// The same, of numbers: one that is optional or chosen, or a list.
template <typename Slot>
[[nodiscard]] Option value(std::string names, std::string metavar, Slot* target, std::string help) {
  using Number = typename decltype(asked_for(*target))::value_type;
  Option option(std::move(names), std::move(metavar), std::move(help));
  option.kind = Option::Kind::number;
  option.again = std::is_same_v<Slot, std::vector<Number>>;
  option.largest = std::numeric_limits<Number>::max();
  option.store = [target](std::uint64_t number) { assign(*target, static_cast<Number>(number)); };
  option.values = [target] {
    std::vector<std::string> words;
    for (const Number number : asked_for(*target)) words.push_back(std::to_string(number));
    return words;
  };
  return option;
}
// A number with a default.
template <typename Number>
[[nodiscard]] Option number(std::string names, std::string metavar, Number& target, std::string help) {
  Option option = value(std::move(names), std::move(metavar), &target, std::move(help));
  option.standard = std::to_string(target);
  return option;
}
[[nodiscard]] Option size(std::string names, std::optional<std::uint64_t>& target, std::string help);
[[nodiscard]] Option time(std::string names, std::optional<double>& target, std::string help);

template <typename Value>
[[nodiscard]] std::vector<std::string> all_names() {
  std::vector<std::string> names;
  names.reserve(base::Names<Value>::table.size());
  for (const base::Named<Value>& one : base::Names<Value>::table) names.emplace_back(one.name);
  return names;
}

// One of an enumeration's values that have names. `target` is a Value, an optional or a chosen one.
template <typename Value, typename Slot>
[[nodiscard]] Option choice(std::string names, std::string metavar, Slot& target, std::string help) {
  Option option(std::move(names), std::move(metavar), std::move(help));
  option.take = [&target](const std::string& word) {
    assign(target, base::named<Value>(word).value());
    return std::string();
  };
  option.values = [&target] {
    std::vector<std::string> words;
    for (const Value now : asked_for(target)) words.emplace_back(base::name(now));
    return words;
  };
  option.choices = all_names<Value>();
  return option;
}

template <typename Value>
[[nodiscard]] Option choice_with_default(std::string names, std::string metavar, Value& target, std::string help) {
  Option option = choice<Value>(std::move(names), std::move(metavar), target, std::move(help));
  option.standard = base::name(target);
  return option;
}

}  // namespace waymark::options

#include "load/derivation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/escaped.hpp"

namespace waymark::load {

namespace {

constexpr std::string_view separator = "; ";
// Labels of items; what follows one that ends with a blank belongs to it.
constexpr std::string_view slice_text = "slice by ";
constexpr std::string_view shown_text = "shown ";
constexpr std::string_view symmetry_text = "symmetry 1";  // another choice of representatives gets another number
constexpr std::string_view unchanged_text = "unchanged ";
constexpr std::string_view preemptions_text = "preemptions at most ";
constexpr std::string_view reduction_text = "partial order reduction";
constexpr std::string_view dropped_text = "not presuming ";
constexpr std::string_view visible_text = "visible ";
constexpr std::string_view fair_text = "weakly fair";
constexpr std::string_view cycles_text = "cycles ";
// What a slice is by.
constexpr std::string_view assertion_text = "assertion";
constexpr std::string_view deadlock_text = "deadlock";
constexpr std::string_view steps_text = "steps";
constexpr std::string_view output_text = "output";
constexpr std::string_view invariant_text = "invariant ";
constexpr std::string_view formula_text = "ltl ";
constexpr std::string_view nothing_text = "nothing";

// A list of items, written.
class Items {
 public:
  void add(std::string_view label, std::string_view rest = "") {
    text_ += fmt::format("{}{}{}", text_.empty() ? "" : separator, label, rest);
  }
  void add_escaped(std::string_view label, std::string_view expression) { add(label, base::escaped(expression, ";")); }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// A list of items, read from the front.
class ItemReader {
 public:
  explicit ItemReader(std::string_view text) : rest_(text), over_(text.empty()) {}

  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] std::string_view item() const { return rest_.substr(0, rest_.find(separator)); }
  [[nodiscard]] bool begins(std::string_view label) const { return !over_ && item().starts_with(label); }
  // The item is this one, and is gone.
  bool take(std::string_view whole) {
    if (over_ || item() != whole) return false;
    next();
    return true;
  }
  // What follows the label in the item, which is gone. Nothing: the item has another label, or is malformed.
  std::optional<std::string> take_behind(std::string_view label) {
    if (!begins(label)) return std::nullopt;
    std::optional<std::string> text = base::unescaped(item().substr(label.size()));
    if (text) next();
    return text;
  }
  void next() {
    const std::size_t end = rest_.find(separator);
    over_ = end == std::string_view::npos;
    rest_.remove_prefix(over_ ? rest_.size() : end + separator.size());
  }

 private:
  std::string_view rest_;
  bool over_;
};

// Adds what one item of a slice names. False if it names nothing. Throws base::InputError if a formula is none.
bool read_criterion(ItemReader& items, Criteria& criteria) {
  const std::string_view item = items.item().substr(slice_text.size());
  const auto rest = [&](std::string_view label) { return base::unescaped(item.substr(label.size())); };
  if (item == assertion_text) {
    criteria.assertion = true;
  } else if (item == deadlock_text) {
    criteria.deadlock = true;
  } else if (item == steps_text) {
    criteria.steps = true;
  } else if (item == output_text) {
    criteria.output = true;
  } else if (item == base::name(CycleKind::acceptance)) {
    criteria.cycles.push_back(Cycles::no_acceptance(false));
  } else if (item == base::name(CycleKind::progress)) {
    criteria.cycles.push_back(Cycles::progress(false));
  } else if (item.starts_with(invariant_text)) {
    const std::optional<std::string> text = rest(invariant_text);
    if (!text) return false;
    criteria.invariants.push_back(*text);
  } else if (item.starts_with(formula_text)) {
    const std::optional<std::string> text = rest(formula_text);
    if (!text) return false;
    criteria.cycles.push_back({CycleKind::ltl, ltl::parse(*text, "ltl"), false});
  } else if (item != nothing_text) {
    return false;
  }
  items.next();
  return true;
}

// Throws base::InputError if a formula is none.
std::optional<Cycles> read_cycles(ItemReader& items, bool fair) {
  const std::optional<std::string> text = items.take_behind(cycles_text);
  if (!text) return std::nullopt;
  if (*text == base::name(CycleKind::acceptance)) return Cycles::no_acceptance(fair);
  if (*text == base::name(CycleKind::progress)) return Cycles::progress(fair);
  if (!text->starts_with(formula_text)) return std::nullopt;
  return Cycles{CycleKind::ltl, ltl::parse(text->substr(formula_text.size()), "ltl"), fair};
}

std::optional<std::uint32_t> read_number(std::string_view digits) {
  std::uint32_t number = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (fault != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

// Whether the program's own options are over.
bool begins_derived(const ItemReader& items) {
  constexpr std::array labels{shown_text, symmetry_text, preemptions_text, reduction_text, fair_text, cycles_text};
  return std::any_of(labels.begin(), labels.end(), [&](std::string_view label) { return items.begins(label); });
}

// False: the item that is left is not understood. Throws base::InputError if a formula is none.
bool read_items(ItemReader& items, Derivation& into) {
  while (items.begins(slice_text)) {
    if (!into.slice) into.slice.emplace();
    if (!read_criterion(items, *into.slice)) return false;
  }
  while (!items.over() && !begins_derived(items)) {
    into.own += fmt::format("{}{}", into.own.empty() ? "" : separator, items.item());
    items.next();
  }
  while (auto expression = items.take_behind(shown_text)) into.shown.push_back(std::move(*expression));
  if (items.take(symmetry_text)) {
    into.symmetry.emplace();
    while (auto one = items.take_behind(unchanged_text)) into.symmetry->unchanged.push_back(std::move(*one));
  }
  if (const auto digits = items.take_behind(preemptions_text)) {
    into.preemptions = read_number(*digits);
    if (!into.preemptions) return false;
  }
  if (items.take(reduction_text)) {
    into.reduction.emplace();
    if (auto dropped = items.take_behind(dropped_text)) into.reduction->dropped = std::move(*dropped);
    while (auto one = items.take_behind(visible_text)) into.reduction->visible.push_back(std::move(*one));
  }
  const bool fair = items.take(fair_text);
  const bool asks = items.begins(cycles_text);
  if (asks) into.cycles = read_cycles(items, fair);
  return items.over() && asks == into.cycles.has_value() && (asks || !fair);
}

}  // namespace

Cycles Cycles::progress(bool fair) {
  return {CycleKind::progress, ltl::parse(fmt::format("!(<> [] {})", ltl::no_progress), "progress"), fair};
}

std::string Cycles::text() const {
  return kind == CycleKind::ltl ? ltl::text(*formula) : std::string(base::name(kind));
}

Cycles Cycles::as_told() const {
  Cycles read = *this;
  if (kind == CycleKind::ltl) read.formula = ltl::parse(text(), "ltl");
  return read;
}

model::Violation Cycles::violation() const {
  const std::string name(base::name(kind));
  if (kind == CycleKind::acceptance) return {name, "a cycle through an accepting state", "", model::Step::moved};
  if (kind == CycleKind::progress) return {name, "a cycle without progress", "", model::Step::moved};
  return {name, text() + " does not hold", "", model::Step::moved};
}

std::string Criteria::text() const {
  Items items;
  const auto add = [&](std::string_view item) { items.add(slice_text, item); };
  if (assertion) add(assertion_text);
  if (deadlock) add(deadlock_text);
  if (steps) add(steps_text);
  if (output) add(output_text);
  for (const std::string& invariant : invariants) {
    add(fmt::format("{}{}", invariant_text, base::escaped(invariant, ";")));
  }
  for (const Cycles& asked : cycles) {
    if (asked.kind == CycleKind::ltl) {
      add(fmt::format("{}{}", formula_text, base::escaped(asked.text(), ";")));
    } else {
      add(base::name(asked.kind));
    }
  }
  if (!assertion && !deadlock && !steps && !output && invariants.empty() && cycles.empty()) add(nothing_text);
  return items.take();
}

// Fairness chooses among the runs, which are the same.
bool Criteria::include(const Cycles& asked) const {
  return std::any_of(cycles.begin(), cycles.end(), [&](const Cycles& known) {
    return known.kind == asked.kind && known.as_told().text() == asked.as_told().text();
  });
}

std::string Derivation::text() const {
  Items items;
  if (slice) items.add(slice->text());
  if (!own.empty()) items.add(own);
  for (const std::string& one : shown) items.add_escaped(shown_text, one);
  if (symmetry) {
    items.add(symmetry_text);
    for (const std::string& one : symmetry->unchanged) items.add_escaped(unchanged_text, one);
  }
  if (preemptions) items.add(preemptions_text, std::to_string(*preemptions));
  if (reduction) {
    items.add(reduction_text);
    if (!reduction->dropped.empty()) items.add_escaped(dropped_text, reduction->dropped);
    for (const std::string& one : reduction->visible) items.add_escaped(visible_text, one);
  }
  if (cycles) {
    if (cycles->fair) items.add(fair_text);
    const bool named = cycles->kind != CycleKind::ltl;
    items.add(cycles_text,
              named ? cycles->text() : fmt::format("{}{}", formula_text, base::escaped(cycles->text(), ";")));
  }
  return items.take();
}

std::optional<Derivation> Derivation::parse(std::string_view text, std::string& why) {
  Derivation read;
  ItemReader items(text);
  try {
    if (read_items(items, read)) return read;
    why = fmt::format("'{}' is not understood", items.item());
  } catch (const base::InputError& error) {
    why = fault_of_options(error);
  }
  return std::nullopt;
}

std::string fault_of_options(const base::InputError& error) {
  constexpr std::string_view label = "error: ";
  std::string_view text = error.what();
  text = text.substr(0, text.find('\n'));
  if (const std::size_t at = text.find(label); at != std::string_view::npos) text.remove_prefix(at + label.size());
  return std::string(text);
}

}  // namespace waymark::load

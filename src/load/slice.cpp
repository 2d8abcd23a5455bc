#include "load/slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/utf8.hpp"

namespace waymark::load {

namespace {

constexpr std::string_view item_text = "slice by ";
constexpr std::string_view separator = "; ";
constexpr std::string_view assertion_text = "assertion";
constexpr std::string_view deadlock_text = "deadlock";
constexpr std::string_view steps_text = "steps";
constexpr std::string_view output_text = "output";
constexpr std::string_view invariant_text = "invariant ";
constexpr std::string_view formula_text = "ltl ";
constexpr std::string_view nothing_text = "nothing";

// Adds what one item names. False if it names nothing. Throws base::InputError if a formula is none.
bool read_item(std::string_view item, Criteria& criteria) {
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
  } else {
    return item == nothing_text;
  }
  return true;
}

}  // namespace

std::string Criteria::text() const {
  std::string out;
  const auto add = [&](std::string_view item) {
    out += fmt::format("{}{}{}", out.empty() ? "" : separator, item_text, item);
  };
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
  if (out.empty()) add(nothing_text);
  return out;
}

// Fairness chooses among the runs, which are the same.
bool Criteria::include(const Cycles& asked) const {
  return std::any_of(cycles.begin(), cycles.end(), [&](const Cycles& known) {
    return known.kind == asked.kind && known.as_told().text() == asked.as_told().text();
  });
}

Sliced slice(Program& program, const Criteria& criteria) {
  if (!program.slicer) throw base::InputError("waymark: error: --slice is for Promela and C programs; leave it out");
  Sliced sliced = program.slicer(criteria);
  program.make = sliced.make;
  program.options_text = criteria.text() + (program.options_text.empty() ? "" : "; ") + program.options_text;
  program.rests_on.emplace_back("slicing");
  if (program.abstract_slice) program.abstract_slice(program, sliced);
  program.options_digest = digest(program.options_text);
  return sliced;
}

bool names_slice(const std::string& options_text) { return options_text.starts_with(item_text); }

std::optional<Criteria> slice_as(Program& program, const std::string& options_text, std::string& why) {
  Criteria criteria;
  std::string_view rest = options_text;
  try {
    while (rest.starts_with(item_text)) {
      const std::size_t end = std::min(rest.find(separator), rest.size());
      if (!read_item(rest.substr(item_text.size(), end - item_text.size()), criteria)) {
        why = fmt::format("'{}' is not understood", rest.substr(0, end));
        return std::nullopt;
      }
      rest.remove_prefix(std::min(end + separator.size(), rest.size()));
    }
    // One spelling for each question.
    if (!options_text.starts_with(criteria.text())) {
      why = fmt::format("'{}' would be meant", criteria.text());
      return std::nullopt;
    }
    (void)slice(program, criteria);
  } catch (const base::InputError& error) {
    why = fault_of_options(error);
    return std::nullopt;
  }
  return criteria;
}

}  // namespace waymark::load

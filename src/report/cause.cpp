#include "report/cause.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "report/waits.hpp"

namespace waymark::report {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

// Whose step was the violation: the last event there, else the last one.
const model::Event* failing_event(const Story& story, const std::string& location) {
  if (!story.beats.empty()) {
    const auto& events = story.beats.back().events;
    const auto there = std::find_if(events.rbegin(), events.rend(),
                                    [&](const model::Event& event) { return event.location == location; });
    if (there != events.rend()) return &*there;
  }
  return last_event(story, [](const model::Event&) { return true; }).event;
}

// What stands in the parentheses, or up to the semicolon, behind a word; empty: the word is not there.
std::string behind(const std::string& line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    std::size_t i = at + word.size();
    if ((at != 0 && is_word(line[at - 1])) || (i < line.size() && is_word(line[i]))) continue;
    while (i < line.size() && line[i] == ' ') ++i;
    if (i < line.size() && line[i] == '(') {
      std::size_t depth = 0;
      for (std::size_t end = i; end < line.size(); ++end) {
        if (line[end] == '(') ++depth;
        if (line[end] == ')' && --depth == 0) return line.substr(i + 1, end - i - 1);
      }
      continue;
    }
    const std::size_t end = line.find_first_of(";:", i);
    if (end != std::string::npos && end > i) return line.substr(i, end - i);
  }
  return {};
}

// The variables that a text names, and what they hold at the end of a story, to somebody.
class Mentioned {
 public:
  // `until`: what came later does not count; null: all of it does.
  Mentioned(const Story& story, const std::string& who, const model::Event* until)
      : story_(story), who_(who), until_(until) {}

  [[nodiscard]] std::vector<CauseValue> in(const std::string& text) const {
    std::vector<CauseValue> out;
    for (std::size_t at = 0; at < text.size();) {
      if (!is_word(text[at])) {
        if (text[at] == '"') {  // a string is no variable
          const std::size_t end = text.find('"', at + 1);
          at = end == std::string::npos ? text.size() : end;
        }
        ++at;
        continue;
      }
      const std::size_t begin = at;
      at = end_of_name(text, at);
      if (std::isdigit(static_cast<unsigned char>(text[begin])) != 0) continue;
      add(text.substr(begin, at - begin), out);
      if (const std::size_t bracket = text.find('[', begin); bracket < at) at = bracket + 1;  // what is in there counts
    }
    return out;
  }

 private:
  // "a.b[i].c", as far as it goes.
  static std::size_t end_of_name(const std::string& text, std::size_t at) {
    while (at < text.size()) {
      const bool member = text[at] == '.' && at + 1 < text.size() && is_word(text[at + 1]);
      if (member || is_word(text[at])) {
        ++at;
      } else if (text[at] == '-' && at + 2 < text.size() && text[at + 1] == '>' && is_word(text[at + 2])) {
        at += 2;
      } else if (text[at] == '[') {
        const std::size_t close = text.find(']', at);
        if (close == std::string::npos) return at;
        at = close + 1;
      } else {
        break;
      }
    }
    return at;
  }

  void add(const std::string& name, std::vector<CauseValue>& out) const {
    const model::Value* const found = find(resolved(name));
    if (found == nullptr) return;
    const bool known =
        std::any_of(out.begin(), out.end(), [&](const CauseValue& it) { return it.name == found->name; });
    if (!known) out.push_back(with_writer(story_, found->name, before_the_end(*found)));
  }

  // With the values of indices in their place.
  [[nodiscard]] std::string resolved(const std::string& name) const {
    const std::size_t open = name.find('[');
    const std::size_t close = open == std::string::npos ? open : name.find(']', open);
    if (close == std::string::npos) return name;
    std::string index = name.substr(open + 1, close - open - 1);
    if (const model::Value* const value = find(index)) index = value->value;
    return name.substr(0, open) + "[" + index + "]" + resolved(name.substr(close + 1));
  }

  // The variable of that name: somebody's own, else a global one, else the one that changed last.
  [[nodiscard]] const model::Value* find(const std::string& name) const {
    if (name.empty()) return nullptr;
    const std::size_t space = who_.rfind(' ');
    const std::string own =
        space == std::string::npos ? "" : fmt::format("{}({}):{}", who_.substr(0, space), who_.substr(space + 1), name);
    const model::Value* best = nullptr;
    std::uint64_t changed = 0;
    for (const model::Value& value : story_.values) {
      if (value.name == own) return &value;
      const bool whole = value.name == name;
      const bool tail = value.name.size() > name.size() + 1 && value.name.ends_with(name) &&
                        (value.name[value.name.size() - name.size() - 1] == '.' ||
                         value.name[value.name.size() - name.size() - 1] == ':') &&
                        value.name.find('(') == std::string::npos;
      if (!whole && !tail) continue;
      const std::uint64_t step = whole ? ~std::uint64_t{0} : last_write(story_, value.name).step;
      if (best != nullptr && step <= changed) continue;
      best = &value;
      changed = step;
    }
    return best;
  }

  // Statements that ran behind the one that failed, in the same step, may have changed it.
  [[nodiscard]] std::string before_the_end(const model::Value& found) const {
    std::string value = found.value;
    if (until_ == nullptr || story_.beats.empty()) return value;
    const auto& events = story_.beats.back().events;
    for (auto event = events.rbegin(); event != events.rend() && &*event != until_; ++event) {
      for (auto change = event->changes.rbegin(); change != event->changes.rend(); ++change) {
        if (change->name == found.name && !change->before.empty()) value = change->before;
      }
    }
    return value;
  }

  const Story& story_;
  const std::string& who_;
  const model::Event* until_;
};

std::string text_of(const std::vector<CauseValue>& values) {
  constexpr std::size_t most = 6;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size() && i < most; ++i) {
    const CauseValue& it = values[i];
    std::string part = fmt::format("{} == {}", it.name, it.value);
    if (!it.by.empty()) part += fmt::format(" (from {} in step {})", it.by, it.step);
    parts.push_back(part);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Between two texts; empty if they are not there.
std::string between(const std::string& text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string::npos) return {};
  const std::size_t end = text.find(after, begin + before.size());
  return end == std::string::npos ? "" : text.substr(begin + before.size(), end - begin - before.size());
}

// Of that kind, at that place, by whom the event is.
Cause begun(const model::Violation& violation, const model::Event* event) {
  Cause cause;
  cause.kind = violation.kind;
  if (!violation.location.empty()) cause.places.push_back(violation.location);
  if (event != nullptr) cause.threads.push_back(event->who);
  return cause;
}

Cause of_assertion(const check::Found& found, const Story& story, const std::string& line) {
  const model::Violation& violation = found.violation;
  const model::Event* const event = failing_event(story, violation.location);
  Cause cause = begun(violation, event);
  const bool undefined = violation.kind == model::undefined_kind;
  const bool invariant = undefined || violation.kind == base::name(check::Property::invariant);
  // Of a model that was extracted from C, the line has C's assertion, and perhaps another one failed: one with a choice
  // is about the model.
  const std::string of_model = between(violation.detail + "\n", "assertion violated: ", "\n");
  std::string condition = of_model.find("->") != std::string::npos ? of_model : behind(line, "assert");
  if (invariant) condition = between(violation.detail, "invariant '", "' does not hold");
  if (condition.empty()) condition = between(violation.detail, "assertion ", " fails");
  if (condition.empty()) condition = of_model;
  if (undefined) condition = violation.detail.substr(0, violation.detail.find(" has no value"));
  const std::string who = event == nullptr ? "" : event->who;
  cause.values = Mentioned(story, who, invariant ? nullptr : event).in(condition);
  if (invariant && event != nullptr && !event->location.empty()) cause.places.push_back(event->location);
  cause.sentence = undefined || cause.values.empty() ? violation.detail : condition + " is false";
  if (!cause.values.empty()) cause.sentence += ": " + text_of(cause.values);
  return cause;
}

Cause of_race(const model::Violation& violation) {
  const model::RacingAccess& one = violation.accesses[0];
  const model::RacingAccess& two = violation.accesses[1];
  Cause cause;
  cause.kind = violation.kind;
  for (const model::RacingAccess& each : violation.accesses) {
    add_once(cause.threads, each.who);
    add_once(cause.places, each.location);
  }
  cause.values.push_back({one.variable, ""});
  cause.accesses = violation.accesses;
  cause.sentence = sentence_of(one, two);
  return cause;
}

// "after step 28 (P 0 at attempt.pml:11)"
std::string after_steps(std::uint64_t steps, const model::Event* event) {
  if (steps == 0) return "in the initial state";
  const std::string by = event == nullptr || event->location.empty()
                             ? ""
                             : fmt::format(" ({} at {})", event->who, short_place(event->location));
  return fmt::format("after step {}{}", steps, by);
}

// The last event of a step; null if it is not told.
const model::Event* event_of(const Story& story, std::uint64_t step) {
  const model::Event* found = nullptr;
  for (const Beat& beat : story.beats) {
    if (beat.step == step && !beat.events.empty()) found = &beat.events.back();
  }
  return found;
}

Cause of_formula(const check::Found& found, const Story& story, const check::BrokenPromise& broken) {
  const ltl::Objection& objection = broken.objection;
  Cause cause;
  cause.kind = "formula";
  cause.values.push_back({objection.wanted, objection.never ? "never" : "false"});
  cause.from = broken.steps;
  for (const check::BrokenPromise::Proposition& each : broken.propositions) {
    cause.propositions.push_back({each.text, each.at_first, each.turns});
  }
  const model::Event* const event = event_of(story, broken.steps);
  if (event != nullptr) {
    cause.threads = {event->who};
    if (!event->location.empty()) cause.places = {event->location};
  }
  const std::string when = after_steps(broken.steps, event);
  if (objection.because.empty() && objection.never) {
    cause.sentence = fmt::format("{} never holds{}", objection.wanted, broken.steps == 0 ? "" : " " + when);
  } else if (objection.because.empty()) {
    cause.sentence = fmt::format("{} does not hold {}", objection.wanted, when);
  } else {
    const std::string demanded = after_steps(broken.because_steps, event_of(story, broken.because_steps));
    const bool same = broken.because_steps == broken.steps;
    cause.sentence = fmt::format("{} holds {}, and {} ", objection.because, demanded, objection.wanted);
    cause.sentence += objection.never ? "never holds from then on" : same ? "does not" : "does not hold " + when;
  }
  if (found.stutters) cause.sentence += "; nothing moves any more";
  return cause;
}

// Names in double quotes, as the Java machine's messages have them.
void add_quoted(const std::string& text, const Story& story, Cause& cause) {
  for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at)) {
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string::npos) return;
    const std::string name = text.substr(at + 1, end - at - 1);
    at = end + 1;
    if (const LastEvent write = last_write(story, name); write.event != nullptr) {
      for (const model::Change& change : write.event->changes) {
        if (change.name == name) cause.values.push_back(with_writer(story, name, change.after));
      }
    }
  }
}

Cause of_fault(const check::Found& found, const Story& story, const std::string& line) {
  const model::Violation& violation = found.violation;
  const model::Event* const event = failing_event(story, violation.location);
  Cause cause = begun(violation, event);
  cause.sentence = violation.detail;
  const std::string freed = between(violation.detail, " of ", " after it was freed");
  for (std::size_t i = story.beats.size(); i-- > 0 && !freed.empty() && cause.threads.size() < 2;) {
    for (const model::Event& each : story.beats[i].events) {
      if (each.text.find("free(&" + freed + ")") == std::string::npos) continue;
      add_once(cause.threads, each.who);
      add_once(cause.places, each.location);
      cause.sentence +=
          fmt::format(" by {} at {} in step {}", each.who, short_place(each.location), story.beats[i].step);
    }
  }
  add_quoted(violation.detail, story, cause);
  if (cause.values.empty() && event != nullptr) {
    cause.values = Mentioned(story, event->who, event).in(line);
    // What nobody else has touched is no news.
    std::erase_if(cause.values, [&](const CauseValue& it) { return it.by.empty() || it.by == event->who; });
  }
  if (!cause.values.empty()) cause.sentence += ": " + text_of(cause.values);
  return cause;
}

}  // namespace

std::string sentence_of(const model::RacingAccess& one, const model::RacingAccess& other) {
  const auto does = [](const model::RacingAccess& access) { return access.writes ? "writes" : "reads"; };
  return fmt::format("{} {} {} at {} while {} {} it at {}, and nothing orders the two", one.who, does(one),
                     one.variable, short_place(one.location), other.who, does(other), short_place(other.location));
}

std::optional<Cause> cause_of(const check::Found& found, const Story& story, const std::string& line,
                              const std::optional<check::BrokenPromise>& broken) {
  const auto kind = base::named<check::Property>(found.violation.kind);
  if (broken) return of_formula(found, story, *broken);
  if (kind == check::Property::deadlock) return cause_of_deadlock(story);
  const bool undefined = found.violation.kind == model::undefined_kind;
  if (undefined || kind == check::Property::assertion || kind == check::Property::invariant) {
    return of_assertion(found, story, line);
  }
  if (kind == check::Property::race && found.violation.accesses.size() == 2) return of_race(found.violation);
  if (found.cycle || found.violation.detail.empty()) return std::nullopt;
  return of_fault(found, story, line);
}

}  // namespace waymark::report

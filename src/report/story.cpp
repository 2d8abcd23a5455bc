#include "report/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/diagnostics.hpp"
#include "model/walker.hpp"

namespace waymark::report {

namespace {

[[noreturn]] void refuse(std::uint64_t step, const std::string& why) {
  throw base::InputError(
      fmt::format("waymark: error: the trail is no path of this program: at step {}, {}", step, why));
}

// Whether a step has no event at all, as one of nothing but what the compiler made up.
bool is_untold(const Story& story, std::uint64_t step) {
  for (auto beat = story.beats.rbegin(); beat != story.beats.rend() && beat->step == step; ++beat) {
    if (!beat->events.empty()) return false;
  }
  return true;
}

// A transition of which nothing is told.
model::Event bare(const model::Transition& transition, const model::Describing& model) {
  const model::Action action = model.action(transition.action);
  model::Event event;
  event.actor = model::actor_of(transition);
  event.who = fmt::format("{} {}", action.actor, event.actor);
  event.text = action.text;
  event.location = action.location;
  return event;
}

// How locks and the variables of threads change from beat to beat.
class Details {
 public:
  explicit Details(model::Describing& model) : now_(model.details()) {}

  // Behind a gap nothing is compared.
  void forget() { known_ = false; }

  void note(model::Describing& model, Beat& beat) {
    if (beat.events.empty()) return;  // the next one tells it
    const std::vector<model::Value> then = std::exchange(now_, model.details());
    if (!std::exchange(known_, true)) return;
    std::vector<model::Change>& changes = beat.events.back().details;
    std::unordered_map<std::string, std::string> gone;
    for (const model::Value& value : then) gone.emplace(value.name, value.value);
    for (const model::Value& value : now_) {
      const auto before = gone.find(value.name);
      const std::string old = before == gone.end() ? "" : before->second;
      if (before != gone.end()) gone.erase(before);
      if (old != value.value) changes.push_back({value.name, old, value.value});
    }
    for (const model::Value& value : then) {
      if (gone.count(value.name) != 0) changes.push_back({value.name, value.value, ""});
    }
  }

 private:
  std::vector<model::Value> now_;
  bool known_ = true;
};

// Folds beat after beat. Calls of which a part was told before go on, whatever came in between.
class Folder {
 public:
  explicit Folder(const Story& story) : story_(story), out_(story) { out_.beats.clear(); }

  Story fold() {
    for (std::size_t i = 0; i < story_.beats.size();) {
      note_place(i);
      const std::size_t end = end_of_call(i);
      add(i, end);
      i = end;
    }
    note_place(story_.beats.size());
    return std::move(out_);
  }

 private:
  // What is left out and what comes again begins at a beat that is told.
  void note_place(std::size_t beat) {
    if (story_.gap != 0 && story_.gap_before == beat) out_.gap_before = out_.beats.size();
    if (story_.cycle_before == beat) out_.cycle_before = out_.beats.size();
  }

  [[nodiscard]] static const model::Event* part_of_call(const Beat& beat) {
    return beat.events.size() == 1 && !beat.events.front().inside.empty() ? &beat.events.front() : nullptr;
  }

  // Behind the last beat of the call that the first one is a part of.
  [[nodiscard]] std::size_t end_of_call(std::size_t first) const {
    const model::Event* last = part_of_call(story_.beats[first]);
    std::size_t end = first + 1;
    while (last != nullptr && !last->leaves && end < story_.beats.size() && !begins_there(end)) {
      const model::Event* const next = part_of_call(story_.beats[end]);
      if (next == nullptr || next->actor != last->actor || next->who != last->who) break;
      last = next;
      ++end;
    }
    return end;
  }
  [[nodiscard]] bool begins_there(std::size_t beat) const {
    return (story_.gap != 0 && story_.gap_before == beat) || story_.cycle_before == beat;
  }

  void add(std::size_t first, std::size_t end) {
    const Beat& one = story_.beats[first];
    Beat& beat = out_.beats.emplace_back(one);
    const std::uint32_t actor = one.events.empty() ? 0 : one.events.front().actor;
    const bool goes_on = amid_.count(actor) != 0;
    const model::Event* const last =
        story_.beats[end - 1].events.empty() ? nullptr : &story_.beats[end - 1].events.front();
    if (last != nullptr && !last->leaves && !last->inside.empty()) amid_.insert(actor);
    if (last != nullptr && last->leaves) amid_.erase(actor);
    if (end == first + 1) return;
    out_.folded = true;
    beat.until = story_.beats[end - 1].step;
    model::Event& event = beat.events.front();
    const std::string_view how = last->leaves ? (goes_on ? " ends" : "") : (goes_on ? " goes on" : " begins");
    event.text = fmt::format("{}{}: {} steps", event.inside, how, end - first);
    event.changes.clear();
    if (event.location != last->location) event.location.clear();
  }

  const Story& story_;
  Story out_;
  std::set<std::uint32_t> amid_;  // who is in a call of which a part was told
};

}  // namespace

void as_written(model::Explanation& events) {
  for (model::Event& event : events) {
    if (!event.written.empty()) event.text = std::exchange(event.written, {});
  }
}

Story folded(const Story& story) { return Folder(story).fold(); }

Story shortened(const Story& story, const Excerpt& excerpt) {
  const std::size_t count = story.beats.size();
  if (excerpt.head >= count || excerpt.tail >= count - excerpt.head) return story;
  std::size_t head = excerpt.head;
  std::size_t resumes = count - excerpt.tail;
  if (story.gap != 0) {  // one gap is all there can be
    head = std::min(head, story.gap_before);
    resumes = std::max(resumes, story.gap_before);
  }
  Story part = story;
  part.beats.erase(part.beats.begin() + static_cast<std::ptrdiff_t>(head),
                   part.beats.begin() + static_cast<std::ptrdiff_t>(resumes));
  const std::uint64_t before = head == 0 ? 0 : story.beats[head - 1].last_step();
  const std::uint64_t after = resumes == count ? story.steps + 1 : story.beats[resumes].step;
  part.gap_before = head;
  part.gap = after > before + 1 ? after - before - 1 : 0;
  if (story.cycle_before && *story.cycle_before > head) {
    part.cycle_before = *story.cycle_before < resumes ? head : *story.cycle_before - resumes + head;
  }
  return part;
}

Story tell(model::Model& model, std::span<const std::uint32_t> choices, const Excerpt& excerpt,
           std::optional<std::uint64_t> cycle) {
  Story story;
  model::Walker walker(model);
  Details details(model);
  std::uint64_t last_told = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (walker.stuck()) refuse(walker.steps(), "the program cannot go on, but the trail does");
    const std::uint64_t step = walker.steps() + (walker.at_state() ? 1 : 0);
    if (choices[i] >= walker.enabled().size()) {
      refuse(step, fmt::format("choice {} is taken where there are {}", choices[i], walker.enabled().size()));
    }
    const bool told = i < excerpt.head || i + excerpt.tail >= choices.size();
    if (cycle == i) story.cycle_before = story.beats.size();
    if (told) {
      Beat& beat = story.beats.emplace_back();
      beat.step = step;
      if (beat.step > last_told + 1) {
        story.gap_before = story.beats.size() - 1;
        story.gap = beat.step - last_told - 1;
      }
      last_told = beat.step;
      const model::Transition chosen = walker.enabled()[choices[i]];
      story.last = walker.take(choices[i], model, beat.events);
      as_written(beat.events);
      if (!walker.intermediate() && is_untold(story, beat.step)) beat.events.push_back(bare(chosen, model));
      if (story.last == model::Step::moved) details.note(model, beat);
    } else {
      story.last = walker.take(choices[i]);
      details.forget();
    }
    if (story.last == model::Step::failed) story.violation = model.violation();
  }
  story.steps = walker.steps();
  if (story.last == model::Step::moved) story.standings = model.standings();
  story.values = model.values();
  if (cycle == choices.size()) story.cycle_before = story.beats.size();
  return story;
}

}  // namespace waymark::report

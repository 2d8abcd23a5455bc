#include "debug/debugger.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/watch.hpp"

namespace waymark::debug {

namespace {

constexpr std::uint64_t most_choices_inside = 1u << 20;

Halt halted(Halt::Why why) { return {.why = why}; }

}  // namespace

Debugger::Debugger(const load::Program& program, const Start& start, const base::Stop& stop,
                   const std::atomic<bool>* interrupt)
    : start_(start),
      stop_(stop),
      interrupt_(interrupt),
      walk_(program, start.invariants, start.ahead),
      breakpoints_(start.folders),
      coin_(start.seed) {}

// Whatever the action does can be stopped by itself. What stops the whole command goes on to the caller.
template <typename Act>
Halt Debugger::guarded(const Act& act) {
  base::Stop stop(&stop_);
  const base::Watch watch(stop, {std::nullopt, std::nullopt, interrupt_});
  struct Unset {
    Stepper& walk;
    ~Unset() { walk.set_stop(nullptr); }
  };
  const Unset unset{walk_};
  walk_.set_stop(&stop);
  try {
    return act(stop);
  } catch (const base::Stopped&) {
    if (stop_.reached()) throw;
    return halted(Halt::Why::interrupted);
  }
}

Halt Debugger::take(std::uint32_t choice) {
  return guarded([&](const base::Stop&) {
    walk_.take(choice);
    return halted(Halt::Why::steps);
  });
}

Halt Debugger::forward(std::uint64_t choices) {
  return guarded([&](const base::Stop& stop) {
    for (; choices > 0; --choices) {
      stop.poll();
      if (walk_.leads_on()) {
        walk_.take(walk_.next());
      } else if (walk_.width() == 1 && walk_.ahead() == 0) {
        walk_.take(0);
      } else {
        return halted(Halt::Why::end);
      }
    }
    return halted(Halt::Why::steps);
  });
}

Halt Debugger::back(std::uint64_t choices) {
  return guarded([&](const base::Stop& stop) {
    for (; choices > 0 && walk_.choices() > 0; --choices) {
      stop.poll();
      walk_.back();
    }
    return halted(choices == 0 ? Halt::Why::steps : Halt::Why::end);
  });
}

Halt Debugger::go(std::uint64_t step) {
  return guarded([&](const base::Stop& stop) {
    while (walk_.steps() > step || (walk_.choices() > 0 && !walk_.at_state())) {
      stop.poll();
      walk_.back();
    }
    while ((walk_.steps() < step || !walk_.at_state()) && walk_.leads_on()) {
      stop.poll();
      walk_.take(walk_.next());
    }
    return halted(walk_.steps() < step ? Halt::Why::end : Halt::Why::steps);
  });
}

// What lies ahead, or any choice that fits. REQUIRES: one does.
std::uint32_t Debugger::pick(const std::function<bool(std::uint32_t)>& fits) {
  if (walk_.leads_on() && fits(walk_.next())) return walk_.next();
  std::vector<std::uint32_t> fitting;
  for (std::uint32_t i = 0; i < walk_.width(); ++i) {
    if (fits(i)) fitting.push_back(i);
  }
  return fitting[std::uniform_int_distribution<std::size_t>(0, fitting.size() - 1)(coin_)];
}

bool Debugger::finish_step(std::uint32_t choice) {
  walk_.take(choice);
  for (std::uint64_t inside = 0; !walk_.at_state(); ++inside) {
    if (walk_.width() == 0 || inside == most_choices_inside) return false;
    walk_.take(pick([](std::uint32_t) { return true; }));
  }
  return true;
}

std::vector<std::uint32_t> Debugger::hit_by(const model::Explanation& events) {
  std::vector<std::uint32_t> hit;
  for (const model::Event& event : events) {
    for (const Breakpoint* const it : breakpoints_.at(event.location)) {
      if (std::find(hit.begin(), hit.end(), it->id) != hit.end()) continue;
      const std::optional<Result> holds = it->condition.empty() ? Result{"", true} : judge(it->condition, event.actor);
      if (holds && holds->is_true) hit.push_back(it->id);
    }
  }
  return hit;
}

bool Debugger::violated() {
  if (walk_.choices() > 0 && walk_.last().became == model::Step::failed) return true;
  for (std::size_t i = 0; walk_.at_state() && i < start_.invariants.size(); ++i) {
    if (!walk_.holds(i)) return true;
  }
  return false;
}

// The step at which the walk stands is taken whatever breakpoints it has: the walk has halted there already.
Halt Debugger::run_to(std::uint64_t steps, const std::function<bool()>& reached) {
  return guarded([&](const base::Stop& stop) {
    for (std::uint64_t i = 0; i < steps; ++i) {
      stop.poll();
      if (walk_.width() == 0) return halted(Halt::Why::end);
      const std::uint32_t choice = pick([](std::uint32_t) { return true; });
      if (i > 0 && !breakpoints_.all().empty()) {
        Halt halt{.why = Halt::Why::breakpoint, .breakpoints = hit_by(walk_.preview(choice).events)};
        if (!halt.breakpoints.empty()) {
          walk_.plan(choice);
          return halt;
        }
      }
      const bool whole = finish_step(choice);
      if (violated()) return halted(Halt::Why::violation);
      if (!whole) return halted(Halt::Why::end);
      if (reached()) return halted(Halt::Why::expression);
    }
    return halted(Halt::Why::steps);
  });
}

Halt Debugger::run(std::uint64_t steps) {
  return run_to(steps, [] { return false; });
}

Halt Debugger::run_back() {
  return guarded([&](const base::Stop& stop) {
    while (walk_.choices() > 0) {
      stop.poll();
      const model::Explanation events = walk_.last().events;
      walk_.back();
      Halt halt{.why = Halt::Why::breakpoint, .breakpoints = hit_by(events)};
      if (!halt.breakpoints.empty()) return halt;
    }
    return halted(Halt::Why::end);
  });
}

std::uint64_t Debugger::most_steps() const { return std::max<std::uint64_t>(start_.most_steps, walk_.ahead()); }

Halt Debugger::until(const std::string& expression) {
  const std::uint32_t actor = current_actor();
  demand(expression, actor);
  return run_to(most_steps(), [&] { return holds_for_any(expression, actor); });
}

bool Debugger::holds_for_any(const std::string& expression, std::uint32_t first) {
  const auto holds = [&](std::uint32_t actor) {
    const std::optional<Result> now = judge(expression, actor);
    return now && now->is_true;
  };
  if (holds(first)) return true;
  const std::vector<model::Standing> all = standings();
  return std::any_of(all.begin(), all.end(), [&](const model::Standing& it) { return holds(it.actor); });
}

Halt Debugger::to_next_change(const std::string& expression) {
  const std::uint32_t actor = current_actor();
  demand(expression, actor);
  const auto text = [&] {
    const std::optional<Result> now = judge(expression, actor);
    return now ? std::optional(now->text) : std::nullopt;
  };
  const std::optional<std::string> before = text();
  return run_to(most_steps(), [&] { return text() != before; });
}

Halt Debugger::to_last_change(const std::string& expression) {
  const std::uint32_t actor = current_actor();
  demand(expression, actor);
  return guarded([&](const base::Stop& stop) {
    const auto text = [&] {
      const std::optional<Result> now = judge(expression, actor);
      return now ? std::optional(now->text) : std::nullopt;
    };
    const std::optional<std::string> now = text();
    while (walk_.choices() > 0) {
      stop.poll();
      walk_.back();
      if (walk_.at_state() && text() != now) return halted(Halt::Why::expression);
    }
    return halted(Halt::Why::end);
  });
}

Halt Debugger::step(std::uint32_t actor, Stride stride) {
  const std::optional<model::Standing> before = standing(actor);
  bool along = walk_.leads_on() && walk_.actor_of(walk_.next()) == actor;
  return guarded([&](const base::Stop& stop) {
    for (std::uint64_t i = 0; i < most_steps(); ++i) {
      stop.poll();
      if (walk_.width() == 0) return halted(Halt::Why::end);
      along = along && walk_.leads_on();
      const auto fits = [&](std::uint32_t choice) { return along || walk_.actor_of(choice) == actor; };
      bool any = false;
      for (std::uint32_t choice = 0; choice < walk_.width() && !any; ++choice) any = fits(choice);
      if (!any) return Halt{.why = Halt::Why::blocked, .blocked = actor};
      const std::uint32_t choice = pick(fits);
      if (i > 0 && !breakpoints_.all().empty()) {
        Halt halt{.why = Halt::Why::breakpoint, .breakpoints = hit_by(walk_.preview(choice).events)};
        if (!halt.breakpoints.empty()) {
          walk_.plan(choice);
          return halt;
        }
      }
      const bool whole = finish_step(choice);
      if (violated()) return halted(Halt::Why::violation);
      if (!whole) return halted(Halt::Why::end);
      const std::optional<model::Standing> now = standing(actor);
      if (stride == Stride::step || !now || !before) return halted(Halt::Why::steps);
      if (now->stack.size() < before->stack.size()) return halted(Halt::Why::steps);
      const bool same_call = now->stack.size() == before->stack.size();
      if (stride == Stride::line && same_call && now->location != before->location) return halted(Halt::Why::steps);
    }
    return halted(Halt::Why::steps);
  });
}

std::uint32_t Debugger::current_actor() {
  if (walk_.leads_on()) return walk_.actor_of(walk_.next());
  if (walk_.choices() > 0 && !walk_.last().events.empty()) return walk_.last().events.back().actor;
  return walk_.width() > 0 ? walk_.actor_of(0) : 0;
}

std::optional<model::Standing> Debugger::standing(std::uint32_t actor) {
  for (model::Standing& it : standings()) {
    if (it.actor == actor) return std::move(it);
  }
  return std::nullopt;
}

std::vector<model::Value> Debugger::locals(std::uint32_t actor, std::size_t frame) {
  model::Inspectable* const inspectable = walk_.describing().inspectable();
  return inspectable == nullptr ? std::vector<model::Value>() : inspectable->locals(actor, frame);
}

// Variables of Promela's processes are among all, as P(0):x.
std::vector<model::Value> Debugger::globals() {
  std::vector<model::Value> all = walk_.describing().values();
  std::erase_if(all, [](const model::Value& it) { return it.name.find("):") != std::string::npos; });
  return all;
}

Debugger::Read& Debugger::read(const std::string& expression) {
  const auto known = read_.find(expression);
  if (known != read_.end()) return known->second;
  Read made;
  model::Inspectable* const inspectable = walk_.describing().inspectable();
  if (inspectable == nullptr) {
    made.fault = "a program of this kind has no expressions";
  } else {
    try {
      made.expression = inspectable->read_expression(expression);
    } catch (const base::InputError& fault) {
      made.fault = fault.what();
    }
  }
  return read_.emplace(expression, std::move(made)).first->second;
}

std::optional<std::string> Debugger::named(const std::string& name, std::uint32_t actor, std::size_t frame) {
  for (const model::Value& it : locals(actor, frame)) {
    if (it.name == name) return it.value;
  }
  for (const model::Value& it : walk_.describing().values()) {
    if (it.name == name) return it.value;
  }
  return std::nullopt;
}

std::optional<Debugger::Result> Debugger::judge(const std::string& expression, std::uint32_t actor) {
  const Read& it = read(expression);
  if (it.expression) return walk_.describing().inspectable()->value_of(*it.expression, actor);
  const std::optional<std::string> value = named(expression, actor, 0);
  if (!value) return std::nullopt;
  return Result{*value, *value != "0" && *value != "false" && *value != "null" && *value != "NULL"};
}

void Debugger::demand(const std::string& expression, std::uint32_t actor) {
  const Read& it = read(expression);
  if (!it.expression && !named(expression, actor, 0)) throw base::InputError(it.fault);
}

std::optional<std::string> Debugger::show(const std::string& expression, std::uint32_t actor, std::size_t frame) {
  if (std::optional<std::string> value = named(expression, actor, frame)) return value;
  const Read& it = read(expression);
  if (!it.expression) throw base::InputError(it.fault);
  const std::optional<Result> result = walk_.describing().inspectable()->value_of(*it.expression, actor);
  return result ? std::optional(result->text) : std::nullopt;
}

}  // namespace waymark::debug

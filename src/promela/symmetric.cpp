#include "promela/symmetric.hpp"

#include <algorithm>
#include <utility>

#include "promela/starting.hpp"

namespace waymark::promela {

using model::Step;
using model::Transition;

namespace {

constexpr std::size_t longest_start = 1000;  // states with one way to go
constexpr std::size_t most_rounds = 10'000;  // of a cycle, until it closes: the order of a permutation

std::vector<model::Word> words_of(Executor& executor) {
  const auto words = executor.pack().words;
  return {words.begin(), words.end()};
}

// Whether a process can end, which makes room for the next that starts.
bool can_end(const State& state) {
  if (state.processes().empty()) return false;
  const auto youngest = static_cast<std::uint32_t>(state.processes().size() - 1);
  const ControlState& at = state.control_state(state.context(youngest));
  const auto first = state.program().transitions.begin() + at.first;
  return std::any_of(first, first + at.count,
                     [](const TransitionInfo& way) { return way.kind == TransitionKind::end; });
}

// The next state, if there is one way to go; false: there is none, or several.
bool go_on(Executor& executor, std::vector<Transition>& enabled) {
  for (;;) {
    executor.enabled(enabled);
    if (enabled.size() != 1) return false;
    const Step step = executor.fire(enabled.front());
    if (step == Step::moved) return true;
    if (step != Step::intermediate) return false;
  }
}

// A run of the program beside one over states that stand for others. The program's state is the other's after
// `exchanged_`.
class Unfolding {
 public:
  Unfolding(Executor& symmetric, const Symmetry& symmetry, Executor& plain)
      : symmetric_(symmetric), symmetry_(symmetry), plain_(plain), exchanged_(symmetry.identity()) {
    symmetric_.reset();
    plain_.reset();
  }

  [[nodiscard]] const PlainRun& run() const { return run_; }
  [[nodiscard]] PlainRun& run() { return run_; }

  bool follow(std::span<const std::uint32_t> choices) {
    return std::all_of(choices.begin(), choices.end(), [this](std::uint32_t choice) { return take(choice); });
  }
  // Processes end as long as some can.
  void settle() {
    while (end_one()) {
    }
  }
  [[nodiscard]] std::vector<model::Word> state() { return words_of(plain_); }

 private:
  bool take(std::uint32_t choice) {
    symmetric_.enabled(enabled_);
    if (choice >= enabled_.size()) return false;
    const Transition wanted = enabled_[choice];
    const Transition there = image(wanted);
    // An offer that fails has nobody to take it.
    const Transition failing{there.actor, there.action, wanted.choice};
    const bool moved = model::outcome(symmetric_.fire(wanted), symmetric_) == Step::moved;
    if (!take_plain(there, failing)) return false;
    if (moved && symmetric_.last_exchange() != nullptr) {
      Permutation inverse(exchanged_.size());
      const Permutation& by = *symmetric_.last_exchange();
      for (const Team& team : symmetry_.teams()) {
        for (std::uint32_t i = 0; i < team.count; ++i) {
          inverse[team.first + by[team.first + i]] = static_cast<std::uint8_t>(i);
        }
      }
      exchanged_ = symmetry_.product(inverse, exchanged_);
    }
    return true;
  }

  [[nodiscard]] Transition image(Transition transition) {
    if (transition.actor == claim_pid) return transition;
    if (meets(transition)) {
      const std::uint32_t receiver = symmetry_.image(exchanged_, Choice::receiver(transition));
      transition.choice = (transition.choice & ~(0xFFu << Choice::receiver_shift)) | receiver << Choice::receiver_shift;
    }
    transition.actor = symmetry_.image(exchanged_, transition.actor);
    return transition;
  }
  // Whether a message is offered, and the choice may say to whom.
  [[nodiscard]] bool meets(const Transition& transition) {
    Interpreter& interpreter = symmetric_.interpreter();
    const Context own = interpreter.state().context(transition.actor);
    return interpreter.transitions().is_offer(statement(symmetric_, transition), own);
  }
  [[nodiscard]] static const TransitionInfo& statement(Executor& executor, const Transition& transition) {
    const State& state = executor.interpreter().state();
    const ControlState& control = state.control_state(state.context(transition.actor));
    return state.program().transitions[control.first + Choice::way(transition)];
  }

  // A transition of the program; before it processes may have to end.
  bool take_plain(const Transition& wanted, const Transition& failing) {
    for (;;) {
      plain_.enabled(enabled_);
      auto found = std::find(enabled_.begin(), enabled_.end(), wanted);
      if (found == enabled_.end()) found = std::find(enabled_.begin(), enabled_.end(), failing);
      if (found != enabled_.end()) {
        fire(static_cast<std::uint32_t>(found - enabled_.begin()));
        return true;
      }
      if (inside_ || !end_one()) return false;
    }
  }

  bool end_one() {
    plain_.enabled(enabled_);
    for (std::uint32_t i = 0; i < enabled_.size(); ++i) {
      const Transition& one = enabled_[i];
      if (one.actor == claim_pid || statement(plain_, one).kind != TransitionKind::end) continue;
      fire(i);
      return true;
    }
    return false;
  }

  void fire(std::uint32_t choice) {
    run_.choices.push_back(choice);
    if (!inside_) ++run_.steps;
    const Step step = plain_.fire(enabled_[choice]);
    inside_ = model::outcome(step, plain_) == Step::intermediate;
  }

  Executor& symmetric_;
  const Symmetry& symmetry_;
  Executor& plain_;
  Permutation exchanged_;
  std::vector<Transition> enabled_;
  PlainRun run_;
  bool inside_ = false;  // an indivisible sequence
};

}  // namespace

Symmetry::Found find_symmetry(const std::shared_ptr<const Program>& program, const std::vector<std::string>& watched,
                              const base::Stop* stop) {
  Executor executor(program);
  executor.set_stop(stop);
  executor.interpreter().transitions().keep_ended();
  for (const std::string& expression : watched) (void)executor.watch(expression);
  executor.reset();
  const State& state = executor.interpreter().state();
  const auto find = [&](const Start& start) {
    return Symmetry::find(state.program(), executor.interpreter().watches(), start);
  };
  Symmetry::Found found;
  std::vector<std::vector<model::Word>> prefix;  // the last state with so many processes, of each number
  std::vector<Transition> enabled;
  for (std::size_t i = 0; i < longest_start; ++i) {
    base::poll(stop);
    std::vector<model::Word> words = words_of(executor);
    // States before that have as many words would be taken for some that the symmetry is about.
    if (prefix.empty() || prefix.back().size() != words.size()) {
      found = find({words, std::nullopt, {}});
      if (found.symmetry != nullptr) return found;
      prefix.emplace_back();
    }
    prefix.back() = std::move(words);
    if (can_end(state) || !go_on(executor, enabled)) break;
  }
  if (!found.starts_more) return found;
  Starting starting(program, stop);
  std::string why;
  for (auto from = prefix.rbegin(); from != prefix.rend(); ++from) {
    const Starting::Way way = starting.from(*from);
    Symmetry::Found here = way.start ? find(*way.start) : Symmetry::Found{nullptr, way.why};
    if (here.symmetry != nullptr) return here;
    if (why.empty()) why = here.why;
  }
  if (!why.empty()) found.why = why;
  return found;
}

std::optional<PlainRun> without_exchanges(Executor& symmetric, const Symmetry& symmetry, Executor& plain,
                                          const ExchangedRun& of, const base::Stop* stop) {
  Unfolding unfolding(symmetric, symmetry, plain);
  const std::span<const std::uint32_t> all = of.choices;
  const std::size_t to_cycle = static_cast<std::size_t>(of.cycle.value_or(all.size()));
  if (to_cycle > all.size() || !unfolding.follow(all.first(to_cycle))) return std::nullopt;
  if (of.stuck) unfolding.settle();
  if (!of.cycle) return unfolding.run();
  unfolding.run().cycle = unfolding.run().choices.size();
  if (to_cycle == all.size()) return unfolding.run();
  // After one round processes may stand in each other's places: as many as it takes.
  std::vector<std::pair<std::vector<model::Word>, std::uint64_t>> rounds;
  rounds.emplace_back(unfolding.state(), *unfolding.run().cycle);
  for (std::size_t round = 0; round < most_rounds; ++round) {
    base::poll(stop);
    if (!unfolding.follow(all.subspan(to_cycle))) return std::nullopt;
    std::vector<model::Word> here = unfolding.state();
    for (const auto& [known, at] : rounds) {
      if (known != here) continue;
      unfolding.run().cycle = at;
      return unfolding.run();
    }
    rounds.emplace_back(std::move(here), unfolding.run().choices.size());
  }
  return std::nullopt;
}

}  // namespace waymark::promela

#include "promela/executor.hpp"

#include <bit>
#include <string>

#include "base/check.hpp"
#include "promela/program/compile.hpp"

namespace waymark::promela {

using model::Step;
using model::Transition;

Executor::Executor(std::shared_ptr<const Program> program, Steps steps)
    : steps_(steps), interpreter_(std::move(program)) {}

void Executor::key(const model::Key& key) {
  flat_.key(key);
  cached_.clear();
}

void Executor::exchange(std::shared_ptr<const Symmetry> symmetry) {
  interpreter_.transitions().keep_ended();
  reduced_.exchange(symmetry->exchangeable());
  symmetric_.emplace(std::move(symmetry));
}

Step Executor::settled(Step step) {
  if (!symmetric_ || model::outcome(step, *this) != Step::moved) return step;
  if (symmetric_->settle(flat_)) cached_.forget_listing();
  return step;
}

// Programs are shared and immutable: this executor goes on with one of its own.
namespace {

// Finds out which variables are dead. What is watched is not. Up to symmetry they stay: which state stands for others
// would depend on them.
void find_dead(Interpreter& interpreter, CachedSteps& cached) {
  const Program& program = interpreter.state().program();
  const Objects objects(program);
  interpreter.forget_dead(DeadVariables(program, Footprinter(program, objects)));
  cached.clear();
}

}  // namespace

model::Watch Executor::watch(std::string_view expression) {
  auto extended = std::make_shared<Program>(state_.program());
  std::vector<Code>& watches = interpreter_.watches();
  watches.push_back(compile_watch(*extended, std::string(expression)));
  if (symmetric_) symmetric_->demand_same(*extended, watches, expression);
  state_.set_program(std::move(extended));
  reduced_.begin_anew();
  if (reduced_.is_active() && !symmetric_) find_dead(interpreter_, cached_);
  return static_cast<model::Watch>(watches.size() - 1);
}

std::string Executor::reduce(const model::Facts& labels) {
  std::string why = reduced_.begin(labels);
  if (reduced_.is_active() && !symmetric_) find_dead(interpreter_, cached_);
  return why;
}

void Executor::reset() {
  cached_.forget_listing();
  interpreter_.start();
}

void Executor::enabled(std::vector<Transition>& out) {
  interpreter_.poll();
  out.clear();
  cached_.forget_listing();
  const std::uint32_t holder = flat_.get<std::uint8_t>(Registers::holder);
  const std::uint32_t turn = flat_.get<std::uint8_t>(Registers::turn);
  if (holder != 0) {
    interpreter_.transitions().collect(holder - 1, out);
    return;
  }
  if (state_.program().claim != Program::none && turn != 1) {
    interpreter_.transitions().collect_claim(out);
    return;
  }
  cached_.begin_listing();
  if (steps_ == Steps::cached) {
    cached_.collect_system(out);
  } else {
    interpreter_.transitions().collect_system(out);
  }
  if (!together_) together_ = two_move(state_, out);
  if (const Pids* pids = reduced_.sufficient(out)) cached_.keep(*pids, out);
  cached_.end_listing();
}

Step Executor::fire(const Transition& transition) {
  StepCache::Step* const step = cached_.find(transition);
  return settled(step != nullptr ? cached_.take(*step) : interpreter_.step(transition));
}

Step Executor::fire_cached(model::StepId step_id, const Transition& transition) {
  StepCache::Step* const step = cached_.of(step_id);
  if (step == nullptr) return fire(transition);
  return settled(step->known ? cached_.take(*step) : interpreter_.step(transition));
}

bool Executor::successor_words(model::StepId step_id, std::vector<model::Word>& out) {
  if (symmetric_) return false;
  StepCache::Step* const step = cached_.of(step_id);
  if (step == nullptr || !step->known) return false;
  cached_.append_successor(*step, out);
  return true;
}

std::size_t Executor::successor_fingerprints(std::span<const Transition> transitions,
                                             std::span<const model::StepId> step_ids,
                                             std::span<model::Fingerprint> out) {
  if (symmetric_) return 0;
  const model::Fingerprint here = flat_.fingerprint();
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    StepCache::Step* step = cached_.of(step_ids[i]);
    if (step == nullptr) step = cached_.find(transitions[i]);
    if (step == nullptr || !step->known) return i;
    out[i] = model::wide_sum(here, cached_.change(*step));
  }
  return transitions.size();
}

Step Executor::explain(const Transition& transition, model::Explanation& out) {
  interpreter_.explainer().begin(out);
  const Step step = interpreter_.step(transition);
  interpreter_.explainer().end();
  return settled(step);
}

void Executor::rewind(model::Mark mark) {
  cached_.rewound(mark);
  state_.rewind(mark);
}

void Executor::unpack(std::span<const model::Word> words) {
  cached_.forget_listing();
  CHECK(state_.load(words));
}

bool Executor::read_words(std::span<const model::Word> words) {
  cached_.forget_listing();
  return state_.load(words) && state_.is_wellformed();
}

void Executor::write(base::ByteSink& sink) {
  const auto words = flat_.pack().words;
  sink.varint(words.size());
  if constexpr (std::endian::native == std::endian::little) {
    sink.raw({reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()});
  } else {
    for (const model::Word word : words) sink.u32(word);
  }
}

bool Executor::read(base::ByteSource& source) {
  const std::uint64_t count = source.varint();
  if (source.failed() || count > source.left() / 4) return false;
  incoming_.resize(static_cast<std::size_t>(count));
  if constexpr (std::endian::native == std::endian::little) {
    source.copy({reinterpret_cast<std::uint8_t*>(incoming_.data()), incoming_.size() * sizeof(model::Word)});
  } else {
    for (model::Word& word : incoming_) word = source.u32();
  }
  return read_words(incoming_);
}

model::ActionId Executor::actions() const { return static_cast<model::ActionId>(state_.program().actions.size()); }

model::Action Executor::action(model::ActionId id) const {
  const Program& program = state_.program();
  const ActionInfo& info = program.actions[id];
  const std::string& actor = program.types[info.type].name;
  return {actor, info.text, location(program, info.at), info.counts, info.written, info.statement};
}

}  // namespace waymark::promela

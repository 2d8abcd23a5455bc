#include "model/testing/checked.hpp"

#include <algorithm>
#include <utility>

namespace waymark::model {

namespace {

void demand(bool kept, const std::string& promise) {
  if (!kept) throw BrokenPromise("broken promise: " + promise);
}

Watch demand_equal(Watch watch, Watch mirrored) {
  demand(mirrored == watch, "equal models give equal watches");
  return watch;
}

bool same_facts(const Facts& a, const Facts& b) {
  return a.proper_end == b.proper_end && a.accepting == b.accepting && a.progress == b.progress &&
         a.watches_defined == b.watches_defined && a.weak == b.weak && a.component == b.component;
}

}  // namespace

Checked::Checked(std::unique_ptr<Model> model, std::unique_ptr<Model> mirror)
    : model_(std::move(model)), mirror_(std::move(mirror)) {}

void Checked::key(const Key& key) {
  model_->key(key);
  mirror_->key(key);
}

Watch Checked::watch(std::string_view expression) {
  watches_ = demand_equal(model_->watch(expression), mirror_->watch(expression)) + 1;
  return watches_ - 1;
}

Watch Checked::watch_invariant(std::string_view expression) {
  watches_ = demand_equal(model_->watch_invariant(expression), mirror_->watch_invariant(expression)) + 1;
  return watches_ - 1;
}

Checked::View Checked::look(Model& model) const {
  View view;
  model.enabled(view.enabled);
  if (stand_ != Stand::state) return view;
  const Packed packed = model.pack();
  view.words.assign(packed.words.begin(), packed.words.end());
  view.fingerprint = model.fingerprint();
  view.facts = model.facts();
  for (Watch watch = 0; watch < watches_; ++watch) view.holds.push_back(model.holds(watch));
  base::ByteSink sink;
  model.write(sink);
  view.written = Key::quick().hash(0, sink.bytes());
  return view;
}

namespace {

template <typename View>
void demand_same(const View& a, const View& b, const std::string& when) {
  demand(a.words == b.words, "equal words " + when);
  demand(a.fingerprint == b.fingerprint, "equal fingerprints " + when);
  demand(a.enabled == b.enabled, "equal enabled transitions " + when);
  demand(same_facts(a.facts, b.facts), "equal facts " + when);
  demand(a.holds == b.holds, "equal propositions " + when);
  demand(a.written == b.written, "equal bytes of write() " + when);
}

}  // namespace

// Everything that can be tested of the state come to.
void Checked::arrive() {
  view_ = look(*model_);
  demand_same(view_, look(*model_), "when asked twice");
  auto sorted = view_.enabled;
  std::sort(sorted.begin(), sorted.end());
  demand(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "enabled transitions are different");
  if (stand_ != Stand::state) return;
  remember(view_);
  compare_mirror(view_);
}

void Checked::remember(const View& view) {
  const auto [at, fresh] = seen_.try_emplace(view.words, view);
  if (!fresh) demand_same(at->second, view, "in the same state, whatever the way to it");
  const auto [named, new_name] = named_.try_emplace(view.fingerprint, view.words);
  demand(named->second == view.words, "different fingerprints in different states");
}

void Checked::compare_mirror(const View& view) {
  base::ByteSink sink;
  model_->write(sink);
  base::ByteSource source(sink.bytes());
  demand(mirror_->read(source), "read() takes what write() gave");
  demand(source.at_end(), "read() takes all that write() gave");
  demand_same(view, look(*mirror_), "after write() and read()");
  // From another state, if there is one: unpack() may rely on where it stands, and must not.
  if (initial_) mirror_->unpack(initial_->words);
  mirror_->unpack(view.words);
  demand_same(view, look(*mirror_), "after pack() and unpack()");
  if (model_->words_are_portable()) {
    if (initial_) mirror_->unpack(initial_->words);
    demand(mirror_->read_words(view.words), "read_words() takes what pack() gave");
    demand_same(view, look(*mirror_), "after pack() and read_words()");
  }
  mirrored_ = true;
}

void Checked::reset() {
  model_->reset();
  mirror_->reset();
  saved_.clear();
  stand_ = Stand::state;
  arrive();
  if (initial_) demand_same(*initial_, view_, "after every reset()");
  initial_ = view_;
}

void Checked::enabled(std::vector<Transition>& out) {
  demand(stand_ != Stand::lost, "the caller rewinds after a step that reached no state");
  model_->enabled(out);
  demand(out == view_.enabled, "enabled() is deterministic");
}

void Checked::before_fire(const Transition& transition) {
  demand(stand_ != Stand::lost, "the caller rewinds after a step that reached no state");
  std::vector<Transition> now;
  model_->enabled(now);
  demand(now == view_.enabled, "enabled() is deterministic");
  demand(std::find(now.begin(), now.end(), transition) != now.end(), "the caller fires enabled transitions only");
  if (stand_ == Stand::state) {
    mirror_->unpack(view_.words);
    mirrored_ = true;
  }
}

Step Checked::after_fire(const Transition& transition, Step step) {
  const bool from_state = stand_ == Stand::state;
  std::vector<Word> from = view_.words;
  demand(transition.action < model_->actions(), "fired actions are known");
  // A layer's own step, such as stuttering at the end of a program, need not be an action of the model inside.
  demand(actor_of(transition) == nobody || model_->reached(transition.action), "reached() covers what was fired");
  const bool failed = step == Step::failed || step == Step::unsupported;
  demand(!failed || !model_->violation().kind.empty(), "violation() says why a step failed");
  const Step became = outcome(step, *model_);
  stand_ = became == Step::intermediate ? Stand::intermediate : became == Step::moved ? Stand::state : Stand::lost;
  std::optional<View> elsewhere;
  if (mirrored_) {
    demand(mirror_->fire(transition) == step, "fire() is deterministic");
    if (stand_ != Stand::lost) elsewhere = look(*mirror_);
  }
  const bool in_step = mirrored_ && stand_ == Stand::intermediate;
  if (stand_ != Stand::lost) {
    arrive();
    if (elsewhere) demand_same(*elsewhere, view_, "after the same step from the same state");
  }
  mirrored_ = in_step;
  if (from_state) {
    // Not by the mirror alone: it has fired as often as the model, and may be wrong in the same way.
    const Arrived now{step, stand_ == Stand::state ? view_.words : std::vector<Word>{}};
    const auto [at, fresh] = steps_.try_emplace({std::move(from), transition}, now);
    demand(at->second.step == now.step && at->second.words == now.words, "fire() is deterministic");
  }
  return step;
}

namespace {

// What the model remembers of it now.
StepId step_id_of(Model& model, const Transition& transition) {
  std::vector<Transition> now;
  model.enabled(now);
  const std::span<const StepId> step_ids = model.step_ids();
  demand(step_ids.empty() || step_ids.size() == now.size(), "there are as many step_ids as transitions, or none");
  const auto at = std::find(now.begin(), now.end(), transition) - now.begin();
  return step_ids.empty() ? no_step_id : step_ids[static_cast<std::size_t>(at)];
}

}  // namespace

Step Checked::fire(const Transition& transition) {
  before_fire(transition);
  const StepId step_id = step_id_of(*model_, transition);
  Fingerprint foreseen;
  const bool is_foreseen = model_->successor_fingerprints({&transition, 1}, {&step_id, 1}, {&foreseen, 1}) == 1;
  std::vector<Word> foretold;
  const bool is_foretold = model_->successor_words(step_id, foretold);
  const Step step = model_->fire_cached(step_id, transition);  // the mirror has no step_id
  if (is_foreseen) {
    demand(step == Step::moved && foreseen == model_->fingerprint(),
           "a transition leads where it was foreseen to lead");
  }
  if (is_foretold) {
    demand(step == Step::moved && std::ranges::equal(foretold, model_->pack().words),
           "successor_words() says where the transition leads");
  }
  return after_fire(transition, step);
}

Step Checked::explain(const Transition& transition, Explanation& out) {
  before_fire(transition);
  return after_fire(transition, model_->explain(transition, out));
}

Mark Checked::mark() {
  demand(stand_ != Stand::lost, "the caller rewinds after a step that reached no state");
  saved_.push_back({++marks_, model_->mark(), stand_, view_});
  return marks_;
}

void Checked::rewind(Mark mark) {
  while (!saved_.empty() && saved_.back().name > mark) saved_.pop_back();
  demand(!saved_.empty() && saved_.back().name == mark, "the caller rewinds to marks that are still there");
  const Saved& saved = saved_.back();
  model_->rewind(saved.mark);
  stand_ = saved.stand;
  mirrored_ = false;
  demand_same(saved.view, look(*model_), "after rewind()");
  arrive();
  mirrored_ = false;
}

Packed Checked::pack() {
  demand(stand_ == Stand::state, "the caller packs states only");
  const Packed packed = model_->pack();
  demand(std::equal(packed.words.begin(), packed.words.end(), view_.words.begin(), view_.words.end()),
         "pack() is deterministic");
  return packed;
}

void Checked::unpack(std::span<const Word> words) {
  const std::vector<Word> wanted(words.begin(), words.end());
  model_->unpack(wanted);
  saved_.clear();
  stand_ = Stand::state;
  arrive();
  demand(view_.words == wanted, "equal words after pack() and unpack()");
}

bool Checked::read(base::ByteSource& source) { return came(model_->read(source)); }

bool Checked::read_words(std::span<const Word> words) { return came(model_->read_words(words)); }

bool Checked::came(bool read) {
  saved_.clear();
  stand_ = read ? Stand::state : Stand::lost;
  if (read) arrive();
  return read;
}

}  // namespace waymark::model

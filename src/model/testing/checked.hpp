// Checked: a Model around a Model that puts its promises to the test in every state it comes to, and throws
// BrokenPromise, which names the promise. For tests: it costs memory and time for every state, and it needs a second
// model of the same program (the mirror, over the same Pools) to unpack, read and fire in without losing the marks.
//
// Tested are: enabled() deterministic, without duplicates, and a function of the words alone; only enabled transitions
// fired (the caller's promise); fire() deterministic; rewind() restores everything; pack() and unpack(), write() and
// read() round trips; write() a function of the state; equal fingerprints if and only if equal words; fingerprints
// independent of the way and as foreseen; step_ids as good as their transitions, and hashes foreseen by them; facts()
// and holds() functions of the state; reset() always in the same state; reached() covers what was fired.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace waymark::model {

class BrokenPromise : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class Checked final : public Model {
 public:
  Checked(std::unique_ptr<Model> model, std::unique_ptr<Model> mirror);

  void key(const Key& key) override;
  void set_stop(const base::Stop* stop) override {
    model_->set_stop(stop);
    mirror_->set_stop(stop);
  }
  Watch watch(std::string_view expression) override;
  Watch watch_invariant(std::string_view expression) override;
  void reset() override;
  void enabled(std::vector<Transition>& out) override;
  [[nodiscard]] bool completes_step() const override { return model_->completes_step(); }
  [[nodiscard]] Step fire(const Transition& transition) override;
  [[nodiscard]] std::size_t successor_fingerprints(std::span<const Transition> transitions,
                                                   std::span<const StepId> step_ids,
                                                   std::span<Fingerprint> out) override {
    return model_->successor_fingerprints(transitions, step_ids, out);
  }
  [[nodiscard]] const Violation& violation() const override { return model_->violation(); }
  [[nodiscard]] Mark mark() override;
  void rewind(Mark mark) override;
  [[nodiscard]] Packed pack() override;
  void unpack(std::span<const Word> words) override;
  void write(base::ByteSink& sink) override { model_->write(sink); }
  [[nodiscard]] bool read(base::ByteSource& source) override;
  [[nodiscard]] bool words_are_portable() const override { return model_->words_are_portable(); }
  [[nodiscard]] bool read_words(std::span<const Word> words) override;
  [[nodiscard]] Fingerprint fingerprint() override { return model_->fingerprint(); }
  [[nodiscard]] Facts facts() override { return model_->facts(); }
  [[nodiscard]] bool holds(Watch watch) override { return model_->holds(watch); }
  [[nodiscard]] std::string_view undefined() const override { return model_->undefined(); }
  [[nodiscard]] std::uint64_t bytes() const override { return model_->bytes(); }
  [[nodiscard]] ActionId actions() const override { return model_->actions(); }
  [[nodiscard]] Action action(ActionId id) const override { return model_->action(id); }
  [[nodiscard]] bool reached(ActionId id) const override { return model_->reached(id); }
  [[nodiscard]] std::optional<Observed> observed() const override { return model_->observed(); }
  [[nodiscard]] Step explain(const Transition& transition, Explanation& out) override;
  [[nodiscard]] std::vector<Standing> standings() override { return model_->standings(); }
  [[nodiscard]] std::vector<Value> values() override { return model_->values(); }
  [[nodiscard]] std::vector<Value> details() override { return model_->details(); }
  [[nodiscard]] Inspectable* inspectable() override { return model_->inspectable(); }

 private:
  enum class Stand : std::uint8_t {
    state,         // in a state, everything may be asked
    intermediate,  // within an indivisible step: no packing
    lost,          // of use only after a rewind
  };
  // All that a search sees of a state. In the middle of an indivisible step only the enabled transitions.
  struct View {
    std::vector<Transition> enabled;
    std::vector<Word> words;
    Fingerprint fingerprint;
    Facts facts;
    std::vector<bool> holds;
    Fingerprint written;  // of the bytes of write()
  };
  struct Arrived {
    Step step = Step::moved;
    std::vector<Word> words;
  };
  struct Saved {
    Mark name = 0;  // what the caller knows it by: never used twice, so that a mark that is gone is noticed
    Mark mark = 0;
    Stand stand = Stand::state;
    View view;
  };

  [[nodiscard]] View look(Model& model) const;
  void arrive();
  // The model was to read a state, and has or not.
  [[nodiscard]] bool came(bool read);
  void compare_mirror(const View& view);
  void remember(const View& view);
  Step after_fire(const Transition& transition, Step step);
  void before_fire(const Transition& transition);

  std::unique_ptr<Model> model_;
  std::unique_ptr<Model> mirror_;
  Watch watches_ = 0;
  Stand stand_ = Stand::lost;
  bool mirrored_ = false;  // the mirror stands where the model stands
  View view_;
  std::vector<Saved> saved_;
  Mark marks_ = 0;
  std::optional<View> initial_;
  std::map<std::vector<Word>, View> seen_;
  std::map<Fingerprint, std::vector<Word>> named_;
  std::map<std::pair<std::vector<Word>, Transition>, Arrived> steps_;
};

}  // namespace waymark::model

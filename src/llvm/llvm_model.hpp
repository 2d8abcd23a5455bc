// LlvmModel: a program in LLVM IR as a Model.
//
// A transition is one thread's run from an operation that others could notice (an access to an object that another
// thread may reach, a lock, a choice) up to the next one. Its actor is the thread's number, its action the place in the
// code, its choice which way it goes: the waiter that is woken, the number that is chosen.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/inspector.hpp"
#include "llvm/machine/journal.hpp"
#include "llvm/machine/machine.hpp"
#include "llvm/proposition.hpp"
#include "llvm/races.hpp"
#include "model/model.hpp"

namespace waymark::llvm {

// If a presumption ended a search, takes over what is to be known; false if it is something else.
[[nodiscard]] bool refute(Refuted& dropped, const model::Violation& violation);

class LlvmModel final : public model::Model {
 public:
  // Throws base::InputError if the program cannot be started.
  LlvmModel(std::shared_ptr<const Program> program, const Settings& settings,
            std::shared_ptr<Journal> journal = std::make_shared<Journal>());

  void key(const model::Key& key) override { machine_.memory().key(key); }
  void set_stop(const base::Stop* stop) override { machine_.memory().set_stop(stop); }
  // See llvm/proposition.hpp. Steps do not depend on it: Settings::shown has what is judged.
  model::Watch watch(std::string_view expression) override;
  model::Watch watch_invariant(std::string_view expression) override;
  [[nodiscard]] std::string reduce(const model::Facts& labels) override;
  void reset() override { machine_.memory().unpack(machine_.initial()); }
  void enabled(std::vector<model::Transition>& out) override;
  [[nodiscard]] model::Step fire(const model::Transition& transition) override;
  [[nodiscard]] const model::Violation& violation() const override { return violation_; }
  [[nodiscard]] std::uint64_t collapsed_steps() const override { return machine_.collapsed(); }
  [[nodiscard]] model::Mark mark() override { return machine_.memory().mark(); }
  void rewind(model::Mark mark) override { machine_.memory().rewind(mark); }
  [[nodiscard]] model::Packed pack() override { return machine_.memory().pack(); }
  void unpack(std::span<const model::Word> words) override { machine_.memory().unpack(words); }
  [[nodiscard]] model::CompositeState* composite_state() override { return &machine_.memory(); }
  void write(base::ByteSink& sink) override { machine_.memory().write(sink); }
  [[nodiscard]] bool read(base::ByteSource& source) override { return machine_.memory().read(source); }
  [[nodiscard]] model::Fingerprint fingerprint() override { return machine_.memory().fingerprint(); }
  [[nodiscard]] model::Facts facts() override;
  [[nodiscard]] bool holds(model::Watch watch) override;
  [[nodiscard]] std::uint64_t bytes() const override { return machine_.memory().bytes(); }
  // First the places where a thread can stand, then the functions: which of these were called is known.
  [[nodiscard]] model::ActionId actions() const override {
    return static_cast<model::ActionId>(places_ + machine_.program().codes.size());
  }
  [[nodiscard]] model::Action action(model::ActionId id) const override;
  [[nodiscard]] bool reached(model::ActionId id) const override {
    return id < places_ || machine_.entered(id - places_);
  }
  [[nodiscard]] std::optional<model::Observed> observed() const override;
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override;
  [[nodiscard]] std::vector<model::Standing> standings() override;
  [[nodiscard]] std::vector<model::Value> values() override;
  [[nodiscard]] std::vector<model::Value> details() override;
  [[nodiscard]] model::Inspectable* inspectable() override { return &inspector_; }
  [[nodiscard]] Machine& machine() { return machine_; }

 private:
  struct Watched {
    Proposition proposition;
    bool holds_if_absent = false;
  };

  model::Watch add_watch(std::string_view expression, bool holds_if_absent);
  void learn();
  [[nodiscard]] model::ActionId action_of(const Thread& thread) const;

  Machine machine_;
  std::shared_ptr<Journal> journal_;
  std::vector<Watched> watches_;
  model::Violation violation_;
  Races races_{machine_, journal_->races};
  Inspector inspector_{machine_};
  std::vector<std::uint32_t> first_action_;  // of each function
  std::uint32_t places_ = 0;
  bool together_ = false;  // two threads could move in one state
};

}  // namespace waymark::llvm

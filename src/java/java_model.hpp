// JavaModel: a compiled Java program as a Model.
//
// A transition is one thread's run from an operation that others could notice (entering a monitor, an access to a field
// of an object that another thread may reach, a choice) up to the next one. Its actor is the thread's number, its
// action the place in the code, its choice which way it goes: the waiter that is notified, the number that is chosen.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "java/machine/vm.hpp"
#include "java/partition_hash.hpp"
#include "java/proposition.hpp"
#include "java/vm_environment.hpp"
#include "model/composite_state.hpp"
#include "model/inspectable.hpp"
#include "model/model.hpp"
#include "model/partition_key.hpp"
#include "model/races.hpp"

namespace waymark::java {

// The kind of what ends a search in which a presumption was invalidated: it has to begin again, and knows better then.
// What it is to know is in the detail, and follows from the step that was refused alone.
inline constexpr std::string_view refuted_presumption = "presumption";
// If that is it, takes over what is to be known; false if it is something else.
[[nodiscard]] bool refute(Refuted& invalidated, const model::Violation& violation);

class JavaModel final : public model::Model,
                        public model::Partitionable,
                        public model::CompositeState,
                        public model::Inspectable {
 public:
  // Throws base::InputError if the program cannot be started.
  JavaModel(const ClassSource& source, const Settings& settings);

  void key(const model::Key& key) override { vm_->memory().key(key); }
  void set_stop(const base::Stop* stop) override { vm_->memory().set_stop(stop); }
  // See java/proposition.hpp.
  model::Watch watch(std::string_view expression) override;
  // Its transitions run on past operations that nobody else notices; nothing is left out of enabled() besides.
  [[nodiscard]] std::string reduce(const model::Facts& labels) override;
  [[nodiscard]] std::uint64_t collapsed_steps() const override { return vm_->collapsed_stops(); }
  void reset() override;
  // Finds out what each thread is about to do, and so may run the interpreter on trial (Vm::pending).
  void enabled(std::vector<model::Transition>& out) override;
  // A thread that starts comes to its first operation within the step that starts it.
  [[nodiscard]] bool completes_step() const override { return starts_thread_; }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override;
  [[nodiscard]] const model::Violation& violation() const override { return violation_; }
  [[nodiscard]] model::Mark mark() override { return vm_->memory().mark(); }
  void rewind(model::Mark mark) override { vm_->memory().rewind(mark); }
  [[nodiscard]] model::Packed pack() override { return vm_->memory().pack(); }
  void unpack(std::span<const model::Word> words) override { vm_->memory().unpack(words); }
  [[nodiscard]] model::CompositeState* composite_state() override { return this; }
  [[nodiscard]] bool stands_before(std::uint32_t one, std::uint32_t other) const override {
    return vm_->memory().stands_before(one, other);
  }
  [[nodiscard]] model::Packed row(std::span<const model::Word> words) override { return vm_->memory().row(words); }
  [[nodiscard]] std::uint64_t hash_at(std::uint32_t position) override { return vm_->memory().hash_at(position); }
  void write(base::ByteSink& sink) override { vm_->memory().write(*environment_, sink); }
  [[nodiscard]] bool read(base::ByteSource& source) override { return vm_->memory().read(*environment_, source); }
  [[nodiscard]] model::Fingerprint fingerprint() override { return vm_->memory().fingerprint(); }
  [[nodiscard]] model::Partitionable* partitionable() override { return this; }
  [[nodiscard]] std::uint64_t partition_hash(model::PartitionKey key) override {
    return partition_hash_of(vm_->memory(), key);
  }
  [[nodiscard]] model::Facts facts() override;
  [[nodiscard]] bool holds(model::Watch watch) override;
  [[nodiscard]] std::uint64_t bytes() const override { return vm_->memory().bytes(); }
  // First the places where a thread can stand, then the methods that somebody wrote, of the classes that were loaded so
  // far: which of these were called is known, of single places it is not.
  [[nodiscard]] model::ActionId actions() const override {
    return static_cast<model::ActionId>(vm_->actions().count() + written_methods().size());
  }
  [[nodiscard]] model::Action action(model::ActionId id) const override;
  [[nodiscard]] bool reached(model::ActionId id) const override {
    return id < vm_->actions().count() || written_methods()[id - vm_->actions().count()]->prepared;
  }
  [[nodiscard]] std::optional<model::Observed> observed() const override;
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override;

  [[nodiscard]] std::vector<model::Standing> standings() override;
  [[nodiscard]] std::vector<model::Value> values() override { return names().values(); }
  [[nodiscard]] std::vector<model::Value> details() override;
  [[nodiscard]] model::Inspectable* inspectable() override { return this; }
  [[nodiscard]] std::vector<model::Value> locals(std::uint32_t actor, std::size_t frame) override;
  [[nodiscard]] Expression read_expression(std::string_view text) override;
  [[nodiscard]] std::optional<Result> value_of(Expression expression, std::uint32_t actor) override;
  [[nodiscard]] Vm& vm() { return *vm_; }

 private:
  [[nodiscard]] ObjectNames names();
  // The frames of a thread that people see, innermost first.
  [[nodiscard]] static std::vector<std::size_t> shown_frames(const Thread& thread);
  void learn_disciplines();
  void learn_from_here();
  template <typename Start>
  void walk_about(std::uint64_t most_bytecodes, const Start& start);
  [[nodiscard]] const std::vector<const Method*>& written_methods() const;
  [[nodiscard]] bool somebody_moves();
  [[nodiscard]] bool spins(Thread& thread);
  [[nodiscard]] ReadSet read_set();
  // Calls visit with every two threads of which one is about to write what the other is about to access, without order
  // between them, until it answers false.
  template <typename Visit>
  void each_race(const Visit& visit);
  [[nodiscard]] bool find_race();
  void enter_races();
  [[nodiscard]] model::RacingAccess access_of(Thread& thread);

  std::unique_ptr<Vm> vm_;
  std::unique_ptr<VmEnvironment> environment_;
  std::vector<Proposition> watches_;
  std::vector<Proposition> expressions_;
  model::Violation violation_;
  model::RacesEntered races_;
  std::vector<std::pair<Thread*, Pending>> plain_accesses_;  // of each_race()
  bool starts_thread_ = false;                               // in the state of the last enabled() a thread starts
  bool together_ = false;                                    // two threads could move in one state
  mutable std::vector<const Method*> written_methods_;
  mutable std::size_t classes_seen_ = 0;  // by written_methods
};

}  // namespace waymark::java

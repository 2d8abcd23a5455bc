// JavaModel: a compiled Java program as a Model.
//
// A transition is one thread's run from an operation that others could notice (entering a monitor, an access to a field
// of an object that another thread may reach, a choice) up to the next one. Its actor is the thread's number, its
// action the place in the code, its choice which way it goes: the waiter that is notified, the number that is chosen.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "java/contacts.hpp"
#include "java/inspector.hpp"
#include "java/machine/vm.hpp"
#include "java/partition_hash.hpp"
#include "java/proposition.hpp"
#include "java/races.hpp"
#include "java/telling.hpp"
#include "java/vm_environment.hpp"
#include "model/model.hpp"

namespace waymark::java {

// The kind of what ends a search in which a presumption was invalidated: it has to begin again, and knows better then.
// What it is to know is in the detail, and follows from the step that was refused alone.
inline constexpr std::string_view refuted_presumption = "presumption";
// If that is it, takes over what is to be known; false if it is something else.
[[nodiscard]] bool refute(Refuted& dropped, const model::Violation& violation);

class JavaModel final : public model::Model {
 public:
  // Throws base::InputError if the program cannot be started.
  JavaModel(const ClassSource& source, const Settings& settings,
            const std::shared_ptr<Journal>& journal = std::make_shared<Journal>());

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
  [[nodiscard]] model::CompositeState* composite_state() override { return &vm_->memory(); }
  void write(base::ByteSink& sink) override { vm_->memory().write(*environment_, sink); }
  [[nodiscard]] bool read(base::ByteSource& source) override { return vm_->memory().read(*environment_, source); }
  [[nodiscard]] model::Fingerprint fingerprint() override { return vm_->memory().fingerprint(); }
  [[nodiscard]] model::Partitionable* partitionable() override { return &*partition_hash_; }
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
  [[nodiscard]] std::vector<model::Value> values() override { return names_of(*vm_).values(); }
  [[nodiscard]] std::vector<model::Value> details() override;
  [[nodiscard]] model::Inspectable* inspectable() override { return &*inspector_; }
  [[nodiscard]] Vm& vm() { return *vm_; }

 private:
  void learn_disciplines();
  void learn_from_here();
  template <typename Start>
  void walk_about(std::uint64_t most_bytecodes, const Start& start);
  [[nodiscard]] const std::vector<const Method*>& written_methods() const;
  [[nodiscard]] bool somebody_moves();
  void note_spin(Thread& thread);
  [[nodiscard]] ReadSet read_set();

  std::unique_ptr<Vm> vm_;
  std::unique_ptr<VmEnvironment> environment_;
  std::vector<Proposition> watches_;
  model::Violation violation_;
  std::optional<PartitionHash> partition_hash_;
  std::optional<Races> races_;
  std::optional<Contacts> contacts_;
  std::optional<Inspector> inspector_;
  bool starts_thread_ = false;                               // in the state of the last enabled() a thread starts
  bool together_ = false;                                    // two threads could move in one state
  std::uint32_t looks_for_spins_ = 10'000;                   // that are left: each costs a few steps
  mutable std::uint64_t fired_bytecodes_ = 0;                // and not noted yet
  mutable std::map<std::string, std::uint64_t> long_steps_;  // bytecodes of these, by the places where they ended
  mutable std::vector<const Method*> written_methods_;
  mutable std::size_t classes_seen_ = 0;  // by written_methods
};

}  // namespace waymark::java

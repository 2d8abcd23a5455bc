// Executor: a compiled Promela program as a Model.
//
// The state's parts, in this order: the globals, the never claim if there is one, the global channels, then each
// process in order of pid followed by the channels it declared. Processes and channels die youngest first, so a state's
// layout follows from the types of its processes, and equal words are equal states.
//
// What is a step follows Spin (docs/trust/exactness.md). An atomic sequence runs inside one fire() as long as it has
// one way to go; where it has several, fire() answers `intermediate`. With a claim, the claim's step is followed by
// `intermediate` and the system's steps.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/flat_state.hpp"
#include "model/model.hpp"
#include "model/partition_key.hpp"
#include "promela/native/interface.hpp"
#include "promela/program/program.hpp"
#include "promela/reduce/reduction.hpp"
#include "promela/step_cache.hpp"

namespace waymark::promela {

class Executor final : public model::Model, public model::Partitionable, private StateOracle {
 public:
  // Whether steps seen before are taken from the cache, and decisions made before from memory, or all is executed and
  // decided each time: for certifiers who presume less, and for tests that compare the two.
  enum class Steps : std::uint8_t { cached, executed };
  // With `native`, what is not in the cache is done by compiled code once it is there, which nobody can tell from
  // outside either.
  explicit Executor(std::shared_ptr<const Program> program, Steps steps = Steps::cached,
                    std::shared_ptr<const NativeSlot> native = nullptr);

  void key(const model::Key& key) override {
    state_.key(key);
    cache_.clear();
    step_id_generation_ = cache_.generation();
  }
  void set_stop(const base::Stop* stop) override { stop_ = stop; }
  model::Watch watch(std::string_view expression) override;
  [[nodiscard]] std::string reduce(const model::Facts& labels) override;
  void reset() override;
  void enabled(std::vector<model::Transition>& out) override;
  [[nodiscard]] model::Step fire(const model::Transition& transition) override;
  [[nodiscard]] std::span<const model::StepId> step_ids() const override;
  [[nodiscard]] model::Step fire_cached(model::StepId step_id, const model::Transition& transition) override;
  [[nodiscard]] bool steps_are_cheap() const override { return true; }
  [[nodiscard]] bool successor_words(model::StepId step_id, std::vector<model::Word>& out) override;
  [[nodiscard]] std::optional<model::Fingerprint> successor_fingerprint(const model::Transition& transition) override;
  [[nodiscard]] const model::Violation& violation() const override { return violation_; }
  [[nodiscard]] model::Mark mark() override { return state_.mark(); }
  void rewind(model::Mark mark) override;
  [[nodiscard]] model::Packed pack() override { return state_.pack(); }
  void unpack(std::span<const model::Word> words) override;
  void write(base::ByteSink& sink) override;
  [[nodiscard]] bool read(base::ByteSource& source) override;
  [[nodiscard]] bool words_are_portable() const override { return true; }
  [[nodiscard]] bool read_words(std::span<const model::Word> words) override;
  [[nodiscard]] model::Fingerprint fingerprint() override { return state_.fingerprint(); }
  [[nodiscard]] std::uint64_t partition_hash(model::PartitionKey key) override;
  [[nodiscard]] model::Facts facts() override;
  [[nodiscard]] bool holds(model::Watch watch) override;
  [[nodiscard]] std::string_view undefined() const override;
  [[nodiscard]] std::uint64_t bytes() const override {
    return state_.held_bytes() + cache_.bytes() + (reducer_ ? reducer_->bytes() : 0);
  }
  [[nodiscard]] model::ActionId actions() const override;
  [[nodiscard]] model::Action action(model::ActionId id) const override;
  [[nodiscard]] bool reached(model::ActionId id) const override { return reached_[id] != 0; }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override;
  [[nodiscard]] std::vector<model::Standing> standings() override;

 private:
  using Process = ProcessPart;
  using Channel = ChannelPart;
  // Who executes: where local variables are found.
  struct Context {
    std::uint32_t base = 0;
    std::uint32_t pid = 0;
    std::uint32_t type = 0;
    std::uint32_t first_state = 0;
  };
  // The steps that the last enabled() took from the cache, in its order. They are this state's as long as the journal
  // is as long as it was then, and was never shorter.
  struct Listing {
    static constexpr model::Mark nowhere = ~model::Mark{0};
    static constexpr std::uint32_t none = model::no_step_id;
    model::Mark at = nowhere;
    std::uint64_t generation = 0;      // of the cache
    std::vector<std::uint32_t> steps;  // numbers, or none
    bool any = false;                  // not all of them are none
    std::size_t next = 0;              // steps are mostly asked for in their order
  };
  // Compiled code, with room for what it puts down. A control state whose code declines too often is taken out.
  struct NativeState {
    explicit NativeState(const NativeCode& code)
        : enabled(code.enabled.begin(), code.enabled.end()), fire(code.fire), credit(enabled.size(), most_credit) {}
    static constexpr std::uint8_t most_credit = 255;
    static constexpr std::uint8_t price = 4;  // of declining; an answer gives back 1
    std::vector<NativeStep> enabled;
    std::span<const NativeStep> fire;
    std::vector<std::uint8_t> credit;
    NativeCall call;
    std::array<model::FlatState::Written, 256> log;
    std::array<model::Transition, most_ways> ways;
  };
  // A rendezvous offer that waits for its receiver, within one step.
  struct Offer {
    std::uint32_t channel = 0;  // 0: none
    std::uint32_t sender = 0;
    std::vector<std::int32_t> values;
  };
  enum class Fault : std::uint8_t {
    none,
    bounds,
    division,
    no_channel,
    not_exclusive,
    arity,
    poll,
    processes,
    channels,
    priority,
    hidden,
    self_enabled,
    stuck_dstep,
    endless,
    trace_choice,
    rendezvous_in_dstep,
    presumption
  };
  static constexpr std::uint32_t claim_pid = 0xFFFF;
  static constexpr std::uint32_t nobody = 0xFFFFFFFF;
  // Transition::choice: which transition of its control state (10 bits); for a rendezvous, the receiver's pid (8 bits)
  // and which of its transitions (10 bits); two flags.
  static constexpr std::uint32_t way_mask = most_ways - 1;
  static constexpr std::uint32_t receiver_shift = 10;
  static constexpr std::uint32_t acceptance_shift = 18;
  static constexpr std::uint32_t in_timeout = 1u << 31;     // collected when nothing else could move
  static constexpr std::uint32_t not_the_first = 1u << 30;  // of a D_proctype that should have had one way to go
  static constexpr std::int32_t nowhere = 0x40000000;
  static constexpr std::uint32_t endless_after = 10'000'000;  // statements in one indivisible sequence

  // --- structure.cpp: parts, processes, channels
  void rebuild();
  bool cut(std::span<const model::Word> words);
  // Stands in a state of these words, whosever they are; false: they are none.
  bool refill(std::span<const model::Word> words);
  [[nodiscard]] std::uint32_t process_state(const Process& process) const {
    return state_.get<std::uint16_t>(process.base + ProcessHeader::state);
  }
  std::uint32_t push_process(std::uint32_t type, std::uint32_t pid);
  std::int32_t start_process(std::uint32_t type, std::int32_t priority, std::span<const std::int32_t> arguments);
  void start_channels(std::uint32_t base, const std::vector<ChannelStart>& channels);
  void end_process();
  [[nodiscard]] Context context(std::uint32_t pid) const {
    const Process& process = pid == claim_pid ? claim_ : processes_[pid];
    return {process.base, pid, process.type, process.first_state};
  }

  // --- machine.cpp: code
  static constexpr std::size_t stack_size = deepest_stack + 8;
  // Runs code and answers the value it leaves. Whatever goes wrong is noted in fault_, the value is then meaningless.
  std::int32_t evaluate(Code code, const Context& context) {
    std::int32_t stack[stack_size];
    return run(&program_->code[code], context, stack)[-1];
  }
  void perform(Code code, const Context& context) {
    std::int32_t stack[stack_size];
    run(&program_->code[code], context, stack);
  }
  // Answers the top of the stack: behind the last value that the code left.
  std::int32_t* run(const Instruction* code, const Context& context, std::int32_t* stack);
  std::int32_t* run_system(const Instruction& instruction, const Context& context, std::int32_t* stack);
  [[nodiscard]] const Process* find_process(std::int32_t pid) const;
  [[nodiscard]] std::int32_t first_of_type(std::uint32_t type) const;
  [[nodiscard]] std::int32_t ask_process(const Instruction& instruction, std::int32_t pid) const;
  [[nodiscard]] std::int32_t ask_channel(Op op, std::int32_t number, const Context& context);
  void set_priority(std::int32_t pid, std::int32_t priority);
  [[nodiscard]] std::int32_t load(std::uint32_t address, Cell::Kind kind) const {
    switch (kind) {
      case Cell::Kind::u8:
        return state_.get<std::uint8_t>(address);
      case Cell::Kind::u16:
        return state_.get<std::uint16_t>(address);
      case Cell::Kind::s16:
        return state_.get<std::int16_t>(address);
      case Cell::Kind::s32:
        break;
    }
    return state_.get<std::int32_t>(address);
  }
  void assign(std::uint32_t address, Cell cell, std::int32_t value);
  void fault(Fault fault) {
    if (fault_ == Fault::none) fault_ = fault;
  }
  void print(const PrintTarget& target, const std::int32_t* arguments);

  // --- channels.cpp
  [[nodiscard]] const Channel* channel(std::int32_t number);
  enum class Ends : std::uint8_t { send = 1, receive = 2, both = 3 };
  // A process that touches an end which is exclusive to another one, or only tries to, is at fault.
  void check_exclusive(std::int32_t number, Ends ends, const Context& context) {
    if (program_->has_exclusive_ends && context.pid < processes_.size()) find_owner(number, ends, context);
  }
  void find_owner(std::int32_t number, Ends ends, const Context& context);
  // A rendezvous channel has no bytes and is always empty.
  [[nodiscard]] std::uint32_t length(const Channel& channel) const {
    return is_rendezvous(channel) ? 0 : state_.get<std::uint8_t>(channel.base);
  }
  [[nodiscard]] bool is_rendezvous(const Channel& channel) const {
    return program_->channel_types[channel.type].capacity == 0;
  }
  [[nodiscard]] bool full(const Channel& channel) const {
    return length(channel) >= program_->channel_types[channel.type].capacity;
  }
  [[nodiscard]] std::int32_t field(const Channel& channel, std::uint32_t slot, std::uint32_t field) const;
  // The slot that a receive takes, or -1.
  // Which message fits, -1 if none does. `in_part`: whoever names fewer fields than the channel has asks about these.
  [[nodiscard]] std::int32_t matching_slot(const ReceiveInfo& receive, const Channel& channel, const Context& context,
                                           bool in_part = false);
  [[nodiscard]] bool offer_matches(const ReceiveInfo& receive, const Context& context);
  [[nodiscard]] std::int32_t poll(const ReceiveInfo& receive, const Context& context);
  void send(const SendInfo& send, const Context& context);
  void make_offer(const SendInfo& send, const Context& context);
  void receive(const ReceiveInfo& receive, const Context& context);
  void accept_offer(const ReceiveInfo& receive, const Context& context);
  void bind(const ReceiveInfo& receive, const Context& context, std::span<const std::int32_t> values);

  // --- executor.cpp: steps
  void poll() {
    if (stop_ != nullptr && stop_->reached()) [[unlikely]]
      give_up();
  }
  void give_up();
  [[nodiscard]] const ControlState& control_state(const Context& context) const {
    const std::uint32_t state = state_.get<std::uint16_t>(context.base + ProcessHeader::state);
    return program_->states[context.first_state + state];
  }
  // Sets _last.
  void remember_mover(std::uint32_t pid) {
    if (program_->uses_last && pid != claim_pid) state_.set(Registers::last, static_cast<std::uint8_t>(pid));
  }
  // Whether a transition can be taken, a rendezvous partner left aside. With an offer pending, only receives from its
  // channel can. One whose test fails for an error counts as executable, so that fire() meets the error again.
  [[nodiscard]] bool executable(const TransitionInfo& transition, const Context& context, bool moved) {
    return transition.test.known ? passes(transition.test, context) : executable_by_code(transition, context, moved);
  }
  [[nodiscard]] bool passes(const RangeTest& test, const Context& context) const {
    const std::uint32_t at = test.is_local ? context.base + test.offset : test.offset;
    return ((static_cast<std::uint32_t>(load(at, test.kind)) & test.mask) - test.least <= test.span) != test.without;
  }
  [[nodiscard]] bool executable_by_code(const TransitionInfo& transition, const Context& context, bool moved);
  [[nodiscard]] bool accepts_offer(const TransitionInfo& transition, const Context& context);
  [[nodiscard]] bool dstep_can_start(const TransitionInfo& transition, const Context& context, bool moved);
  // Whether a send goes to a rendezvous channel.
  [[nodiscard]] bool is_offer(const TransitionInfo& transition, const Context& context);
  // Whether a process may move at all: its `provided` clause and everybody's priorities.
  [[nodiscard]] bool may_move(std::uint32_t pid);
  [[nodiscard]] bool has_enabled(std::int32_t pid, std::uint32_t asking);
  void collect(std::uint32_t pid, std::vector<model::Transition>& out);
  void collect_receivers(const Context& sender, const TransitionInfo& transition, std::uint32_t way,
                         std::vector<model::Transition>& out);
  void collect_system(std::vector<model::Transition>& out, bool from_cache = false);
  // Leaves out what can wait.
  void reduce_enabled(std::vector<model::Transition>& out);
  [[nodiscard]] bool ask(const Question& question) override;
  // Runs one transition; answers who goes on alone after it, or nobody.
  std::uint32_t execute(const model::Transition& transition);
  void execute_plain(const TransitionInfo& transition, const Context& context);
  void execute_dstep(const TransitionInfo& transition, const Context& context);
  void enter(const Context& context, std::uint32_t target) {
    state_.set(context.base + ProcessHeader::state, static_cast<std::uint16_t>(target));
  }
  [[nodiscard]] model::Step go(const model::Transition& transition);
  [[nodiscard]] model::Step arrive(bool claim_moved);
  [[nodiscard]] model::Step finish(model::Step step);
  struct FaultText {
    const char* kind;
    const char* detail;
    model::Step step;
  };
  [[nodiscard]] static FaultText text_of(Fault fault);
  [[nodiscard]] model::Step fault_step();
  void forget_hidden();
  // The trace automaton, if any, follows a send or a receive.
  void watch_event(bool sent, std::uint32_t channel);
  [[nodiscard]] bool event_matches(const TransitionInfo& transition, bool sent, std::uint32_t channel);
  void fail(std::string kind, std::string detail, std::string location);

  // --- cached_steps.cpp: steps out of the cache
  void settle_cache();
  // Appends what a process can do if that is remembered or can be; false: it has to be found out. REQUIRES: settled.
  [[nodiscard]] bool append_cached(std::uint32_t pid, std::vector<model::Transition>& out);
  StepCache::Entry* fill_cache(std::uint32_t pid, StepCache::Site& site);
  // A transition of this state as it was listed last, or as it is found in the cache; nullptr if it is not there.
  // listed() REQUIRES: the listing is this state's.
  [[nodiscard]] StepCache::Step* listed(const model::Transition& transition);
  [[nodiscard]] StepCache::Step* find_cached(const model::Transition& transition);
  // What there is to do for a step out of the cache.
  [[nodiscard]] model::Step take(StepCache::Step& step) {
    if (!step.told) tell_reached(step);
    for (const StepCache::Write& write : cache_.writes(step)) state_.set_bytes(write.word, write.mask, write.value);
    return model::Step::moved;
  }
  void tell_reached(StepCache::Step& step);
  // As the cache has it; nullptr if it has not, or it has to be executed.
  [[nodiscard]] StepCache::Step* cached(const model::Transition& transition);

  // --- native_steps.cpp: steps by compiled code
  void look_for_native();
  // Whether compiled code may be asked at all: it tells no tale, and does not say what it looks at.
  [[nodiscard]] bool runs_natively() const {
    return native_ != nullptr && explanation_ == nullptr && !state_.is_noticed();
  }
  // Appends what a process can do; false: it has to be found out.
  [[nodiscard]] bool collect_natively(const Context& context, std::vector<model::Transition>& out);
  // Takes a transition but for what follows every one; false: nothing has happened.
  [[nodiscard]] bool execute_natively(std::uint32_t id, const Context& context);
  void prepare_call();

  // --- explain.cpp
  void tell(std::uint32_t pid, std::uint32_t id);
  void begin_telling(std::uint32_t pid);
  void tell_fault();
  void tell_message(bool sent, std::uint32_t channel, std::span<const std::int32_t> values);
  void snapshot_values(std::vector<model::Change>& out) const;
  [[nodiscard]] std::string channel_name(std::uint32_t number) const;
  [[nodiscard]] std::string location(const Position& at) const;
  [[nodiscard]] std::string who(std::uint32_t pid) const;
  [[nodiscard]] std::string show(std::int32_t value, bool is_mtype, const std::string& subtype) const;
  [[nodiscard]] std::string show_channel(std::uint32_t number) const;

  std::shared_ptr<const Program> program_;
  Steps steps_;
  const base::Stop* stop_ = nullptr;
  model::FlatState state_;
  std::vector<Process> processes_;
  Process claim_;
  std::vector<Channel> channels_;        // number - 1
  std::uint64_t structure_ = 0;          // the FlatState's structure that the three above reflect
  std::vector<std::int32_t> values_;     // of the message being sent or received
  std::vector<model::Transition> ways_;  // of the process that goes on alone
  Offer offer_;
  bool timeout_ = false;
  Fault fault_ = Fault::none;
  Fault in_watch_ = Fault::none;             // of the last holds()
  const TransitionInfo* current_ = nullptr;  // for messages
  bool violated_ = false;
  model::Violation violation_;
  std::vector<std::uint8_t> reached_;
  std::vector<Code> watches_;
  bool reducing_ = false;
  model::Facts visible_labels_;
  StepCache cache_;
  Listing listing_;
  // Memos are numbers of steps. Once the cache has forgotten what they were, none is given or taken any more.
  std::uint64_t step_id_generation_ = 0;
  std::vector<model::Word> incoming_;  // of a state that is being read
  std::uint64_t cache_structure_ = 0;  // the FlatState's structure that it is settled for; 0: none
  model::Touched touched_;
  std::vector<Possible> possible_;
  std::unique_ptr<Reducer> reducer_;               // made when it is needed, since a watch changes what is visible
  std::shared_ptr<const NativeSlot> native_slot_;  // nullptr: there is none
  std::unique_ptr<NativeState> native_;
  model::Explanation* explanation_ = nullptr;
  std::vector<model::Change> before_;  // the values before the statement being told
  std::vector<model::Message> messages_;
  std::string output_;
  std::uint32_t teller_pid_ = 0;
  std::string teller_;  // the process that executes the statement being told; when it has ended, it has no name
};

}  // namespace waymark::promela

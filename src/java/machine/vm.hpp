// Vm: the Java virtual machine. Runs one thread at a time, from one operation that other threads could notice up to the
// next one; what is in between is never a state. Which thread runs, and how a choice is made, is told from outside.
//
// Nothing here calls itself while Java code runs: natives that call Java push a frame, so that a thread's whole state
// always stands in its frames.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "java/link/loader.hpp"
#include "java/machine/habits.hpp"
#include "java/machine/sight.hpp"
#include "java/memory/memory.hpp"
#include "model/model.hpp"

namespace waymark::java {

inline constexpr std::string_view java_thread = "java/lang/Thread";
inline constexpr std::string_view null_pointer_exception = "java/lang/NullPointerException";

struct Settings {
  std::string main_class;  // app.Main
  std::vector<std::string> arguments;
  std::vector<std::string>
      preload;  // classes of the library to be initialised before the program starts, in this order
  bool assertions = true;
  bool races = false;     // stop before every access that could race
  bool spurious = false;  // waits may end for no reason
  std::uint32_t frames = 1024;
  std::shared_ptr<Refuted> refuted = std::make_shared<Refuted>();
  Memory::Symmetry symmetry = Memory::Symmetry::site;
  Memory::Garbage garbage = Memory::Garbage::mark_sweep;
};

// Why a thread stopped.
enum class Stop : std::uint8_t {
  point,        // before an operation that others could notice, or that cannot be done yet
  waiting,      // in Object.wait
  ended,        // there is no such thread any more
  cut,          // in a loop that nobody else notices
  exception,    // nobody caught it
  pruned,       // an assumption of the program does not hold
  violated,     // the program says so itself
  unsupported,  // something we lack
  returned,     // a call from outside has come back
};

// Listens to what one transition does, for people.
class Narrator {
 public:
  virtual ~Narrator() = default;
  virtual void entered(const Object& object) = 0;
  virtual void left(const Object& object) = 0;
  virtual void wrote(const std::string& name, const std::string& before, const std::string& after) = 0;
  virtual void printed(std::string_view text) = 0;
};

class Vm {
 public:
  // `serve` answers which methods the virtual machine serves itself.
  Vm(ClassSource source, Settings settings, Native (*serve)(const Method&));
  ~Vm();
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;

  // Starts the library and stands before the first instruction of main. Throws base::InputError or BadClass.
  void boot();

  // Runs a thread up to its next stop. REQUIRES: it is ready.
  Stop step(Thread& thread, std::uint32_t choice);
  // What the thread will do next; looks it up if necessary.
  const Pending& pending(Thread& thread);
  // Whether it goes on before all others, if it can: nobody could tell when it did.
  [[nodiscard]] bool goes_first(Thread& thread);
  // In how many ways it can go on; 0 if not at all.
  [[nodiscard]] std::uint32_t ways(Thread& thread);
  [[nodiscard]] std::string way_text(Thread& thread, std::uint32_t way);

  // From now on, no stops before operations that others do not notice if the threads keep the presumed habits; see
  // reduction.cpp. Writes that a condition could see are always stopped before: none, all, or those to some fields.
  enum class Seen : std::uint8_t { nothing, fields, everything };
  void reduce(const Habits& refuted, Seen seen, std::vector<const Field*> fields);
  // Adds what the method may read, in any state that comes after this one.
  void look_through(Method& condition, Sight& sight);
  static void add_to_sight(const Field& field, Sight& sight);
  // Why nothing is left out after all; empty if something is.
  [[nodiscard]] std::string unfit_for_reduction() const;
  void reduce_no_more() { reducing_ = false; }
  // Whether habits that a step does not keep are dropped, and the step goes on, or else the step is refused.
  void learn(bool learning) { learning_ = learning; }
  [[nodiscard]] const Habits& habits() const { return habits_; }
  // What the last step showed to be no habit, and what may be presumed instead.
  std::string refuted_variable;
  Habit refuted_habit = Habit::none;
  std::uint64_t merged = 0;  // stops that were left out in the last step

  // Runs a static method without arguments that returns a boolean, from the state in which the machine stands.
  [[nodiscard]] bool evaluate(Method& method, bool& value);

  Memory& memory() { return memory_; }
  Loader& loader() { return loader_; }
  const Settings& settings() const { return settings_; }
  void narrate(Narrator* narrator) { narrator_ = narrator; }
  Narrator* narrator() { return narrator_; }
  std::uint64_t bytecodes = 0;

  // What the last stop was about.
  std::string problem;        // unsupported: what; exception, violated: its text
  std::string problem_place;  // Class.java:12
  std::vector<std::string> problem_stack;
  bool problem_is_assertion = false;

  // --- for natives ---
  [[nodiscard]] Object* at(Ref ref) { return memory_.at(ref); }
  bool pass(Thread& thread, const Pending& pending);
  // A number below count; false: stopped, to be called again.
  bool choose(Thread& thread, std::uint32_t count, std::uint32_t& chosen);
  [[nodiscard]] bool free_running(const Thread& thread) const;
  [[nodiscard]] bool allows_atomic();
  void note_join(Ref thread);
  Done throw_new(Thread& thread, std::string_view name, std::string_view message = {}, bool with_message = true);
  Done throw_null(Thread& thread);
  Done throw_ref(Ref exception) {
    exception_ = exception;
    return Done::thrown;
  }
  Done unsupported(Thread& thread, std::string what);
  Done stop_with(Stop stop) {
    stop_ = stop;
    return Done::stopped;
  }
  // Calls Java in place of a native method: the arguments replace the native's.
  Done call(Thread& thread, const Method& native, Method& method, std::span<const Word> arguments,
            std::uint32_t flags = 0);
  Done call(Thread& thread, const Method& native, Method& method, std::initializer_list<Word> arguments,
            std::uint32_t flags = 0) {
    return call(thread, native, method, std::span<const Word>(arguments.begin(), arguments.size()), flags);
  }
  [[nodiscard]] Object* allocate(Thread& thread, Class& klass, std::uint32_t length = 0, std::uint32_t sub = 0);
  [[nodiscard]] Ref new_string(Thread& thread, std::u16string_view text, std::uint32_t sub = 0);
  [[nodiscard]] Ref new_string(Thread& thread, std::string_view utf8, std::uint32_t sub = 0);
  [[nodiscard]] Ref intern(std::u16string_view text);
  [[nodiscard]] Ref intern(std::string_view utf8);
  // 0 if it is not.
  [[nodiscard]] Ref interned(std::u16string_view text) const;
  [[nodiscard]] std::u16string text16(Ref string);
  [[nodiscard]] std::string text(Ref string);
  [[nodiscard]] Ref mirror(Class& klass);
  [[nodiscard]] Class* of_mirror(Ref mirror);
  [[nodiscard]] Thread* thread_of(Ref object);
  enum class Ready : std::uint8_t { yes, called, stopped, thrown };
  Ready initialize(Thread& thread, Class& klass);
  bool enter(Thread& thread, Object& object);
  bool leave(Thread& thread, Object& object);  // false: an exception is pending
  void wake(Thread& waiter, std::uint32_t why);
  void write_ref(Object& holder, std::uint32_t offset, Ref value);
  void print(std::string_view text) {
    if (narrator_ != nullptr) narrator_->printed(text);
  }
  void fill_stack_trace(Thread& thread, Ref exception, std::size_t skip);
  [[nodiscard]] std::string message_of(Ref exception);
  // Which expression was null; empty if nothing can be said.
  [[nodiscard]] std::string extended_message(Ref exception);
  [[nodiscard]] Method* boxing_method(Kind kind);
  [[nodiscard]] bool interrupted(const Thread& thread);
  [[nodiscard]] std::uint32_t field(std::string_view klass, std::string_view name);
  [[nodiscard]] std::string name_of(const Thread& thread);
  [[nodiscard]] std::string describe(const Object& object);
  [[nodiscard]] std::string tell(Ref exception);
  [[nodiscard]] std::string place_of(const Frame& frame) const;
  [[nodiscard]] std::vector<std::string> stack_of(const Thread& thread) const;
  [[nodiscard]] std::uint32_t action_of(const Frame& frame) const { return frame.method->first_action + frame.pc; }
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, Method*>>& action_ranges() const { return ranges_; }
  [[nodiscard]] std::uint32_t actions() const { return next_action_; }
  void exit_program();
  [[nodiscard]] bool booting() const { return booting_; }
  Class* backtrace_class = nullptr;
  Ref standard_out = 0;  // System.out
  Ref standard_err = 0;
  // What a VarHandle stands for.
  struct Variable {
    Class* klass = nullptr;  // of a static field
    const Field* field = nullptr;
    Kind element = Kind::int_;  // of an array, if there is no field
  };
  std::unordered_map<Ref, Variable> variables;
  [[nodiscard]] Ref variable_handle(const Variable& variable);
  // Where a typed access to a variable goes.
  struct Location {
    Object* object = nullptr;  // or
    Class* klass = nullptr;    // its static fields
    std::uint8_t* bytes = nullptr;
    std::uint32_t offset = 0;  // in bytes
    Kind kind = Kind::int_;
    bool raw = false;  // an array's element, as small as it is; fields are words
  };
  [[nodiscard]] std::uint64_t load(const Location& location) const;
  void store(const Location& location, std::uint64_t value);
  [[nodiscard]] std::string location_name(const Location& location);
  // False: stopped before the access.
  [[nodiscard]] bool passes(Thread& thread, const Location& location, Pending::What what, bool synchronizes);
  std::unordered_map<std::uint64_t, Ref> singletons;           // objects that the virtual machine makes up
  std::unordered_map<std::uint32_t, std::int32_t> counters;    // of Verify: no part of a state
  std::unordered_map<std::string, std::int32_t> named_values;  // nor these
  std::uint64_t allocated = 0;
  void prepare_method(Method& method);
  bool resolve_method(Thread& thread, Class& from, std::uint32_t index, Resolved*& out);
  Class* resolve_class(Thread& thread, Class& from, std::uint32_t index);  // null: an exception is pending
  bool resolve_field(Thread& thread, Class& from, std::uint32_t index, bool is_static, Resolved*& out);
  // The call site for which a class of this name is made, linked if it is not yet. Null if there is none. Throws
  // BadClass.
  [[nodiscard]] CallSite* find_call_site(std::string_view made);
  // Whether nobody will have to initialise it.
  bool is_settled(Class& klass);
  // Runs a static method to its end; only while booting or evaluating.
  Stop run_now(Thread& thread, Method& method, std::initializer_list<Word> arguments);
  [[nodiscard]] Word result(Thread& thread) const { return thread.words[0]; }

 private:
  Stop run(Thread& thread, std::size_t until);
  bool unwind(Thread& thread, Ref exception, Stop& stop, std::size_t until);
  Stop uncaught(Thread& thread, Ref exception);
  bool return_from(Thread& thread, Stop& stop, std::size_t until, const Word* value, std::uint32_t words);
  enum class Call : std::uint8_t {
    native,       // served; the result stands on the stack
    pushed,       // a frame
    initializes,  // the class first; then the call is repeated
    stopped,
    thrown,
  };
  // An invoke instruction other than invokedynamic.
  Call call_method(Thread& thread, Method& caller, Insn insn, Word*& stack);
  Call call_static(Thread& thread, Method& target, Word*& stack);
  // An instruction that makes an object or an array, whose arguments end at `stack`.
  Ready make_object(Thread& thread, Method& method, Insn insn, const Word* stack, Ref& made);
  Call invoke(Thread& thread, Method& method, Word*& stack);
  Call invoke_polymorphic(Thread& thread, const Method& method, std::string_view descriptor, Word*& stack);
  [[nodiscard]] CallSite* link_call_site(Thread& thread, Class& from, std::uint32_t index);
  [[nodiscard]] CallSite* make_call_site(Class& from, std::uint32_t index);
  bool load_constant(Thread& thread, Class& from, std::uint32_t index, Ref& out);
  bool end(Thread& thread);
  void set_constants(Class& klass);
  bool initialize_trivially(Class& klass);
  [[nodiscard]] bool ready(const Thread& thread, const Pending& pending);
  Stop resume_wait(Thread& thread);
  Ref make_multi(Thread& thread, Class& klass, const std::int32_t* counts, std::uint32_t dimensions, std::uint32_t sub);
  void loaded(Class& klass);
  void start_library(Thread& thread);
  void make_modules(Thread& thread);
  void set_module(Object& mirror, const Class& klass);
  void initialize_now(Thread& thread, std::string_view name);
  void freeze_constants();

  struct Spot;
  void adopt_habits(Class& klass);
  [[nodiscard]] static std::string variable_name(const Field& field);
  [[nodiscard]] static std::string array_name(const Class& type, std::uint64_t site);
  [[nodiscard]] Spot spot_of(Ref ref, Class* klass, std::uint32_t offset);
  [[nodiscard]] bool out_of_reach(const Thread& thread, const Object& object);
  [[nodiscard]] bool owns(const Thread& thread, const Object& lock) const;
  [[nodiscard]] bool holds(const Thread& thread, Word guard);
  [[nodiscard]] Word guard_for(const Thread& thread, const Object* object);
  void set_guard(const Spot& spot, Word guard);
  [[nodiscard]] bool is_thread(const Object& object);
  [[nodiscard]] bool any_thread(std::uint32_t flag);
  [[nodiscard]] bool is_last() const;
  [[nodiscard]] Word& unjoined() const;
  void note_end(Object& thread);
  [[nodiscard]] bool asks_for_life(const Pending& pending);
  [[nodiscard]] bool access_moves_freely(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset,
                                         bool writes);
  [[nodiscard]] bool is_seen(const Spot& spot) const;
  [[nodiscard]] bool moves_freely(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool keeps_habit(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset, bool writes);
  [[nodiscard]] bool keeps_habits(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool refute(std::string_view variable, Habit habit);

  Settings settings_;
  Loader loader_;
  Memory memory_;
  bool reducing_ = false;
  bool learning_ = false;
  Seen seen_ = Seen::nothing;
  std::vector<const Field*> seen_fields_;
  Habits habits_;
  std::unordered_map<std::uint64_t, Habit> site_habits_;
  Class* ownable_ = nullptr;  // AbstractOwnableSynchronizer, once it is loaded
  std::uint32_t ownable_owner_ = 0;
  Narrator* narrator_ = nullptr;
  bool booting_ = false;
  bool evaluating_ = false;
  bool probing_ = false;
  bool granted_ = false;
  std::uint32_t choice_ = 0;
  std::uint32_t jumps_ = 0;
  Ref exception_ = 0;
  Stop stop_ = Stop::point;
  std::uint32_t next_action_ = 1;
  std::vector<std::pair<std::uint32_t, Method*>> ranges_;  // where each method's actions begin
  std::unordered_map<std::u16string, Ref> strings_;
  std::unordered_map<Ref, Class*> mirrors_;
  std::vector<std::unique_ptr<CallSite>> sites_;
  std::unique_ptr<Class> made_up_;
  std::vector<Word> initial_;
  Ref library_module_ = 0;
  Ref program_module_ = 0;
  Class* string_class_ = nullptr;
  Class* class_class_ = nullptr;
  std::uint32_t string_value_ = 0;
  std::uint32_t string_coder_ = 0;
  std::uint32_t thread_status_ = 0;
  std::uint32_t thread_interrupted_ = 0;
  std::uint32_t thread_eetop_ = 0;
  Class* thread_class_ = nullptr;

 public:
  [[nodiscard]] const std::vector<Word>& initial() const { return initial_; }
};

// As HotSpot words it.
[[nodiscard]] std::string cast_message(const Class& from, const Class& to);

}  // namespace waymark::java

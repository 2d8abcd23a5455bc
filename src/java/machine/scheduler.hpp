// Scheduler: whether a thread may go on. An instruction that other threads could notice asks pass() before anything has
// happened; if the answer is no, the thread stops there, and the instruction is executed anew when its turn has come.
// Monitors, waiting and the end of threads are here too.
#pragma once

#include <cstdint>

#include "java/machine/exceptions.hpp"
#include "java/machine/journal.hpp"
#include "java/machine/library_call.hpp"
#include "java/machine/reduction.hpp"
#include "java/machine/settings.hpp"

namespace waymark::java {

class Scheduler {
 public:
  // Why nobody has to ask.
  enum class Mode : std::uint8_t {
    checking,    // one has to
    booting,     // there are no other threads yet
    evaluating,  // what happens is undone
  };

  Scheduler(const Settings& settings, Journal& journal, Objects& objects, Exceptions& exceptions, Reducer& reducer)
      : settings_(settings),
        journal_(journal),
        objects_(objects),
        memory_(objects.memory()),
        exceptions_(exceptions),
        reducer_(reducer) {}

  void mode(Mode mode) { mode_ = mode; }
  [[nodiscard]] Mode mode() const { return mode_; }

  // A thread's turn has come: the operation that it stopped before passes, with this choice, if `granted`; one that
  // has not run yet stands before no operation.
  void begin_turn(std::uint32_t choice, bool granted);
  // It stands at that operation, or behind a wait: the library call that it is in, if any, goes on from there.
  void resume_call(const Thread& thread);
  [[nodiscard]] bool granted() const { return granted_; }
  void end_grant() { granted_ = false; }
  // While probing, no operation passes: the thread that runs comes to stand before the one that asks.
  void probe(bool probing) { probing_ = probing; }
  [[nodiscard]] bool probing() const { return probing_; }
  // The next operation of this turn that others could notice belongs to what came before it: it does not stop, unless
  // it must wait. Races show only before an access, so with these it does.
  void join_next(bool joined) { joined_ = joined && !settings_.races; }
  // A frame was pushed, or popped and so many are left.
  void entered(const Thread& thread) {
    const Method& method = *thread.frames.back().method;
    call_.entered(method);
    if (method.lock_use != LockUse::other && mode_ == Mode::checking) reducer_.note_lock_use(thread);
  }
  void left(const Method& method, std::size_t frames) { call_.left(method, frames); }
  // Stops of this turn that were left out, because nobody else could have noticed.
  std::uint64_t collapsed_stops = 0;

  // Whether others cannot notice what the thread does. While it stands at the operation that it stopped before, that
  // operation has to ask, whichever others are left.
  [[nodiscard]] bool free_running(const Thread& thread) const;
  // False: the thread stops before this.
  [[nodiscard]] bool pass(Thread& thread, const Pending& pending);
  // The same, for those who may be left in peace while others do not notice.
  [[nodiscard]] bool pass_if_noticed(Thread& thread, const Pending& pending) {
    return free_running(thread) || pass(thread, pending);
  }
  // Whether the thread looks for an order that explains the history of a scenario.
  [[nodiscard]] static bool judges(const Thread& thread);
  // A number below count; false: the thread stops here.
  [[nodiscard]] bool choose(Thread& thread, std::uint32_t count, std::uint32_t& chosen);
  // Whether what the operation needs is there.
  [[nodiscard]] bool ready(const Thread& thread, const Pending& pending);
  // Which way an operation goes that has several (Pending::count).
  [[nodiscard]] std::uint32_t way() const { return choice_; }
  // In how many ways a thread that is about to do this can go on; 0 if not at all.
  [[nodiscard]] std::uint32_t ways(const Thread& thread, const Pending& pending);

  // Whether only time lets it go on, now.
  [[nodiscard]] bool needs_time(const Thread& thread, const Pending& pending);

  // False: the thread stops before it.
  [[nodiscard]] bool enter(Thread& thread, Object& object);
  // False: an exception is pending.
  [[nodiscard]] bool leave(Thread& thread, Object& object);
  // Gives the monitor up until the thread is woken.
  void wait(Thread& thread, Object& object, bool timed);
  void wake(Thread& waiter, std::uint32_t why);
  // A thread that was woken, or whose time is over, takes its monitor again. True: it was interrupted.
  [[nodiscard]] bool take_monitor_again(Thread& thread);
  [[nodiscard]] Thread* thread_of(Ref object);
  // Ends it, and wakes who waits for that.
  void end(Thread& thread);
  void end_all();

 private:
  [[nodiscard]] bool goes_with_call(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool begins_release(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool waits_on_in_vain(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool settles_by_itself(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool needs_no_stop(Thread& thread, const Pending& pending);

  const Settings& settings_;
  Journal& journal_;
  Objects& objects_;
  Memory& memory_;
  Exceptions& exceptions_;
  Reducer& reducer_;
  Mode mode_ = Mode::checking;
  bool probing_ = false;
  bool granted_ = false;
  bool joined_ = false;
  std::uint32_t choice_ = 0;
  LibraryCall call_;
};

inline bool Scheduler::free_running(const Thread& thread) const {
  if (probing_ || granted_) return false;
  if (mode_ != Mode::checking || (thread.flags & Thread::atomic) != 0) return true;
  return memory_.living() == 1 && (!reducer_.active() || reducer_.unjoined() == 0);
}

}  // namespace waymark::java

// Who may go on: monitors, waiting, joining, parking and choosing, on a machine that has threads and objects but no
// code to run; and, with a JDK, the transitions of small programs, in their order.
#include "java/machine/scheduler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "java/classfile/assembler.hpp"
#include "java/loading.hpp"
#include "java/machine/values.hpp"
#include "java/program.hpp"

namespace waymark::java {
namespace {

using What = Pending::What;

// Threads and objects, without a JDK: a Thread has the fields that the machine reads, every other class is empty.
class SchedulerWorld : public testing::Test {
 protected:
  SchedulerWorld() {
    loader.on_load = [this](Class& klass) { memory.add(klass); };
    loader.find_native = [](const Method&) -> Native { return nullptr; };
    Class& threads = loader.need(java_thread);
    objects.thread_status = threads.declared_field("threadStatus", {})->offset;
    objects.thread_interrupted = threads.declared_field("interrupted", {})->offset;
    objects.thread_eetop = threads.declared_field("eetop", {})->offset;
    memory.begin();
  }

  Thread& start(std::uint32_t status = 5) {
    const Ref ref = object(java_thread).place;
    memory.at(ref)->data()[objects.thread_status] = status;
    return memory.start_thread(ref);
  }
  Object& object(std::string_view klass = "a/Lock") {
    ++made_;
    Object& made = *memory.allocate({nullptr, made_}, loader.need(klass));
    made.escaped = true;
    return made;
  }
  static Pending about_to(What what, Ref ref = 0) {
    Pending pending;
    pending.what = what;
    pending.object = ref;
    return pending;
  }
  // The thread's turn: the operation before which it stands passes.
  void turn(std::uint32_t choice = 0) { scheduler.begin_turn(choice, true); }
  bool enters(Thread& thread, Object& lock) {
    turn();
    return scheduler.enter(thread, lock);
  }
  std::uint32_t ways_to_enter(const Thread& thread, const Object& lock) {
    return scheduler.ways(thread, about_to(What::enter, lock.place));
  }
  void interrupt(const Thread& thread) { memory.at(thread.object)->data()[objects.thread_interrupted] = 1; }

  Settings settings;
  Loader loader{[](std::string_view name, Bytes& out) {
    if (name == "java/lang/IllegalMonitorStateException") return false;  // what is thrown is not the subject here
    if (name == java_thread) {
      Assembler thread(name, {});
      thread.field("threadStatus", "I");
      thread.field("interrupted", "Z");
      thread.field("eetop", "J");
      out.owned = thread.finish();
    } else {
      out.owned = tests::empty_class(name);
    }
    out.origin = std::string(name);
    return true;
  }};
  Memory memory;
  Objects objects{loader, memory};
  Exceptions exceptions{objects};
  Reducer reducer{objects};
  Journal journal;
  Scheduler scheduler{settings, journal, objects, exceptions, reducer};
  std::uint32_t made_ = 0;
};

// --- monitors ---

TEST_F(SchedulerWorld, a_monitor_is_for_one_thread_as_often_as_it_likes) {
  Thread& one = start();
  Thread& two = start();
  Object& lock = object();
  EXPECT_EQ(ways_to_enter(one, lock), 1u);
  ASSERT_TRUE(enters(one, lock));
  EXPECT_EQ(ways_to_enter(two, lock), 0u);
  EXPECT_EQ(ways_to_enter(one, lock), 1u);
  ASSERT_TRUE(enters(one, lock));
  ASSERT_TRUE(scheduler.leave(one, lock));
  EXPECT_EQ(ways_to_enter(two, lock), 0u) << "left once, entered twice";
  ASSERT_TRUE(scheduler.leave(one, lock));
  EXPECT_EQ(ways_to_enter(two, lock), 1u);
}

TEST(Clock, goes_just_past_what_was_asked_for_and_then_round) {
  Thread thread;
  const std::uint64_t start = nanoseconds(thread);
  std::uint64_t asked = 0;
  for (const std::int64_t length :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{10'000'000}, in_nanoseconds(3'600'000)}) {
    thread.leap(length);
    asked += static_cast<std::uint64_t>(length) + 1;
    EXPECT_EQ(nanoseconds(thread) - start, asked);
  }
  EXPECT_EQ(milliseconds(thread) - milliseconds(Thread()), 3'600'010u);
  // From now on nobody's deadline is as far as a leap, and there are finitely many of them.
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t before = nanoseconds(thread);
    thread.leap(i);
    EXPECT_GT(static_cast<std::int64_t>(nanoseconds(thread) - before), in_nanoseconds(1'000'000'000'000));
    seen.insert(nanoseconds(thread));
  }
  EXPECT_EQ(seen.size(), 4u);
}

TEST(Clock, leaps_over_ages_at_once) {
  Thread thread;
  thread.leap(std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(thread.elapsed, 0u);
  EXPECT_EQ(thread.far(), 1u);
}

TEST_F(SchedulerWorld, nobody_leaves_the_monitor_of_another) {
  Thread& one = start();
  Thread& two = start();
  Object& lock = object();
  ASSERT_TRUE(enters(one, lock));
  EXPECT_FALSE(scheduler.leave(two, lock));
  EXPECT_EQ(lock.owner(), one.number + 1);
  EXPECT_EQ(lock.entries(), 1u);
}

TEST_F(SchedulerWorld, a_monitor_is_not_entered_more_often_than_a_state_can_tell) {
  Thread& one = start();
  Object& lock = object();
  ASSERT_TRUE(enters(one, lock));
  lock.monitor += (Object::most_entries - 2) * Object::one_entry;
  ASSERT_TRUE(enters(one, lock));
  const std::uint32_t before = lock.monitor;
  EXPECT_EQ(before >> 30, 0u);
  EXPECT_FALSE(enters(one, lock));
  EXPECT_EQ(exceptions.stop, Stop::unsupported);
  EXPECT_EQ(lock.monitor, before);
}

TEST_F(SchedulerWorld, who_enters_a_monitor_that_others_could_want_stops_before_it) {
  Thread& one = start();
  start();
  Object& lock = object();
  scheduler.begin_turn(0, false);
  EXPECT_FALSE(scheduler.enter(one, lock));
  EXPECT_EQ(one.pending.what, What::enter);
  EXPECT_EQ(one.pending.object, lock.place);
  EXPECT_EQ(lock.owner(), 0u) << "nothing has happened yet";
  lock.escaped = false;
  EXPECT_TRUE(scheduler.enter(one, lock)) << "nobody else knows it";
}

// --- waiting ---

TEST_F(SchedulerWorld, a_waiting_thread_goes_on_when_it_was_notified_and_the_monitor_is_free) {
  Thread& waiter = start();
  Thread& other = start();
  Object& lock = object();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(enters(waiter, lock));
  scheduler.wait(waiter, lock, false);
  EXPECT_EQ(lock.owner(), 0u);
  EXPECT_EQ(scheduler.ways(waiter, {}), 0u);
  ASSERT_TRUE(enters(other, lock));
  scheduler.wake(waiter, Thread::notified);
  EXPECT_EQ(scheduler.ways(waiter, {}), 0u) << "the other holds the monitor";
  ASSERT_TRUE(scheduler.leave(other, lock));
  EXPECT_EQ(scheduler.ways(waiter, {}), 1u);
  EXPECT_FALSE(scheduler.take_monitor_again(waiter)) << "nobody interrupted it";
  EXPECT_EQ(waiter.status, Status::running);
  EXPECT_EQ(lock.owner(), waiter.number + 1);
  EXPECT_EQ(lock.entries(), 3u) << "as often as it had entered";
  EXPECT_EQ(waiter.flags & (Thread::notified | Thread::timed_out | Thread::interrupted), 0u);
}

TEST_F(SchedulerWorld, who_is_interrupted_while_it_waits_hears_of_it) {
  Thread& waiter = start();
  start();
  Object& lock = object();
  ASSERT_TRUE(enters(waiter, lock));
  scheduler.wait(waiter, lock, false);
  scheduler.wake(waiter, Thread::interrupted);
  EXPECT_TRUE(scheduler.take_monitor_again(waiter));
}

TEST_F(SchedulerWorld, a_wait_ends_without_notification_if_it_has_a_limit_or_wakes_for_no_reason) {
  Thread& waiter = start();
  start();
  Object& lock = object();
  ASSERT_TRUE(enters(waiter, lock));
  scheduler.wait(waiter, lock, true);
  EXPECT_EQ(scheduler.ways(waiter, {}), 1u);
  scheduler.wake(waiter, Thread::timed_out);
  (void)scheduler.take_monitor_again(waiter);
  scheduler.wait(waiter, lock, false);
  EXPECT_EQ(scheduler.ways(waiter, {}), 0u);
  settings.spurious = true;
  EXPECT_EQ(scheduler.ways(waiter, {}), 1u);
}

// --- the end of threads, and parking ---

TEST_F(SchedulerWorld, the_end_of_a_thread_lets_those_go_on_who_wait_for_it_and_nobody_else) {
  Thread& ends = start();
  Thread& joins = start();
  Thread& waits = start();
  Thread& waits_elsewhere = start();
  Object& self = *memory.at(ends.object);
  Object& lock = object();
  const Pending join = about_to(What::join, ends.object);
  ASSERT_TRUE(enters(waits, self));
  scheduler.wait(waits, self, false);
  ASSERT_TRUE(enters(waits_elsewhere, lock));
  scheduler.wait(waits_elsewhere, lock, false);
  EXPECT_EQ(scheduler.ways(joins, join), 0u);
  scheduler.end(ends);
  EXPECT_EQ(scheduler.ways(ends, {}), 0u);
  EXPECT_EQ(scheduler.ways(joins, join), 1u);
  EXPECT_EQ(waits.status, Status::entering);
  EXPECT_EQ(waits_elsewhere.status, Status::waiting);
}

TEST_F(SchedulerWorld, a_join_goes_on_if_the_thread_never_started_or_time_is_over_or_it_is_interrupted) {
  Thread& joins = start();
  Thread& other = start(0);
  EXPECT_EQ(scheduler.ways(joins, about_to(What::join, other.object)), 1u) << "never started";
  memory.at(other.object)->data()[objects.thread_status] = 5;
  Pending join = about_to(What::join, other.object);
  EXPECT_EQ(scheduler.ways(joins, join), 0u);
  join.timed = true;
  EXPECT_EQ(scheduler.ways(joins, join), 1u);
  join.timed = false;
  interrupt(joins);
  EXPECT_EQ(scheduler.ways(joins, join), 1u);
}

TEST_F(SchedulerWorld, a_parked_thread_needs_a_permit_an_interrupt_a_limit_or_no_reason) {
  Thread& parks = start();
  start();
  Pending park = about_to(What::park);
  EXPECT_EQ(scheduler.ways(parks, park), 0u);
  parks.flags |= Thread::permit;
  EXPECT_EQ(scheduler.ways(parks, park), 1u);
  parks.flags = 0;
  park.timed = true;
  EXPECT_EQ(scheduler.ways(parks, park), 1u);
  park.timed = false;
  settings.spurious = true;
  EXPECT_EQ(scheduler.ways(parks, park), 1u);
  settings.spurious = false;
  interrupt(parks);
  EXPECT_EQ(scheduler.ways(parks, park), 1u);
}

TEST_F(SchedulerWorld, a_class_that_another_thread_initialises_is_waited_for) {
  Thread& one = start();
  Thread& two = start();
  Class& klass = loader.need("a/Static");
  klass.init = Class::Init::running;
  klass.init_thread = one.number + 1;
  Pending init = about_to(What::init);
  init.klass = &klass;
  EXPECT_EQ(scheduler.ways(one, init), 1u);
  EXPECT_EQ(scheduler.ways(two, init), 0u);
  klass.init = Class::Init::yes;
  EXPECT_EQ(scheduler.ways(two, init), 1u);
}

// --- asking ---

TEST_F(SchedulerWorld, whoever_is_alone_or_indivisible_or_boots_need_not_ask) {
  Thread& one = start();
  const Pending read = about_to(What::read, object().place);
  scheduler.begin_turn(0, false);
  EXPECT_TRUE(scheduler.pass(one, read)) << "alone";
  start();
  EXPECT_FALSE(scheduler.pass(one, read));
  EXPECT_EQ(one.pending.what, What::read);
  one.flags |= Thread::atomic;
  EXPECT_TRUE(scheduler.pass(one, read));
  one.flags = 0;
  scheduler.mode(Scheduler::Mode::booting);
  EXPECT_TRUE(scheduler.pass(one, read));
}

TEST_F(SchedulerWorld, a_turn_is_good_for_one_operation) {
  Thread& one = start();
  start();
  const Pending write = about_to(What::write, object().place);
  turn();
  EXPECT_TRUE(scheduler.pass(one, write));
  EXPECT_FALSE(scheduler.pass(one, write)) << "the next one asks again";
}

TEST_F(SchedulerWorld, nothing_passes_on_trial) {
  Thread& one = start();  // alone
  scheduler.probe(true);
  EXPECT_FALSE(scheduler.pass(one, about_to(What::yield)));
  EXPECT_EQ(one.pending.what, What::yield);
  std::uint32_t chosen = 9;
  EXPECT_FALSE(scheduler.choose(one, 1, chosen));
  scheduler.probe(false);
  EXPECT_TRUE(scheduler.pass(one, about_to(What::yield)));
}

TEST_F(SchedulerWorld, a_choice_is_made_from_outside_unless_there_is_none) {
  Thread& one = start();
  std::uint32_t chosen = 9;
  scheduler.begin_turn(0, false);
  EXPECT_TRUE(scheduler.choose(one, 1, chosen));
  EXPECT_EQ(chosen, 0u);
  EXPECT_FALSE(scheduler.choose(one, 5, chosen)) << "even alone";
  EXPECT_EQ(scheduler.ways(one, one.pending), 5u);
  turn(3);
  EXPECT_TRUE(scheduler.choose(one, 5, chosen));
  EXPECT_EQ(chosen, 3u);
}

// Threads enter, leave, wait and wake as they like; what comes out is held against the rules, written down once more.
TEST_F(SchedulerWorld, monitors_keep_their_rules_whatever_happens) {
  struct Waiter {
    std::size_t lock = 0;
    std::uint32_t entries = 0;
    bool woken = false;
  };
  constexpr std::size_t none = ~std::size_t{0};
  std::mt19937 random(12);
  std::vector<Thread*> threads;
  std::vector<Object*> locks;
  for (int i = 0; i < 4; ++i) threads.push_back(&start());
  for (int i = 0; i < 2; ++i) locks.push_back(&object());
  std::vector<std::size_t> owner(locks.size(), none);
  std::vector<std::uint32_t> entries(locks.size(), 0);
  std::vector<std::optional<Waiter>> waiting(threads.size());
  std::size_t moved = 0;
  for (int step = 0; step < 5000; ++step) {
    const std::size_t t = random() % threads.size();
    const std::size_t l = random() % locks.size();
    Thread& thread = *threads[t];
    if (waiting[t]) {
      const Waiter& it = *waiting[t];
      const bool can = it.woken && owner[it.lock] == none;
      ASSERT_EQ(scheduler.ways(thread, {}), can ? 1u : 0u);
      if (can) {
        (void)scheduler.take_monitor_again(thread);
        owner[it.lock] = t;
        entries[it.lock] = it.entries;
        waiting[t].reset();
        ++moved;
      } else if (!it.woken && random() % 2 == 0) {
        scheduler.wake(thread, Thread::notified);
        waiting[t]->woken = true;
      }
    } else if (owner[l] == t && random() % 3 == 0) {
      scheduler.wait(thread, *locks[l], false);
      waiting[t] = Waiter{l, entries[l], false};
      owner[l] = none;
      entries[l] = 0;
    } else if (owner[l] == t && random() % 2 == 0) {
      ASSERT_TRUE(scheduler.leave(thread, *locks[l]));
      if (--entries[l] == 0) owner[l] = none;
    } else {
      const bool can = owner[l] == none || owner[l] == t;
      ASSERT_EQ(ways_to_enter(thread, *locks[l]), can ? 1u : 0u);
      if (!can) continue;
      ASSERT_TRUE(enters(thread, *locks[l]));
      owner[l] = t;
      ++entries[l];
    }
    for (std::size_t i = 0; i < locks.size(); ++i) {
      ASSERT_EQ(locks[i]->owner(), owner[i] == none ? 0 : threads[owner[i]]->number + 1);
      ASSERT_EQ(locks[i]->entries(), entries[i]);
    }
  }
  EXPECT_GT(moved, 100u) << "waits came to their end";
}

// --- whole programs ---

// Main and its thread's code, written down as bytecode: main starts two threads, which do `body`, and goes on with
// `rest`.
class SchedulerProgram {
 public:
  using Code = void (*)(Assembler&);

  SchedulerProgram(Code body, Code rest) : path_({}, classpath::Image::open(classpath::find_jdk_image(""))) {
    Assembler main("Main", {"java/lang/Runnable"});
    main.begin(0, "<init>", "()V", 1);
    main.load("L", 0);
    main.call(op_invokespecial, "java/lang/Object", "<init>", "()V");
    main.op(op_return);
    main.begin(access::is_public, "run", "()V", 1);
    body(main);
    main.op(op_return);
    main.begin(access::is_public | access::is_static, "main", "([Ljava/lang/String;)V", 1);
    for (int i = 0; i < 2; ++i) {
      main.make("java/lang/Thread");
      main.op(op_dup);
      main.make("Main");
      main.op(op_dup);
      main.call(op_invokespecial, "Main", "<init>", "()V");
      main.call(op_invokespecial, "java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V");
      main.call(op_invokevirtual, "java/lang/Thread", "start", "()V");
    }
    rest(main);
    main.op(op_return);
    bytes_ = main.finish();
    Assembler verify("waymark/Verify", {});
    verify.begin(access::is_public | access::is_static, "getInt", "(II)I", 2);
    verify.push_int(0);
    verify.op(op_ireturn);
    verify_ = verify.finish();
    Settings settings;
    settings.main_class = "Main";
    checker_ = std::make_unique<JavaModel>(
        [this, jdk = tests::source_of(path_)](std::string_view name, Bytes& out) {
          if (name != "Main" && name != "waymark/Verify") return jdk(name, out);
          out.owned = name == "Main" ? bytes_ : verify_;
          out.origin = std::string(name);
          return true;
        },
        settings);
    checker_->reset();
  }

  [[nodiscard]] JavaModel& checker() { return *checker_; }
  // Calls look in every state, with what is enabled there.
  template <typename Look>
  std::size_t each_state(const Look& look) {
    std::set<model::Fingerprint> known;
    std::vector<std::vector<model::Word>> open;
    const auto meet = [&] {
      if (!known.insert(checker_->fingerprint()).second) return;
      const model::Packed packed = checker_->pack();
      open.emplace_back(packed.words.begin(), packed.words.end());
    };
    checker_->reset();
    meet();
    std::vector<model::Transition> ways;
    while (!open.empty()) {
      const std::vector<model::Word> state = std::move(open.back());
      open.pop_back();
      checker_->unpack(state);
      checker_->enabled(ways);
      look(ways);
      for (const model::Transition& way : ways) {
        checker_->unpack(state);
        if (checker_->fire(way) == model::Step::moved) meet();
      }
    }
    return known.size();
  }

 private:
  classpath::ClassPath path_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> verify_;
  std::unique_ptr<JavaModel> checker_;
};

void yields(Assembler& out) { out.call(op_invokestatic, "java/lang/Thread", "yield", "()V"); }
void lock(Assembler& out, Op op) {
  out.push_string("lock");
  out.op(op);
}
void waits_for_notification(Assembler& out) {
  lock(out, op_monitorenter);
  out.push_string("lock");
  out.call(op_invokevirtual, "java/lang/Object", "wait", "()V");
  lock(out, op_monitorexit);
}
void notifies_one(Assembler& out) {
  lock(out, op_monitorenter);
  out.push_string("lock");
  out.call(op_invokevirtual, "java/lang/Object", "notify", "()V");
  lock(out, op_monitorexit);
}
void chooses_of_four(Assembler& out) {
  out.push_int(2);
  out.push_int(5);
  out.call(op_invokestatic, "waymark/Verify", "getInt", "(II)I");
  out.op(op_pop);
}

TEST(Enabled, is_ordered_by_thread_and_choice_and_who_has_just_started_goes_first) {
  SchedulerProgram program(yields, chooses_of_four);
  bool all_three = false;
  bool alone = false;
  program.each_state([&](const std::vector<model::Transition>& ways) {
    for (std::size_t i = 1; i < ways.size(); ++i) {
      EXPECT_LT(std::pair(ways[i - 1].actor, ways[i - 1].choice), std::pair(ways[i].actor, ways[i].choice));
    }
    for (const auto& thread : program.checker().vm().memory().threads()) {
      if (thread->status == Status::none || (thread->flags & Thread::fresh) == 0 || ways.empty()) continue;
      EXPECT_EQ(ways.front().actor, ways.back().actor) << "nobody can tell when it starts";
      alone = true;
    }
    all_three = all_three || (ways.size() == 6 && ways[3].actor == 0 && ways[3].choice == 3 && ways[4].actor == 1 &&
                              ways[5].actor == 2);
  });
  EXPECT_TRUE(alone);
  EXPECT_TRUE(all_three) << "four ways of main's, one of each other thread";
}

TEST(Enabled, a_notification_of_several_branches_over_whom_it_wakes) {
  SchedulerProgram program(waits_for_notification, notifies_one);
  std::set<std::uint32_t> woken;
  std::set<std::size_t> left;
  program.each_state([&](const std::vector<model::Transition>& ways) {
    const auto& threads = program.checker().vm().memory().threads();
    if (ways.empty()) {
      left.insert(static_cast<std::size_t>(
          std::count_if(threads.begin(), threads.end(), [](const auto& it) { return it->status == Status::waiting; })));
    }
    if (threads.size() < 3 || threads[1]->status != Status::waiting || threads[2]->status != Status::waiting) return;
    if (ways.size() != 2) return;
    for (const model::Transition& way : ways) {
      EXPECT_EQ(way.actor, 0u);
      const model::Mark mark = program.checker().mark();
      ASSERT_EQ(program.checker().fire(way), model::Step::moved);
      for (const std::uint32_t number : {1u, 2u}) {
        if (threads[number]->status != Status::waiting) woken.insert(number);
      }
      program.checker().rewind(mark);
    }
  });
  EXPECT_EQ(woken, (std::set<std::uint32_t>{1, 2}));
  // One is woken if it waits already; a notification that comes too early is lost.
  EXPECT_EQ(left, (std::set<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace waymark::java

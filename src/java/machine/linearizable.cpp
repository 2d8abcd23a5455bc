#include "java/machine/linearizable.hpp"

#include <algorithm>

namespace waymark::java {

namespace {

using Scope = Linearizable::Scope;

constexpr std::string_view concurrent = "java/util/concurrent";
constexpr std::string_view maps = "java/util/concurrent/Concurrent";
constexpr std::string_view adders = "java/util/concurrent/atomic/";
constexpr std::string_view thread_safe = "documented to be safe for use by several threads";
constexpr std::string_view inner_workings = "keeps its own locks; programs come there by documented classes only";
constexpr std::string_view bulk = "documented not to be one operation: others may see it half done";
constexpr std::string_view weakly_consistent = "goes through the elements while others change them";
constexpr std::string_view sums = "documented not to be a snapshot: adds up cell by cell";
constexpr std::string_view tasks =
    "a worker's loop is no call: what is before a task, the task and what follows are three";

constexpr Linearizable::Entry library_calls[] = {
    // Classes. Whatever they have is accessed by calls that are one step.
    {Scope::package, concurrent, {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/Thread", {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/ThreadGroup", {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/ThreadBuilders", {}, Part::call, thread_safe, 21},
    {Scope::klass, "java/lang/ScopedValue", {}, Part::call, thread_safe, 21},
    {Scope::klass, "java/lang/ThreadLocal", {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/InheritableThreadLocal", {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/Class", {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/ClassValue", {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/System", {}, Part::call, thread_safe},
    {Scope::klass, "java/lang/Runtime", {}, Part::call, thread_safe},
    {Scope::package, "java/lang/ref", {}, Part::call, inner_workings},
    {Scope::package, "java/lang/reflect", {}, Part::call, inner_workings},
    {Scope::package, "java/lang/invoke", {}, Part::call, inner_workings},
    {Scope::package, "jdk/internal", {}, Part::call, inner_workings},
    {Scope::package, "sun", {}, Part::call, inner_workings},
    {Scope::klass, "java/util/Random", {}, Part::call, thread_safe},
    {Scope::klass, "java/util/Timer", {}, Part::call, thread_safe},
    {Scope::klass, "java/util/TimerThread", {}, Part::call, inner_workings},
    {Scope::klass, "java/util/TaskQueue", {}, Part::call, inner_workings},
    {Scope::klass, "java/util/TimerTask", {}, Part::call, inner_workings},
    {Scope::klass, "java/io/PrintStream", {}, Part::call, thread_safe},

    // Methods of these that are several steps: they count as code of the program, and what they call as calls.
    {Scope::package, concurrent, "putAll", Part::program, bulk},
    {Scope::package, concurrent, "addAll", Part::program, bulk},
    {Scope::package, concurrent, "removeAll", Part::program, bulk},
    {Scope::package, concurrent, "retainAll", Part::program, bulk},
    {Scope::package, concurrent, "containsAll", Part::program, bulk},
    {Scope::package, concurrent, "removeIf", Part::program, bulk},
    {Scope::package, concurrent, "replaceAll", Part::program, bulk},
    {Scope::package, concurrent, "forEach", Part::program, bulk},
    {Scope::package, concurrent, "forEachKey", Part::program, bulk},
    {Scope::package, concurrent, "forEachValue", Part::program, bulk},
    {Scope::package, concurrent, "forEachEntry", Part::program, bulk},
    {Scope::package, concurrent, "drainTo", Part::program, bulk},
    {Scope::package, concurrent, "containsValue", Part::program, weakly_consistent},
    {Scope::family, maps, "toString", Part::program, weakly_consistent},
    {Scope::family, maps, "equals", Part::program, weakly_consistent},
    {Scope::family, maps, "hashCode", Part::program, weakly_consistent},
    {Scope::family, maps, "toArray", Part::program, weakly_consistent},
    {Scope::family, maps, "clear", Part::program, weakly_consistent},
    {Scope::klass, "java/util/concurrent/ConcurrentLinkedQueue", "size", Part::program, weakly_consistent},
    {Scope::klass, "java/util/concurrent/ConcurrentLinkedDeque", "size", Part::program, weakly_consistent},
    {Scope::klass, "java/util/concurrent/LinkedTransferQueue", "countOfMode", Part::program, weakly_consistent},
    {Scope::klass, "java/util/concurrent/ConcurrentHashMap", "sumCount", Part::program, sums},
    {Scope::family, adders, "sum", Part::program, sums},
    {Scope::family, adders, "sumThenReset", Part::program, sums},
    {Scope::family, adders, "reset", Part::program, sums},
    {Scope::klass, "java/util/concurrent/atomic/LongAccumulator", "get", Part::program, sums},
    {Scope::klass, "java/util/concurrent/atomic/LongAccumulator", "getThenReset", Part::program, sums},
    {Scope::klass, "java/util/concurrent/atomic/DoubleAccumulator", "get", Part::program, sums},
    {Scope::klass, "java/util/concurrent/atomic/DoubleAccumulator", "getThenReset", Part::program, sums},
    {Scope::klass, "java/util/concurrent/AbstractExecutorService", "invokeAll", Part::program, bulk},
    {Scope::klass, "java/util/concurrent/AbstractExecutorService", "doInvokeAny", Part::program, bulk},
    {Scope::klass, "java/util/concurrent/ForkJoinPool", "invokeAll", Part::program, bulk},
    {Scope::klass, "java/util/concurrent/ForkJoinTask", "invokeAll", Part::program, bulk},
    {Scope::klass, "java/util/concurrent/CompletableFuture", "postComplete", Part::program,
     "a future is done before those that depend on it are"},
    {Scope::klass, "java/util/Random", "nextLong", Part::program, "takes two numbers from the generator"},
    {Scope::klass, "java/util/Random", "nextDouble", Part::program, "takes two numbers from the generator"},
    {Scope::klass, "java/util/Random", "nextBytes", Part::program, bulk},
    {Scope::klass, "java/util/stream/AbstractPipeline", "copyInto", Part::program,
     "reads what the stream is made of, which others may use, too"},
    {Scope::klass, "java/util/stream/AbstractPipeline", "copyIntoWithCancel", Part::program,
     "reads what the stream is made of, which others may use, too"},

    // Methods of these that begin and end a step inside of a call.
    {Scope::package, concurrent, "run", Part::boundary, tasks},
    {Scope::klass, "java/lang/Thread", "run", Part::boundary, tasks},
    {Scope::family, "java/lang/ThreadBuilders", "run", Part::boundary, tasks, 21},
    {Scope::klass, "java/util/concurrent/ForkJoinTask", "doExec", Part::boundary, tasks},
    {Scope::klass, "java/util/concurrent/Phaser", "onAdvance", Part::boundary,
     "the last party has arrived before the phase advances"},
    {Scope::klass, "java/util/concurrent/ConcurrentHashMap", "addCount", Part::boundary,
     "an entry is there before it is counted"},
    {Scope::klass, "java/util/concurrent/ConcurrentSkipListMap", "addCount", Part::boundary,
     "an entry is there before it is counted"},
};

// Who waits for a release cannot tell when it came. Who asks can: whether it is there, for so long, how many wait. To
// ask for several permits at once counts: others are in the queue behind, whatever is released.
constexpr std::string_view lock_releases[] = {"unlock"};
constexpr std::string_view lock_asks[] = {"tryLock",    "isLocked",           "hasQueuedThreads", "hasQueuedThread",
                                          "hasWaiters", "getWaitQueueLength", "getQueueLength",   "getQueuedThreads",
                                          "getOwner",   "getWaitingThreads",  "toString"};
constexpr std::string_view semaphore_releases[] = {"release"};
constexpr std::string_view semaphore_asks[] = {
    "tryAcquire",     "availablePermits", "drainPermits", "reducePermits", "hasQueuedThreads",
    "getQueueLength", "getQueuedThreads", "acquire(I)V",  "toString",      "acquireUninterruptibly(I)V"};
constexpr std::string_view latch_releases[] = {"countDown"};
constexpr std::string_view latch_asks[] = {"getCount", "await(JLjava/util/concurrent/TimeUnit;)Z", "toString"};
constexpr std::string_view read_write_asks[] = {"isWriteLocked",
                                                "getReadLockCount",
                                                "getOwner",
                                                "hasQueuedThreads",
                                                "hasQueuedThread",
                                                "getQueuedThreads",
                                                "getQueueLength",
                                                "hasWaiters",
                                                "toString",
                                                "getWaitQueueLength",
                                                "getQueuedWriterThreads",
                                                "getWaitingThreads",
                                                "getQueuedReaderThreads"};
constexpr std::string_view half_lock_asks[] = {"tryLock", "toString"};
constexpr std::string_view task_asks[] = {"cancel", "isDone", "isCancelled", "toString",
                                          "get(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;"};
constexpr std::string_view later_task_asks[] = {"state", "resultNow", "exceptionNow"};
// What a future is once it is done, these change.
constexpr std::string_view future_asks[] = {"obtrudeValue", "obtrudeException"};
constexpr Linearizable::Releasing releasing_classes[] = {
    {"java/util/concurrent/locks/ReentrantLock", lock_releases, lock_asks},
    {"java/util/concurrent/Semaphore", semaphore_releases, semaphore_asks},
    {"java/util/concurrent/CountDownLatch", latch_releases, latch_asks},
    {"java/util/concurrent/locks/ReentrantReadWriteLock", {}, read_write_asks},
    {"java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock", lock_releases, half_lock_asks},
    {"java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock", lock_releases, half_lock_asks},
    {"java/util/concurrent/FutureTask", {}, task_asks, later_task_asks, "run"},
    {"java/util/concurrent/CompletableFuture", {}, future_asks},
};

bool is_called(const Method& method, std::string_view name) {
  return name.starts_with(method.name) &&
         (name.size() == method.name.size() || name.substr(method.name.size()) == method.descriptor);
}

bool is_one_of(const Method& method, std::span<const std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return is_called(method, name); });
}

// Nothing is released early of a class that lacks a way to ask which is known here.
void note_lock_use(Class& klass) {
  for (const Linearizable::Releasing& it : releasing_classes) {
    if (it.name != klass.name) continue;
    const auto there = [&](std::string_view name) {
      return std::any_of(klass.methods.begin(), klass.methods.end(),
                         [&](const Method& method) { return is_called(method, name); });
    };
    if (!std::all_of(it.asks.begin(), it.asks.end(), there)) return;
    for (Method& method : klass.methods) {
      if (is_one_of(method, it.releases)) method.lock_use = LockUse::releases;
      if (method.name == it.runs) method.lock_use = LockUse::runs;
      if (is_one_of(method, it.asks) || is_one_of(method, it.later_asks)) method.lock_use = LockUse::asks;
    }
  }
}

bool declares(const Class& klass, std::string_view method) {
  return std::any_of(klass.methods.begin(), klass.methods.end(), [&](const Method& it) { return it.name == method; });
}

}  // namespace

std::span<const Linearizable::Entry> Linearizable::table() { return library_calls; }

std::span<const Linearizable::Releasing> Linearizable::releasing() { return releasing_classes; }

bool Linearizable::covers(const Entry& entry, std::string_view name) {
  if (!name.starts_with(entry.name)) return false;
  if (entry.scope == Scope::family || name.size() == entry.name.size()) return true;
  return name[entry.name.size()] == (entry.scope == Scope::package ? '/' : '$');
}

Linearizable::Linearizable(const std::vector<std::string>& packages, const std::optional<std::string>& in_steps)
    : in_steps_(in_steps) {
  if (in_steps_) std::replace(in_steps_->begin(), in_steps_->end(), '.', '/');
  for (std::string name : packages) {
    std::replace(name.begin(), name.end(), '.', '/');
    packages_.push_back(std::move(name) + "/");
  }
}

void Linearizable::classify(Class& klass) const {
  const bool own = std::any_of(packages_.begin(), packages_.end(),
                               [&](const std::string& package) { return klass.name.starts_with(package); });
  if (!klass.library && !own) return;
  const std::size_t end = klass.name.rfind('/');
  if (in_steps_ && *in_steps_ == klass.name.substr(0, end == std::string::npos ? 0 : end)) {
    for (Method& method : klass.methods) method.part = klass.library ? Part::library : Part::program;
    return;
  }
  std::vector<const Entry*> singled_out;
  klass.safe = own;
  bool complete = true;
  for (const Entry& entry : table()) {
    if (!klass.library || !covers(entry, klass.name)) continue;
    if (entry.method.empty()) {
      klass.safe = true;
    } else {
      singled_out.push_back(&entry);
      const bool named = entry.scope == Scope::klass && klass.name.size() == entry.name.size();
      complete = complete && (!named || declares(klass, entry.method));
    }
  }
  klass.safe = klass.safe && complete;
  for (Method& method : klass.methods) {
    method.part = klass.safe ? Part::call : Part::library;
    if (own && method.name == "run") method.part = Part::boundary;
    for (const Entry* entry : singled_out) {
      if (entry->method == method.name) method.part = entry->part;
    }
  }
  if (klass.safe && klass.library) note_lock_use(klass);
}

std::string_view Linearizable::questioned(const Class& lock) {
  const std::string_view name = lock.name;
  return name.substr(0, name.find('$'));
}

bool Linearizable::waits_anyway(const Method& caller) {
  return caller.name == "invokeAll" && caller.owner->name == "java/util/concurrent/AbstractExecutorService";
}

bool Linearizable::tidies_up(const Method& method) {
  return method.name == "interruptIdleWorkers" && method.owner->name == "java/util/concurrent/ThreadPoolExecutor";
}

}  // namespace waymark::java

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "c/extract/lowering.hpp"

namespace waymark::c {

namespace {

constexpr int busy = 16;  // EBUSY

const Expr& bare(const Expr& expression) {
  const Expr* inner = &expression;
  while (inner->op == Op::convert) inner = inner->args[0].get();
  return *inner;
}

bool is_null(const Expr& expression) { return bare(expression).op == Op::constant && bare(expression).value == 0; }

}  // namespace

Lowering::Operation Lowering::operation(std::string_view name) {
  static const std::map<std::string_view, Operation> known{
      {"__waymark_assert", &Lowering::assertion},
      {"__VERIFIER_assume", &Lowering::assumption},
      {"reach_error", &Lowering::error},
      {"__VERIFIER_error", &Lowering::error},
      {"abort", &Lowering::error},
      {"exit", &Lowering::exit},
      {"_Exit", &Lowering::exit},
      {"sleep", &Lowering::done},
      {"usleep", &Lowering::done},
      {"sched_yield", &Lowering::done},
      {"fflush", &Lowering::told_elsewhere},
      {"fprintf", &Lowering::told_elsewhere},
      {"perror", &Lowering::told_elsewhere},
      {"srand", &Lowering::done},
      {"__waymark_fence", &Lowering::done},
      {"pthread_create", &Lowering::create},
      {"pthread_join", &Lowering::join},
      {"pthread_detach", &Lowering::done},
      {"pthread_exit", &Lowering::exit_thread},
      {"pthread_self", &Lowering::self},
      {"pthread_equal", &Lowering::equal},
      {"pthread_attr_init", &Lowering::nothing},
      {"pthread_attr_destroy", &Lowering::nothing},
      {"pthread_attr_setdetachstate", &Lowering::default_attributes},
      {"pthread_mutexattr_init", &Lowering::nothing},
      {"pthread_mutexattr_destroy", &Lowering::nothing},
      {"pthread_mutexattr_settype", &Lowering::default_attributes},
      {"pthread_mutex_init", &Lowering::reset},
      {"pthread_mutex_destroy", &Lowering::destroy},
      {"pthread_mutex_lock", &Lowering::lock},
      {"pthread_mutex_trylock", &Lowering::try_lock},
      {"pthread_mutex_unlock", &Lowering::unlock},
      {"pthread_cond_init", &Lowering::reset},
      {"pthread_cond_destroy", &Lowering::destroy},
      {"pthread_cond_wait", &Lowering::wait},
      {"pthread_cond_signal", &Lowering::signal},
      {"pthread_cond_broadcast", &Lowering::broadcast},
      {"pthread_rwlock_init", &Lowering::reset},
      {"pthread_rwlock_destroy", &Lowering::destroy},
      {"pthread_rwlock_rdlock", &Lowering::read_lock},
      {"pthread_rwlock_tryrdlock", &Lowering::read_lock},
      {"pthread_rwlock_wrlock", &Lowering::write_lock},
      {"pthread_rwlock_trywrlock", &Lowering::write_lock},
      {"pthread_rwlock_unlock", &Lowering::rw_unlock},
      {"pthread_barrier_init", &Lowering::barrier_init},
      {"pthread_barrier_destroy", &Lowering::destroy},
      {"pthread_barrier_wait", &Lowering::barrier_wait},
      {"pthread_once", &Lowering::once},
      {"sem_init", &Lowering::semaphore_init},
      {"sem_destroy", &Lowering::destroy},
      {"sem_wait", &Lowering::semaphore_wait},
      {"sem_trywait", &Lowering::semaphore_try},
      {"sem_post", &Lowering::semaphore_post},
      {"atomic_init", &Lowering::atomic_store},
      {"atomic_load", &Lowering::atomic_load},
      {"atomic_store", &Lowering::atomic_store},
      {"atomic_exchange", &Lowering::atomic_exchange},
      {"atomic_fetch_add", &Lowering::atomic_fetch},
      {"atomic_fetch_sub", &Lowering::atomic_fetch},
      {"atomic_fetch_and", &Lowering::atomic_fetch},
      {"atomic_fetch_or", &Lowering::atomic_fetch},
      {"atomic_fetch_xor", &Lowering::atomic_fetch},
      {"atomic_compare_exchange_strong", &Lowering::compare_exchange},
      {"atomic_compare_exchange_weak", &Lowering::compare_exchange},
  };
  const auto found = known.find(name);
  return found == known.end() ? nullptr : found->second;
}

const Expr& Lowering::argument(const Expr& call, std::size_t index) const {
  if (index >= call.args.size()) refuse_here(call.at, fmt::format("'{}' has too few arguments", call.function->name));
  return *call.args[index];
}

// The object that an argument points to, as the library uses it: in one step, so nothing of it is held.
std::string Lowering::object(const Expr& call, std::size_t index, Kind kind) {
  const Expr& pointer = argument(call, index);
  Expr target;
  target.op = Op::deref;
  target.type = bare(pointer).type->element;
  target.at = pointer.at;
  Place at;
  const Expr& inner = bare(pointer);
  if (inner.op == Op::address) {
    at = place(*inner.args[0]);
  } else {
    const Value given = value(inner);
    at = pointed(given, target);
  }
  if (kind != Kind::nothing && at.type->kind != kind) {
    refuse_here(call.at, fmt::format("'{}' of an object of type '{}'", call.function->name, at.type->name));
  }
  if (at.index_shared) {
    Value held;
    held.text = at.index;
    at.index = hold(held).text;
  }
  return at.text();
}

Value Lowering::done(const Expr& call) {
  for (std::size_t i = 1; i < call.args.size(); ++i) effect(*call.args[i]);
  return number(0, *call.type);
}

// What is written to files is no part of the model; its arguments are evaluated all the same.
Value Lowering::told_elsewhere(const Expr& call) {
  for (std::size_t i = 1; i < call.args.size(); ++i) {
    const Expr& argument = *call.args[i];
    if (bare(argument).op != Op::string && bare(argument).op != Op::variable) effect(argument);
  }
  return number(0, *call.type);
}

Value Lowering::nothing(const Expr& call) { return number(0, *call.type); }

Value Lowering::assertion(const Expr& call) {
  Value test = condition_value(argument(call, 1));
  line(fmt::format("assert({});", test.constant ? (test.range.low != 0 ? "true" : "false") : test.text));
  return number(0, *call.type);
}

// As the competition defines it: where the condition is false, the thread goes no further, and that is no deadlock.
Value Lowering::assumption(const Expr& call) {
  const Value test = condition_value(argument(call, 1));
  if (test.constant && test.range.low != 0) return number(0, *call.type);
  open("if");
  option(test.constant ? "false" : test.text);
  lines_.back();
  option("else");
  open("do");
  option("true");
  lines_.back();
  close("od;");
  lines_.back();
  close("fi;");
  return number(0, *call.type);
}

Value Lowering::error(const Expr& call) {
  line("assert(false);");
  return number(0, *call.type);
}

Value Lowering::exit(const Expr& call) {
  effect(argument(call, 1));
  if (!outline_.needs_end) {
    frames_.front().end_used = true;
    line(fmt::format("goto {};", frames_.front().end));
    return number(0, *call.type);
  }
  line("exited = true;");
  line("false;");
  return number(0, *call.type);
}

Value Lowering::exit_thread(const Expr& call) {
  effect(argument(call, 1));
  if (role_ != Role::thread) {
    std::string& name = frames_.front().labels["pthread_exit"];
    if (name.empty()) name = names_.fresh("main_left");
    line(fmt::format("goto {};", name));
  } else {
    frames_.front().end_used = true;
    line(fmt::format("goto {};", frames_.front().end));
  }
  return number(0, *call.type);
}

Value Lowering::self(const Expr& call) {
  Value made;
  made.text = me();
  made.type = call.type;
  made.range = {0, 255};
  return made;
}

Value Lowering::equal(const Expr& call) {
  const std::vector<Value> both = values({&argument(call, 1), &argument(call, 2)});
  Value made;
  made.text = fmt::format("{} == {}", both[0].at_least(binds_less), both[1].at_least(binds_less));
  made.strength = binds_equal;
  made.type = call.type;
  made.range = {0, 1};
  made.truth = true;
  made.shared = both[0].shared || both[1].shared;
  return made;
}

Value Lowering::create(const Expr& call) {
  const Expr& start = bare(argument(call, 3));
  if (!is_null(argument(call, 2)) && bare(argument(call, 2)).type->element->kind != Kind::attributes) {
    refuse_here(call.at, "attributes of a thread are not modelled; use NULL");
  }
  if (start.op != Op::function || start.function->body == nullptr) {
    refuse_here(call.at, "a thread starts with a function that is named here and defined in these files");
  }
  const std::string variable = object(call, 1, Kind::thread);
  Value given = value(argument(call, 4));
  if (given.shared) given = hold(given);
  if (given.type->kind == Kind::pointer && !given.region && !(given.constant && given.range.low == 0)) {
    outline_.unknown = true;
    if (outline_.regions.contains("last pass")) refuse_expr(argument(call, 4), "nothing is known that it points to");
  }
  const Thread& thread = outline_.thread(*start.function, &given, call.at);
  (void)outline_.most_threads(call.at);
  open("atomic {");
  line("threads++;");
  if (outline_.needs_end) line("running++;");
  line(fmt::format("{} = threads;", variable));
  line(fmt::format("run {}(threads{});", thread.name, thread.passes ? ", " + given.text : ""));
  close("}");
  return number(0, *call.type);
}

Value Lowering::join(const Expr& call) {
  Value thread = value(argument(call, 1));
  if (!is_null(argument(call, 2))) {
    refuse_here(call.at, "what a thread returns is not modelled; give NULL to pthread_join, and use a global variable");
  }
  if (thread.shared) thread = hold(thread);
  line(fmt::format("ended[{}];", thread.text));
  return number(0, *call.type);
}

Value Lowering::reset(const Expr& call) {
  const bool mutex = call.function->name == "pthread_mutex_init";
  const bool rwlock = call.function->name == "pthread_rwlock_init";
  const std::string at = object(call, 1, mutex ? Kind::mutex : rwlock ? Kind::rwlock : Kind::condition);
  if (mutex) line(fmt::format("{} = 0;", at));
  if (rwlock) line(fmt::format("atomic {{ {0}.readers = 0; {0}.writer = 0 }}", at));
  return number(0, *call.type);
}

Value Lowering::destroy(const Expr& call) {
  const bool mutex = call.function->name == "pthread_mutex_destroy";
  const std::string at = object(call, 1, Kind::nothing);
  if (mutex) line(fmt::format("assert({} == 0);", at));
  return number(0, *call.type);
}

Value Lowering::default_attributes(const Expr& call) {
  const Value kind = value(argument(call, 2));
  if (!kind.constant || kind.range.low != 0) {
    refuse_here(call.at, fmt::format("'{}': only the default is modelled", text(call)));
  }
  return number(0, *call.type);
}

Value Lowering::lock(const Expr& call) {
  const std::string mutex = object(call, 1, Kind::mutex);
  line(fmt::format("atomic {{ {0} == 0 -> {0} = _pid + 1 }}", mutex));
  return number(0, *call.type);
}

// Takes it if it is free; the value says whether.
Value Lowering::try_step(const Expr& call, const std::string& free, const std::string& take) {
  Value made;
  made.text = temporary();
  made.type = call.type;
  const bool semaphore = call.function->name == "sem_trywait";
  made.range = semaphore ? Range{-1, 0} : Range{0, busy};
  open("atomic {");
  open("if");
  option(free);
  line(take + ";");
  line(fmt::format("{} = 0;", made.text));
  lines_.back();
  option("else");
  line(fmt::format("{} = {};", made.text, semaphore ? -1 : busy));
  lines_.back();
  close("fi");
  close("}");
  return made;
}

Value Lowering::try_lock(const Expr& call) {
  const std::string mutex = object(call, 1, Kind::mutex);
  return try_step(call, fmt::format("{} == 0", mutex), fmt::format("{} = _pid + 1", mutex));
}

Value Lowering::unlock(const Expr& call) {
  const std::string mutex = object(call, 1, Kind::mutex);
  line(fmt::format("atomic {{ assert({0} == _pid + 1); {0} = 0 }}", mutex));
  return number(0, *call.type);
}

// The thread gives the mutex back and waits until a signal takes it off the list; then it needs the mutex again.
Value Lowering::wait(const Expr& call) {
  const std::string condition_object = object(call, 1, Kind::condition);
  const std::string mutex = object(call, 2, Kind::mutex);
  line(fmt::format("atomic {{ assert({0} == _pid + 1); {1}.waits[{2}] = true; {0} = 0 }}", mutex, condition_object,
                   me()));
  if (outline_.options.spurious) {
    line(fmt::format("{}.waits[{}] = false;", condition_object, me()));
  } else {
    line(fmt::format("!{}.waits[{}];", condition_object, me()));
  }
  line(fmt::format("atomic {{ {0} == 0 -> {0} = _pid + 1 }}", mutex));
  return number(0, *call.type);
}

Value Lowering::signal(const Expr& call) {
  const std::string at = object(call, 1, Kind::condition);
  open("atomic {");
  open("if");
  for (std::uint64_t i = 0; i < outline_.most_threads(call.at); ++i) {
    option(fmt::format("{}.waits[{}]", at, i));
    line(fmt::format("{}.waits[{}] = false;", at, i));
    lines_.back();
  }
  option("else");
  lines_.back();
  close("fi");
  close("}");
  return number(0, *call.type);
}

Value Lowering::broadcast(const Expr& call) {
  const std::string at = object(call, 1, Kind::condition);
  open("atomic {");
  for (std::uint64_t i = 0; i < outline_.most_threads(call.at); ++i) line(fmt::format("{}.waits[{}] = false;", at, i));
  close("}");
  return number(0, *call.type);
}

Value Lowering::semaphore_init(const Expr& call) {
  const std::string at = object(call, 1, Kind::semaphore);
  Value count = value(argument(call, 3));
  if (count.shared) count = hold(count);
  line(fmt::format("{} = {};", at, count.text));
  return number(0, *call.type);
}

Value Lowering::semaphore_wait(const Expr& call) {
  const std::string at = object(call, 1, Kind::semaphore);
  line(fmt::format("atomic {{ {0} > 0 -> {0}-- }}", at));
  return number(0, *call.type);
}

Value Lowering::semaphore_try(const Expr& call) {
  const std::string at = object(call, 1, Kind::semaphore);
  return try_step(call, fmt::format("{} > 0", at), fmt::format("{}--", at));
}

Value Lowering::semaphore_post(const Expr& call) {
  line(fmt::format("{}++;", object(call, 1, Kind::semaphore)));
  return number(0, *call.type);
}

Value Lowering::barrier_init(const Expr& call) {
  const std::string at = object(call, 1, Kind::barrier);
  const Value count = value(argument(call, 3));
  if (!count.constant || count.range.low < 1 || count.range.low > 255) {
    refuse_here(call.at, "a barrier is modelled for a constant number of threads from 1 to 255");
  }
  line(fmt::format("atomic {{ {0}.count = {1}; {0}.arrived = 0 }}", at, count.text));
  return number(0, *call.type);
}

Value Lowering::barrier_wait(const Expr& call) {
  const std::string at = object(call, 1, Kind::barrier);
  const std::string round = temporary();
  const std::string last = temporary();
  open("atomic {");
  line(fmt::format("assert({}.count > 0);", at));
  line(fmt::format("{} = {}.round;", round, at));
  line(fmt::format("{}.arrived++;", at));
  line(fmt::format("{0} = ({1}.arrived == {1}.count -> -1 : 0);", last, at));
  open("if");
  option(fmt::format("{} != 0", last));
  line(fmt::format("{}.arrived = 0;", at));
  line(fmt::format("{0}.round = 1 - {0}.round;", at));
  lines_.back();
  option("else");
  lines_.back();
  close("fi");
  close("}");
  line(fmt::format("{}.round != {};", at, round));
  // Which of the threads is told to be the one is not said; here it is the last.
  Value made;
  made.text = last;
  made.type = call.type;
  made.range = {-1, 0};
  return made;
}

Value Lowering::read_lock(const Expr& call) {
  const std::string at = object(call, 1, Kind::rwlock);
  const std::string free = fmt::format("{}.writer == 0", at), take = fmt::format("{}.readers++", at);
  if (call.function->name == "pthread_rwlock_tryrdlock") return try_step(call, free, take);
  line(fmt::format("atomic {{ {} -> {} }}", free, take));
  return number(0, *call.type);
}

Value Lowering::write_lock(const Expr& call) {
  const std::string at = object(call, 1, Kind::rwlock);
  const std::string free = fmt::format("{0}.writer == 0 && {0}.readers == 0", at);
  const std::string take = fmt::format("{}.writer = _pid + 1", at);
  if (call.function->name == "pthread_rwlock_trywrlock") return try_step(call, free, take);
  line(fmt::format("atomic {{ {} -> {} }}", free, take));
  return number(0, *call.type);
}

Value Lowering::rw_unlock(const Expr& call) {
  const std::string at = object(call, 1, Kind::rwlock);
  open("atomic {");
  open("if");
  option(fmt::format("{}.writer == _pid + 1", at));
  line(fmt::format("{}.writer = 0;", at));
  lines_.back();
  option("else");
  line(fmt::format("assert({}.readers > 0);", at));
  line(fmt::format("{}.readers--;", at));
  lines_.back();
  close("fi");
  close("}");
  return number(0, *call.type);
}

Value Lowering::once(const Expr& call) {
  const std::string at = object(call, 1, Kind::once);
  const Expr& routine = bare(argument(call, 2));
  if (routine.op != Op::function || routine.function->body == nullptr) {
    refuse_here(call.at, "pthread_once calls a function that is named here and defined in these files");
  }
  open("if");
  option(fmt::format("atomic {{ {0} == 0 -> {0} = 1 }}", at));
  (void)inlined(*routine.function, {}, call, false);
  line(fmt::format("{} = 2;", at));
  lines_.back();
  option(fmt::format("{} != 0", at));
  line(fmt::format("{} == 2;", at));
  lines_.back();
  close("fi;");
  return number(0, *call.type);
}

// ---------------------------------------------------------------- C11's atomics: each is one step

Value Lowering::atomic_load(const Expr& call) {
  Value made;
  made.type = call.type;
  made.text = object(call, 1, Kind::nothing);
  made.range = range_of(*call.type);
  made.shared = indivisible_ == 0 && outline_.analysis.threaded();
  return made;
}

Value Lowering::atomic_store(const Expr& call) {
  const std::string at = object(call, 1, Kind::nothing);
  Value given = value(argument(call, 2));
  if (given.shared) given = hold(given);
  assign_line(fmt::format("{} = {};", at, given.text));
  return number(0, *call.type);
}

Value Lowering::atomic_exchange(const Expr& call) {
  const std::string at = object(call, 1, Kind::nothing);
  Value given = value(argument(call, 2));
  if (given.shared) given = hold(given);
  Value old;
  old.text = temporary();
  old.type = call.type;
  old.range = range_of(*call.type);
  line(fmt::format("atomic {{ {0} = {1}; {1} = {2} }}", old.text, at, given.text));
  return old;
}

Value Lowering::atomic_fetch(const Expr& call) {
  const std::string at = object(call, 1, Kind::nothing);
  const Type& type = *call.type;
  Value given = value(argument(call, 2));
  if (given.shared) given = hold(given);
  const std::string& name = call.function->name;
  const Op op = name == "atomic_fetch_add"   ? Op::add
                : name == "atomic_fetch_sub" ? Op::sub
                : name == "atomic_fetch_and" ? Op::bit_and
                : name == "atomic_fetch_or"  ? Op::bit_or
                                             : Op::bit_xor;
  if (type.kind != Kind::integer) refuse_expr(call, "only integers are modelled here");
  Value old;
  old.text = temporary();
  old.type = &type;
  old.range = range_of(type);
  static const Type int_type{Kind::integer, 32, true, false, nullptr, 0, nullptr, "int"};
  const Type& computed = type.bits < 32 ? int_type : type;
  const Computed sum = compute(op, convert(old, computed).value, convert(given, computed).value, computed, false);
  if (!sum.refused.empty()) refuse_expr(call, sum.refused);
  open("atomic {");
  line(fmt::format("{} = {};", old.text, at));
  presume(sum.fits);
  line(fmt::format("{} = {};", at, convert(sum.value, type).value.text));
  close("}");
  return old;
}

// The weak one may fail for no reason.
Value Lowering::compare_exchange(const Expr& call) {
  const std::string at = object(call, 1, Kind::nothing);
  const std::string expected = object(call, 2, Kind::nothing);
  Value given = value(argument(call, 3));
  if (given.shared) given = hold(given);
  Value made;
  made.text = temporary();
  made.type = call.type;
  made.range = {0, 1};
  const bool weak = call.function->name == "atomic_compare_exchange_weak";
  open("atomic {");
  open("if");
  option(fmt::format("{} == {}", at, expected));
  line(fmt::format("{} = {};", at, given.text));
  line(fmt::format("{} = 1;", made.text));
  lines_.back();
  option(weak ? "true" : "else");
  line(fmt::format("{} = {};", expected, at));
  line(fmt::format("{} = 0;", made.text));
  lines_.back();
  close("fi");
  close("}");
  return made;
}

}  // namespace waymark::c

#include "c/extract/thread_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace waymark::c {

const Expr& bare(const Expr& expression) {
  const Expr* inner = &expression;
  while (inner->op == Op::convert) inner = inner->args[0].get();
  return *inner;
}

namespace {

constexpr int busy = 16;  // EBUSY

bool is_null(const Expr& expression) { return bare(expression).op == Op::constant && bare(expression).value == 0; }

}  // namespace

const Expr& ThreadCalls::argument(const Expr& call, std::size_t index) const {
  if (index >= call.args.size()) refuse_here(call.at, fmt::format("'{}' has too few arguments", call.function->name));
  return *call.args[index];
}

// The object that an argument points to, as the library uses it: in one step, so nothing of it is held.
std::string ThreadCalls::object(const Expr& call, std::size_t index, Kind kind) {
  return object_place(call, index, kind).text();
}

Place ThreadCalls::object_place(const Expr& call, std::size_t index, Kind kind) {
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
  return at;
}

Value ThreadCalls::done(const Expr& call) {
  for (std::size_t i = 1; i < call.args.size(); ++i) effect(*call.args[i]);
  return number(0, *call.type);
}

Value ThreadCalls::exit_thread(const Expr& call) {
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

// Processes of a table have no number among the threads.
void ThreadCalls::refuse_without_number(const Expr& call) const {
  if (outline_.analysis.roots().size() < 2) return;
  refuse_here(call.at, fmt::format("'{}' is not modelled in programs whose processes a table names; start threads in "
                                   "main, or write the call as Promela in the table",
                                   call.function->name));
}

Value ThreadCalls::self(const Expr& call) {
  refuse_without_number(call);
  Value made;
  made.text = me();
  made.type = call.type;
  made.range = {0, 255};
  return made;
}

Value ThreadCalls::equal(const Expr& call) {
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

Value ThreadCalls::create(const Expr& call) {
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
  if (given.region) refuse_dangling({}, *given.region, call.at);
  const Thread& thread = outline_.thread(*start.function, &given, call.at);
  if (!thread.passes) evaluate(given);
  (void)outline_.most_threads(call.at);
  open("atomic {");
  line("threads++;");
  if (outline_.needs_end) line("running++;");
  line(fmt::format("{} = threads;", variable));
  line(fmt::format("run {}(threads{});", thread.name, thread.passes ? ", " + given.text : ""));
  close("}");
  return number(0, *call.type);
}

Value ThreadCalls::join(const Expr& call) {
  Value thread = value(argument(call, 1));
  if (!is_null(argument(call, 2))) {
    refuse_here(call.at, "what a thread returns is not modelled; give NULL to pthread_join, and use a global variable");
  }
  if (!outline_.analysis.creates()) refuse_here(call.at, "no thread is created that could be joined");
  if (thread.shared || thread.text.find_first_of("[ ") != std::string::npos) thread = hold(thread);
  line(fmt::format("atomic {{ ended[{0}] > 0 -> assert(ended[{0}] == 1); ended[{0}] = 2 }}", thread.text));
  return number(0, *call.type);
}

Value ThreadCalls::reset(const Expr& call) {
  const bool mutex = call.function->name == "pthread_mutex_init";
  const bool rwlock = call.function->name == "pthread_rwlock_init";
  const Place of = object_place(call, 1, mutex ? Kind::mutex : rwlock ? Kind::rwlock : Kind::condition);
  const std::string at = of.text();
  if (mutex) line(fmt::format("{} = 0;", at));
  if (rwlock) line(fmt::format("atomic {{ {0}.readers = 0; {0}.writer = 0 }}", at));
  if (!mutex && !rwlock && of.indexed) evaluate(read(scalar_part(of)));
  return number(0, *call.type);
}

Value ThreadCalls::destroy(const Expr& call) {
  const bool mutex = call.function->name == "pthread_mutex_destroy";
  const Place at = object_place(call, 1, Kind::nothing);
  if (mutex) line(fmt::format("assert({} == 0);", at.text()));
  if (!mutex && at.indexed) evaluate(read(scalar_part(at)));
  return number(0, *call.type);
}

Value ThreadCalls::default_attributes(const Expr& call) {
  const Value kind = value(argument(call, 2));
  if (!kind.constant || kind.range.low != 0) {
    refuse_here(call.at, fmt::format("'{}': only the default is modelled", text(call)));
  }
  return number(0, *call.type);
}

Value ThreadCalls::lock(const Expr& call) {
  const std::string mutex = object(call, 1, Kind::mutex);
  line(fmt::format("atomic {{ {0} == 0 -> {0} = _pid + 1 }}", mutex));
  return number(0, *call.type);
}

// Takes it if it is free; the value says whether.
Value ThreadCalls::try_step(const Expr& call, const std::string& free, const std::string& take) {
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

Value ThreadCalls::try_lock(const Expr& call) {
  const std::string mutex = object(call, 1, Kind::mutex);
  return try_step(call, fmt::format("{} == 0", mutex), fmt::format("{} = _pid + 1", mutex));
}

Value ThreadCalls::unlock(const Expr& call) {
  const std::string mutex = object(call, 1, Kind::mutex);
  line(fmt::format("atomic {{ assert({0} == _pid + 1); {0} = 0 }}", mutex));
  return number(0, *call.type);
}

// The thread gives the mutex back and waits until a signal takes it off the list; then it needs the mutex again.
Value ThreadCalls::wait(const Expr& call) {
  refuse_without_number(call);
  const std::string condition_object = object(call, 1, Kind::condition);
  const std::string mutex = object(call, 2, Kind::mutex);
  line(fmt::format("atomic {{ assert({0} == _pid + 1); {1}.waits[{2}] = true; {0} = 0 }}", mutex, condition_object,
                   me()));
  // Whether a wait ends without a signal is decided when it begins: one that does not can be for ever.
  if (outline_.options.spurious) {
    open("if");
    option(fmt::format("{}.waits[{}] = false", condition_object, me()));
    lines_.back();
    option("true");
    line(fmt::format("!{}.waits[{}];", condition_object, me()));
    lines_.back();
    close("fi;");
  } else {
    line(fmt::format("!{}.waits[{}];", condition_object, me()));
  }
  line(fmt::format("atomic {{ {0} == 0 -> {0} = _pid + 1 }}", mutex));
  return number(0, *call.type);
}

Value ThreadCalls::signal(const Expr& call) {
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

Value ThreadCalls::broadcast(const Expr& call) {
  const std::string at = object(call, 1, Kind::condition);
  open("atomic {");
  for (std::uint64_t i = 0; i < outline_.most_threads(call.at); ++i) line(fmt::format("{}.waits[{}] = false;", at, i));
  close("}");
  return number(0, *call.type);
}

Value ThreadCalls::semaphore_init(const Expr& call) {
  const std::string at = object(call, 1, Kind::semaphore);
  Value count = value(argument(call, 3));
  if (count.shared) count = hold(count);
  line(fmt::format("{} = {};", at, count.text));
  return number(0, *call.type);
}

Value ThreadCalls::semaphore_wait(const Expr& call) {
  const std::string at = object(call, 1, Kind::semaphore);
  line(fmt::format("atomic {{ {0} > 0 -> {0}-- }}", at));
  return number(0, *call.type);
}

Value ThreadCalls::semaphore_try(const Expr& call) {
  const std::string at = object(call, 1, Kind::semaphore);
  return try_step(call, fmt::format("{} > 0", at), fmt::format("{}--", at));
}

Value ThreadCalls::semaphore_post(const Expr& call) {
  line(fmt::format("{}++;", object(call, 1, Kind::semaphore)));
  return number(0, *call.type);
}

Value ThreadCalls::barrier_init(const Expr& call) {
  const std::string at = object(call, 1, Kind::barrier);
  const Value count = value(argument(call, 3));
  if (!count.constant || count.range.low < 1 || count.range.low > 255) {
    refuse_here(call.at, "a barrier is modelled for a constant number of threads from 1 to 255");
  }
  line(fmt::format("atomic {{ {0}.count = {1}; {0}.arrived = 0 }}", at, count.text));
  return number(0, *call.type);
}

Value ThreadCalls::barrier_wait(const Expr& call) {
  const std::string at = object(call, 1, Kind::barrier);
  refuse_without_number(call);
  const std::string last = temporary();
  open("atomic {");
  line(fmt::format("assert({}.count > 0);", at));
  line(fmt::format("{}.arrived++;", at));
  line(fmt::format("{0} = ({1}.arrived == {1}.count -> -1 : 0);", last, at));
  open("if");
  option(fmt::format("{} != 0", last));
  line(fmt::format("{}.arrived = 0;", at));
  for (std::uint64_t i = 0; i < outline_.most_threads(call.at); ++i) line(fmt::format("{}.waits[{}] = false;", at, i));
  lines_.back();
  option("else");
  line(fmt::format("{}.waits[{}] = true;", at, me()));
  lines_.back();
  close("fi");
  close("}");
  line(fmt::format("!{}.waits[{}];", at, me()));
  // The standard leaves open which of the threads it is; here it is the last.
  Value made;
  made.text = last;
  made.type = call.type;
  made.range = {-1, 0};
  return made;
}

Value ThreadCalls::read_lock(const Expr& call) {
  const std::string at = object(call, 1, Kind::rwlock);
  const std::string free = fmt::format("{}.writer == 0", at), take = fmt::format("{}.readers++", at);
  if (call.function->name == "pthread_rwlock_tryrdlock") return try_step(call, free, take);
  line(fmt::format("atomic {{ {} -> {} }}", free, take));
  return number(0, *call.type);
}

Value ThreadCalls::write_lock(const Expr& call) {
  const std::string at = object(call, 1, Kind::rwlock);
  const std::string free = fmt::format("{0}.writer == 0 && {0}.readers == 0", at);
  const std::string take = fmt::format("{}.writer = _pid + 1", at);
  if (call.function->name == "pthread_rwlock_trywrlock") return try_step(call, free, take);
  line(fmt::format("atomic {{ {} -> {} }}", free, take));
  return number(0, *call.type);
}

Value ThreadCalls::rw_unlock(const Expr& call) {
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

Value ThreadCalls::once(const Expr& call) {
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

}  // namespace waymark::c

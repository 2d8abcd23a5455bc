#include "c/extract/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace waymark::c {

Library::Operation Library::operation(std::string_view name) {
  static const std::map<std::string_view, Operation> known{
      {"__waymark_assert", &Library::assertion},
      {"__VERIFIER_assume", &Library::assumption},
      {"reach_error", &Library::error},
      {"__VERIFIER_error", &Library::error},
      {"abort", &Library::error},
      {"exit", &Library::exit},
      {"_Exit", &Library::exit},
      {"sleep", &Library::done},
      {"usleep", &Library::done},
      {"sched_yield", &Library::done},
      {"fflush", &Library::not_printed},
      {"fprintf", &Library::not_printed},
      {"perror", &Library::not_printed},
      {"srand", &Library::done},
      {"__waymark_fence", &Library::done},
      {"pthread_create", &Library::create},
      {"pthread_join", &Library::join},
      {"pthread_detach", &Library::done},
      {"pthread_exit", &Library::exit_thread},
      {"pthread_self", &Library::self},
      {"pthread_equal", &Library::equal},
      {"pthread_attr_init", &Library::nothing},
      {"pthread_attr_destroy", &Library::nothing},
      {"pthread_attr_setdetachstate", &Library::default_attributes},
      {"pthread_mutexattr_init", &Library::nothing},
      {"pthread_mutexattr_destroy", &Library::nothing},
      {"pthread_mutexattr_settype", &Library::default_attributes},
      {"pthread_mutex_init", &Library::reset},
      {"pthread_mutex_destroy", &Library::destroy},
      {"pthread_mutex_lock", &Library::lock},
      {"pthread_mutex_trylock", &Library::try_lock},
      {"pthread_mutex_unlock", &Library::unlock},
      {"pthread_cond_init", &Library::reset},
      {"pthread_cond_destroy", &Library::destroy},
      {"pthread_cond_wait", &Library::wait},
      {"pthread_cond_signal", &Library::signal},
      {"pthread_cond_broadcast", &Library::broadcast},
      {"pthread_rwlock_init", &Library::reset},
      {"pthread_rwlock_destroy", &Library::destroy},
      {"pthread_rwlock_rdlock", &Library::read_lock},
      {"pthread_rwlock_tryrdlock", &Library::read_lock},
      {"pthread_rwlock_wrlock", &Library::write_lock},
      {"pthread_rwlock_trywrlock", &Library::write_lock},
      {"pthread_rwlock_unlock", &Library::rw_unlock},
      {"pthread_barrier_init", &Library::barrier_init},
      {"pthread_barrier_destroy", &Library::destroy},
      {"pthread_barrier_wait", &Library::barrier_wait},
      {"pthread_once", &Library::once},
      {"sem_init", &Library::semaphore_init},
      {"sem_destroy", &Library::destroy},
      {"sem_wait", &Library::semaphore_wait},
      {"sem_trywait", &Library::semaphore_try},
      {"sem_post", &Library::semaphore_post},
      {"atomic_init", &Library::atomic_store},
      {"atomic_load", &Library::atomic_load},
      {"atomic_store", &Library::atomic_store},
      {"atomic_exchange", &Library::atomic_exchange},
      {"atomic_fetch_add", &Library::atomic_fetch},
      {"atomic_fetch_sub", &Library::atomic_fetch},
      {"atomic_fetch_and", &Library::atomic_fetch},
      {"atomic_fetch_or", &Library::atomic_fetch},
      {"atomic_fetch_xor", &Library::atomic_fetch},
      {"atomic_compare_exchange_strong", &Library::compare_exchange},
      {"atomic_compare_exchange_weak", &Library::compare_exchange},
  };
  const auto found = known.find(name);
  return found == known.end() ? nullptr : found->second;
}

// What is written to files is no part of the model; its arguments are evaluated all the same.
Value Library::not_printed(const Expr& call) {
  for (std::size_t i = 1; i < call.args.size(); ++i) {
    const Expr& argument = *call.args[i];
    if (bare(argument).op != Op::string && bare(argument).op != Op::variable) effect(argument);
  }
  return number(0, *call.type);
}

Value Library::nothing(const Expr& call) { return number(0, *call.type); }

Value Library::assertion(const Expr& call) {
  Value test = condition_value(argument(call, 1));
  line(fmt::format("assert({});", test.constant ? (test.range.low != 0 ? "true" : "false") : test.text));
  return number(0, *call.type);
}

// As the competition defines it: where the condition is false, the thread goes no further, and that is no deadlock.
Value Library::assumption(const Expr& call) {
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

Value Library::error(const Expr& call) {
  line("assert(false);");
  return number(0, *call.type);
}

Value Library::exit(const Expr& call) {
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

// ---------------------------------------------------------------- C11's atomics: each is one step

Value Library::atomic_load(const Expr& call) {
  Value made;
  made.type = call.type;
  made.text = object(call, 1, Kind::nothing);
  made.range = range_of(*call.type);
  made.shared = indivisible_ == 0 && outline_.analysis.threaded();
  return made;
}

Value Library::atomic_store(const Expr& call) {
  const std::string at = object(call, 1, Kind::nothing);
  Value given = value(argument(call, 2));
  if (given.shared) given = hold(given);
  assign_line(fmt::format("{} = {};", at, given.text));
  return number(0, *call.type);
}

Value Library::atomic_exchange(const Expr& call) {
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

Value Library::atomic_fetch(const Expr& call) {
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
  need_of_model(sum.fits);
  line(fmt::format("{} = {};", at, convert(sum.value, type).value.text));
  close("}");
  return old;
}

// The weak one may fail for no reason.
Value Library::compare_exchange(const Expr& call) {
  const std::string at = object(call, 1, Kind::nothing);
  const Place hoped = object_place(call, 2, Kind::nothing);
  if (hoped.shared && !hoped.local) {
    refuse_here(call.at, fmt::format("'{}' is what {} expects, and several threads use it; use a local variable",
                                     hoped.text(), call.function->name));
  }
  const std::string expected = hoped.text();
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

// What a thread is about to do: it runs on trial up to there, and all of that is taken back.
#include "java/machine/interpreter.hpp"

namespace waymark::java {

const Pending& Interpreter::pending(Thread& thread) {
  // How many there are to choose from may have changed: they may be threads that wait.
  if (thread.pending.what == Pending::What::choose) thread.pending = {};
  if (thread.pending.what != Pending::What::unknown) return thread.pending;
  if (thread.status != Status::running || (thread.flags & (Thread::cut | Thread::fresh)) != 0) {
    thread.pending.what = Pending::What::run;
    return thread.pending;
  }
  scheduler_.probe(true);
  const std::uint64_t counted = bytecodes;
  const model::Mark mark = memory_.mark();
  const Frame top = thread.frames.back();
  const auto take_back = [&] {
    thread.frames.back() = top;
    const Pending found = thread.pending;
    memory_.rewind(mark);
    thread.pending = found;
    bytecodes = counted;
    scheduler_.probe(false);
    exceptions_.pending = 0;
  };
  try {
    (void)run(thread, 0);
  } catch (const base::Stopped&) {
    thread.pending = {};
    take_back();
    throw;
  }
  take_back();
  if (thread.pending.what == Pending::What::unknown) thread.pending.what = Pending::What::run;
  return thread.pending;
}

}  // namespace waymark::java

// What goes wrong in a step or in a proposition, and how it is told.
#include "base/check.hpp"
#include "promela/executor.hpp"

namespace waymark::promela {

using model::Step;

Executor::FaultText Executor::text_of(Fault fault) {
  switch (fault) {
    case Fault::bounds:
      return {"bounds", "array index out of range", Step::failed};
    case Fault::division:
      return {"division", "division by zero", Step::failed};
    case Fault::no_channel:
      return {"channel", "channel variable without a channel", Step::failed};
    case Fault::not_exclusive:
      return {"exclusive", "another process claims this end of the channel by xr or xs", Step::failed};
    case Fault::arity:
      return {"channel", "wrong number of message fields", Step::failed};
    case Fault::poll:
      return {"poll", "poll or copy on a rendezvous channel", Step::failed};
    case Fault::processes:
      return {"limit", "too many processes (at most 255)", Step::failed};
    case Fault::channels:
      return {"limit", "too many channels (at most 255)", Step::failed};
    case Fault::priority:
      return {"priority", "priority out of range (1 to 255)", Step::failed};
    case Fault::self_enabled:
      return {"enabled", "enabled() of the process itself", Step::failed};
    case Fault::stuck_dstep:
      return {"dstep", "a statement inside a d_step blocks", Step::failed};
    case Fault::rendezvous_in_dstep:
      return {"dstep", "rendezvous send inside a d_step", Step::failed};
    case Fault::trace_choice:
      return {"trace", "trace automaton has several ways to go", Step::failed};
    case Fault::hidden:
      return {"hidden", "hidden variable read before it was written in the same step", Step::unsupported};
    case Fault::endless:
      return {"endless", "indivisible sequence that does not end", Step::unsupported};
    case Fault::presumption:
      return {"presumption", "a value that the model cannot hold", Step::unsupported};
    case Fault::none:
      break;
  }
  CHECK(false && "a fault");
  return {};
}

void Executor::fail(std::string kind, std::string detail, std::string location) {
  if (violated_) return;
  violated_ = true;
  violation_ = {std::move(kind), std::move(detail), std::move(location), Step::failed};
}

Step Executor::fault_step() {
  const FaultText text = text_of(fault_);
  offer_.channel = 0;
  fault_ = Fault::none;
  if (explanation_ != nullptr) tell_fault();
  violation_ = {text.kind, text.detail, location(program_->actions[current_->action].at), Step::failed};
  return text.step;
}

std::string_view Executor::undefined() const {
  return in_watch_ == Fault::none ? std::string_view() : text_of(in_watch_).detail;
}

}  // namespace waymark::promela

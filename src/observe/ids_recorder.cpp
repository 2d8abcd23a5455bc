#include "observe/ids_recorder.hpp"

namespace waymark::observe {

// The store counts states from 0 in order of discovery, the script from 1.
void IdsRecorder::stepped(const search::Stepped& step) {
  if (!why_.empty()) return;
  const std::uint64_t id = step.found.number + 1;
  const bool fresh = step.found.seen == store::Seen::fresh;
  if (writer_.closed() || writer_.top() != step.from + 1 || fresh != (id == writer_.highest() + 1)) {
    why_ = not_depth_first;
    return;
  }
  writer_.arrive(id);
  if (fresh && id % 1024 == 0 && !held_.grow(writer_.bytes())) why_ = "there is not enough memory to record a script";
}

void IdsRecorder::left(std::uint64_t number, std::uint64_t) {
  if (!why_.empty()) return;
  if (writer_.closed() || writer_.top() != number + 1) {
    why_ = not_depth_first;
    return;
  }
  writer_.back();
}

bool IdsRecorder::finish(script::Header header) {
  if (why_.empty() && !writer_.closed()) why_ = not_depth_first;
  if (!why_.empty()) return false;
  writer_.finish(header);
  if (!file_.finish(header)) why_ = file_.why();
  return why_.empty();
}

}  // namespace waymark::observe

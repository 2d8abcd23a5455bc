#include "observe/raw_recorder.hpp"

#include "observe/ids_recorder.hpp"

namespace waymark::observe {

script::Print RawRecorder::print() {
  const model::Fingerprint fingerprint = model_.fingerprint();
  return {fingerprint.low, fingerprint.high};
}

void RawRecorder::started(std::uint64_t) { writer_.emplace(file_, print()); }

void RawRecorder::stepped(const search::Stepped& step) {
  if (!why_.empty()) return;
  if (writer_->closed()) {
    why_ = not_depth_first;
    return;
  }
  writer_->arrive(print(), step.found.seen == store::Seen::fresh);
}

void RawRecorder::left(std::uint64_t, std::uint64_t) {
  if (!why_.empty()) return;
  if (writer_->closed()) {
    why_ = not_depth_first;
    return;
  }
  writer_->back();
}

bool RawRecorder::finish(script::Header header) {
  if (why_.empty() && !(writer_.has_value() && writer_->closed())) why_ = not_depth_first;
  if (!why_.empty()) return false;
  writer_->finish(header);
  if (!file_.finish(header)) why_ = file_.why();
  return why_.empty();
}

}  // namespace waymark::observe

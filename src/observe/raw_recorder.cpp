#include "observe/raw_recorder.hpp"

#include "observe/ids_recorder.hpp"

namespace waymark::observe {

namespace {

script::Print print_of(model::Fingerprinting& model) {
  const model::Fingerprint fingerprint = model.fingerprint();
  return {fingerprint.low, fingerprint.high};
}

}  // namespace

void RawRecorder::started(std::uint64_t, model::Model& model) { writer_.emplace(file_, print_of(model)); }

void RawRecorder::stepped(const search::Stepped& step, model::Model& model) {
  if (!why_.empty()) return;
  if (writer_->closed()) {
    why_ = not_depth_first;
    return;
  }
  writer_->arrive(print_of(model), step.found.seen == store::Seen::fresh);
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

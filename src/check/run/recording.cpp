#include "check/run/recording.hpp"

#include <unistd.h>

#include <utility>

#include "model/coverage.hpp"
#include "transcribe/sample.hpp"

namespace waymark::check {

namespace {

struct RemovedAtEnd {
  explicit RemovedAtEnd(std::string file) : path(std::move(file)) {}
  RemovedAtEnd(const RemovedAtEnd&) = delete;
  RemovedAtEnd& operator=(const RemovedAtEnd&) = delete;
  ~RemovedAtEnd() { unlink(path.c_str()); }
  const std::string path;
};

}  // namespace

script::Header named(script::Header header, const OutputSettings& settings) {
  constexpr std::size_t longest = 4096;
  if (!settings.named.empty() && settings.named.size() <= longest) header.assumptions += "; program: " + settings.named;
  return header;
}

Recording::Recording(std::string path, const SearchSettings& settings, base::Budget& budget) : path_(std::move(path)) {
  if (settings.store == StoreKind::cache) {
    cached_.emplace(path_, budget.limit());
  } else if (settings.order() == Order::dfs) {
    ids_.emplace(path_, budget);
  } else {
    lean_.emplace(budget);
  }
}

search::StepListener* Recording::steps() {
  if (ids_) return &*ids_;
  return lean();
}

bool Recording::write(const script::Header& header) {
  const auto told = [this](bool good, const auto& recorder) {
    if (!good) why_ = recorder.why();
    return good;
  };
  if (cached_) return told(cached_->finish(header), *cached_);
  if (ids_) return told(ids_->finish(header), *ids_);
  return told(lean_->write(path_, header), *lean_);
}

bool Recording::write_partial(const script::Header& header) {
  if (!lean_) {
    why_ = "a depth-first search that does not end has none; use --search bfs";
    return false;
  }
  const bool good = lean_->write_partial(path_, header);
  if (!good) why_ = lean_->why();
  return good;
}

bool Recording::write_sampled(const script::Header& header, model::Model& model, const ReservoirCount& sampled,
                              Coverage& coverage) {
  const RemovedAtEnd first(path_ + ".first");
  if (!lean_->write_partial(first.path, header)) {
    why_ = lean_->why();
    return false;
  }
  script::Fault fault;
  const auto file = script::File::open(first.path, fault, sampled.stop);
  if (file == nullptr) {
    why_ = fault.why;
    return false;
  }
  transcribe::SampledStates states(sampled.budget);
  model::Draw draw(script::sample_seed(file->header()));
  const std::uint64_t bound = model::Draw::bound(sampled.falls);
  for (std::uint64_t number = 0; number < file->header().states; ++number) {
    base::poll(sampled.stop);
    model.unpack(sampled.words(number));
    if (draw.number(model) > bound) continue;
    if (!states.keep(model.fingerprint())) break;
  }
  script::SampleClaim claim;
  if (!transcribe::write_sample(model, file, sampled.falls, states, path_, sampled.stop, claim, why_)) return false;
  const double share = model::Draw::share(bound);
  static_cast<search::Estimate&>(coverage) = {model::estimate_covered(file->header().states, states.census(), share),
                                              file->header().states + claim.states, share};
  coverage.estimator = Estimator::digest;
  return true;
}

}  // namespace waymark::check

#include "certify/ids.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

Result IdsJudge::add(std::size_t task, const IdsEvidence& evidence, const Figures& figures) {
  stretches_[task] = evidence.own;
  holes_[task] = evidence.holes;
  for (const Fingerprints::Entry& reported : evidence.reported) {
    Fingerprints::Entry* const entry = known_.find(reported.id);
    if (entry == nullptr) {
      known_.insert(reported);
    } else if (entry->fingerprint != reported.fingerprint) {
      return rejected("two tasks found different states under the number " + std::to_string(reported.id));
    } else {
      entry->own = entry->own || reported.own;
    }
  }
  figures_.add(figures);
  figures_.entries = std::max(figures_.entries, known_.size());
  Result result;
  if (known_.bytes() <= memory_) {
    result.verdict = Verdict::certified;
  } else {
    result.why = "the fingerprints that tasks share need more memory than allowed";
  }
  return result;
}

std::string IdsJudge::tiling_fault() const {
  const script::Digest closed = {};
  if (stretches_.front().begin != script::IdsReader::start())
    return "the first task does not begin where the script does";
  if (cut_ == script::IdsCut::slice) {
    for (std::size_t i = 1; i < stretches_.size(); ++i) {
      if (stretches_[i].begin == stretches_[i - 1].end) continue;
      return "task " + std::to_string(i + 1) + " does not begin where the one before it ends";
    }
    return stretches_.back().end == closed ? "" : "the last task does not end with the search";
  }
  // Each region but the first lies where exactly one other has left room for it.
  std::vector<IdsEvidence::Stretch> left_out;
  for (const auto& holes : holes_) left_out.insert(left_out.end(), holes.begin(), holes.end());
  std::vector<IdsEvidence::Stretch> filled(stretches_.begin() + 1, stretches_.end());
  std::sort(left_out.begin(), left_out.end());
  std::sort(filled.begin(), filled.end());
  if (left_out != filled) return "the tasks do not fit together";
  return stretches_.front().end == closed ? "" : "the first task does not end with the search";
}

Result IdsJudge::judge(bool as_said) const {
  std::string why = tiling_fault();
  if (why.empty()) {
    known_.each([&](const Fingerprints::Entry& entry) {
      if (!entry.own) why = "state " + std::to_string(entry.id) + " is met after its last time";
    });
  }
  if (why.empty() && !as_said) why = header_differs;
  Result result = rejected(std::move(why));
  if (result.why.empty()) result.verdict = Verdict::certified;
  result.figures = figures_;
  return result;
}

Result run_ids(const Factory& factory, const std::shared_ptr<const script::File>& file, const Request& request,
               script::IdsCut cut, const Secret& secret) {
  std::vector<script::IdsTask> tasks(1);
  script::Fault fault;
  const bool alone = request.jobs <= 1;
  const std::uint64_t k = request.jobs * slices_per_worker;
  // Slices can always be cut. What is wrong with a script is found where the walk comes by.
  if (!alone && !script::cut_ids(file, cut, k, request.memory / 2, tasks, fault)) {
    cut = script::IdsCut::slice;
    CHECK(script::cut_ids(file, cut, k, request.memory / 2, tasks, fault));
  }
  // Each worker, and the one that joins their results, gets the same share.
  const std::uint64_t memory = request.memory / (alone ? 1 : request.jobs + 1);
  IdsJudge judge(alone ? script::IdsCut::slice : cut, tasks.size(), memory);
  Result result = share_out(
      tasks, factory, request,
      [&](model::Model& model) { return std::make_unique<IdsSlice>(model, secret, request, file, memory); },
      [&](std::size_t i, const IdsSlice& worker, Result& task) {
        task = judge.add(i, worker.evidence(), task.figures);
      });
  if (result.verdict != Verdict::certified) return result;
  return judge.judge(judge.figures().are_as(said_by({file})));
}

}  // namespace waymark::certify

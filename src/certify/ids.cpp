#include "certify/ids.hpp"

#include <algorithm>
#include <utility>

#include "certify/workers.hpp"

namespace waymark::certify {

namespace {

using Stretch = IdsEvidence::Stretch;

bool earlier(const Stretch& one, const Stretch& other) {
  return std::tie(one.begin, one.end) < std::tie(other.begin, other.end);
}

}  // namespace

Result IdsJudge::add(std::size_t task, const IdsEvidence& evidence) {
  stretches_[task] = evidence.own;
  holes_[task] = evidence.holes;
  for (const Fingerprints::Entry& claim : evidence.claimed) {
    Fingerprints::Entry* const entry = known_.find(claim.id);
    if (entry == nullptr) {
      known_.insert(claim);
    } else if (entry->fingerprint != claim.fingerprint) {
      return rejected("two tasks found different states under the number " + std::to_string(claim.id));
    } else {
      entry->own = entry->own || claim.own;
    }
  }
  figures_.states += evidence.figures.states;
  figures_.transitions += evidence.figures.transitions;
  figures_.depth = std::max(figures_.depth, evidence.figures.depth);
  figures_.path_bytes = std::max(figures_.path_bytes, evidence.figures.path_bytes);
  figures_.entries = std::max({figures_.entries, evidence.figures.entries, known_.size()});
  Result result;
  result.verdict = Verdict::certified;
  if (known_.bytes() <= memory_) return result;
  result.verdict = Verdict::incomplete;
  result.why = "the fingerprints that tasks share need more memory than allowed";
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
  std::vector<Stretch> left_out;
  for (const auto& holes : holes_) left_out.insert(left_out.end(), holes.begin(), holes.end());
  std::vector<Stretch> filled(stretches_.begin() + 1, stretches_.end());
  std::sort(left_out.begin(), left_out.end(), earlier);
  std::sort(filled.begin(), filled.end(), earlier);
  if (left_out != filled) return "the tasks do not fit together";
  return stretches_.front().end == closed ? "" : "the first task does not end with the search";
}

Result IdsJudge::judge(std::uint64_t states, std::uint64_t transitions) const {
  Result result;
  result.figures = figures_;
  result.verdict = Verdict::rejected;
  result.why = tiling_fault();
  if (!result.why.empty()) return result;
  known_.each([&](const Fingerprints::Entry& entry) {
    if (!entry.own) result.why = "state " + std::to_string(entry.id) + " is met after its last time";
  });
  if (!result.why.empty()) return result;
  if (states != figures_.states || transitions != figures_.transitions) {
    result.why = "the header's numbers of states and transitions are not those of the walk";
    return result;
  }
  result.verdict = Verdict::certified;
  return result;
}

Ids::Ids(Factory factory, std::shared_ptr<const script::File> file, Request request, script::IdsCut cut)
    : factory_(std::move(factory)), file_(std::move(file)), request_(std::move(request)), cut_(cut) {}

Result Ids::run(const Secret& secret) const {
  std::vector<script::IdsTask> tasks(1);
  script::Fault fault;
  const bool alone = request_.jobs <= 1;
  if (!alone && !script::cut_ids(file_, cut_, request_.jobs * slices_per_worker, request_.memory / 2, tasks, fault)) {
    return rejected(fault.why);
  }
  const std::uint64_t memory = share_of_memory(request_, alone ? 0 : request_.jobs);
  IdsJudge judge(alone ? script::IdsCut::slice : cut_, tasks.size(), memory);
  Result result = share_out(
      tasks, factory_, request_.jobs,
      [&](model::Model& model) { return std::make_unique<IdsSlice>(model, secret, request_, file_, memory); },
      [&](std::size_t i, const IdsSlice& worker, Result& task) { task = judge.add(i, worker.evidence()); });
  if (result.verdict != Verdict::certified) return result;
  return judge.judge(file_->header().states, file_->header().transitions);
}

}  // namespace waymark::certify

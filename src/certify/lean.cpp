#include "certify/lean.hpp"

namespace waymark::certify {

namespace {

// Fewer different states than entries: a script that says so much of so few is none.
Result judge_distinct(const Evidence& evidence, const Figures& figures, const Sampling& sampling) {
  Result result;
  result.verdict = Verdict::certified;
  result.distinct = {sampling.at_least(evidence.entered.size()), sampling.at_least(evidence.explored.size()),
                     sampling.all()};
  const std::uint64_t explored = figures.states - figures.frontier;
  const auto refuse = [&](std::uint64_t entries, const char* kind, std::uint64_t kept) {
    result.verdict = Verdict::rejected;
    result.why = std::to_string(entries) + " " + kind + " are listed, but " + (sampling.all() ? "" : "about ") +
                 std::to_string(sampling.about(kept)) + " of them are different";
  };
  if (sampling.too_few(evidence.entered.size(), figures.states)) {
    refuse(figures.states, "states", evidence.entered.size());
  } else if (sampling.too_few(evidence.explored.size(), explored)) {
    refuse(explored, "explored states", evidence.explored.size());
  }
  return result;
}

// Nothing that is claimed of the sample is used: it is counted here, and the claim must be that.
void judge_sample(const Sample& sample, const Figures& figures, const script::SampleClaim& claim, Result& result) {
  const std::optional<std::string> fault = sample.fault();
  const model::Census census = sample.census();
  if (fault.has_value() || census != census_of(claim)) {
    result = rejected(fault.value_or("the sample is not what the script claims of it"));
    return;
  }
  const double share = model::Draw::share(model::Draw::bound(claim.falls));
  if (census.states == 0 && share < 1) return;  // the script may choose so small a share that nothing is in the sample
  Estimated& estimated = result.estimated.emplace();
  estimated.share = share;
  estimated.covered = model::estimate_covered(figures.states, census, estimated.share);
  estimated.states = figures.states + census.states;
}

}  // namespace

std::optional<Sampling> sampling_of(script::Form form, std::optional<Count> count, std::uint64_t said,
                                    const Secret& secret) {
  if (!count.has_value() && form != script::Form::partial) return std::nullopt;
  return Sampling(secret, said, count.value_or(Count::sketch));
}

bool claimed_sample(const Files& files, std::optional<script::SampleClaim>& claim, script::Fault& fault) {
  if (!script::read_sample(files.front(), claim, fault)) return false;
  for (const auto& file : files) {
    std::optional<script::SampleClaim> other;
    if (!script::read_sample(file, other, fault)) return false;
    if (other != claim) return script::fail(fault, 0, "the parts claim different samples");
  }
  return true;
}

Result judge(script::Form form, const Evidence& evidence, const Figures& figures, const Said& said) {
  Result result;
  result.verdict = Verdict::certified;
  if (evidence.announced != evidence.arrived || evidence.announced_count != evidence.arrived_count) {
    result = rejected("some transition leads to a state that the script leaves out, or some count is wrong");
    if (script::has_claims(form)) result.why += ", or a state is not labelled as claimed";
  } else if (!said.by_headers) {
    result = rejected(header_differs);
  } else if (said.sampling.has_value()) {
    result = judge_distinct(evidence, figures, *said.sampling);
  }
  if (result.verdict == Verdict::certified && said.sample.has_value()) {
    judge_sample(evidence.sample, figures, *said.sample, result);
  }
  result.figures = figures;
  const bool in_part = result.verdict == Verdict::certified && form == script::Form::partial;
  if (in_part) result.verdict = Verdict::in_part;
  return result;
}

Result run_lean(const Factory& factory, const Files& files, const Request& request, const Secret& secret) {
  Result result;
  std::vector<script::Slice> slices;
  const script::Form said_form = files.front()->header().form;
  const script::Form form = script::is_lean(said_form) ? said_form : script::Form::lean;
  if (!slices_of(files, form, request, slices, result)) return result;
  const Figures said = said_by(files);
  const std::optional<Sampling> sampling = sampling_of(form, request.count, said.states, secret);
  std::optional<script::SampleClaim> sample;
  script::Fault fault;
  if (!claimed_sample(files, sample, fault)) return unread(fault);
  Evidence evidence;
  Figures figures;
  result = share_out(
      slices, factory, request,
      [&](model::Model& model) { return std::make_unique<LeanSlice>(model, secret, request, sampling); },
      [&](std::size_t, const LeanSlice& worker, Result& slice) {
        figures.add(slice.figures);
        if (!evidence.add(worker.evidence())) slice = rejected("the counts announced are too large");
        if (evidence.bytes() <= request.memory) return;
        slice.verdict = Verdict::incomplete;
        slice.why =
            sample ? "the sample needs more memory than allowed" : "counting states needs more memory than allowed";
      });
  if (result.verdict != Verdict::certified) return result;
  figures.path_bytes += evidence.bytes();
  return judge(form, evidence, figures, {figures.are_as(said), sampling, sample});
}

}  // namespace waymark::certify

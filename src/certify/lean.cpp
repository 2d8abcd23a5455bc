#include "certify/lean.hpp"

namespace waymark::certify {

Result judge(script::Form form, const Evidence& evidence, const Figures& figures, bool as_said) {
  Result result;
  result.figures = figures;
  result.verdict = Verdict::rejected;
  if (evidence.announced != evidence.arrived || evidence.announced_count != evidence.arrived_count) {
    result.why = "some transition leads to a state that the script leaves out, or some count is wrong";
    if (script::has_claims(form)) result.why += ", or a state is not labelled as claimed";
  } else if (!as_said) {
    result.why = header_differs;
  } else {
    result.verdict = form == script::Form::partial ? Verdict::in_part : Verdict::certified;
  }
  return result;
}

Result run_lean(const Factory& factory, const Files& files, const Request& request, const Secret& secret) {
  Result result;
  std::vector<script::Slice> slices;
  const script::Form said_form = files.front()->header().form;
  const script::Form form = script::is_lean(said_form) ? said_form : script::Form::lean;
  if (!slices_of(files, form, request, slices, result)) return result;
  Evidence evidence;
  Figures figures;
  result = share_out(
      slices, factory, request,
      [&](model::Model& model) { return std::make_unique<LeanSlice>(model, secret, request); },
      [&](std::size_t, const LeanSlice& worker, Result& slice) {
        figures.add(slice.figures);
        if (!evidence.add(worker.evidence())) slice = rejected("the counts announced are too large");
      });
  if (result.verdict != Verdict::certified) return result;
  return judge(form, evidence, figures, figures.are_as(said_by(files)));
}

}  // namespace waymark::certify

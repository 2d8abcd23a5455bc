#include "certify/trustful.hpp"

#include "base/check.hpp"

namespace waymark::certify {

TrustfulSlice::TrustfulSlice(model::Model& model, const Request& request) : TreeSlice(model, request) {
  CHECK(request.step_invariants.empty());
}

bool TrustfulSlice::replay(const script::PathNode& node) {
  if (!inside_ && !walk_.enter()) return false;
  const std::uint64_t symbols = node.row.empty() ? 0 : script::symbols_in(node.row);
  if (symbols != walk_.width() || node.taken == 0 || node.taken > symbols || node.count != 0) {
    return reject("malformed sync point");
  }
  reopen(node);
  const Walk::Event event = walk_.take(static_cast<std::uint32_t>(node.taken - 1));
  if (event == Walk::Event::stopped) return false;
  inside_ = event == Walk::Event::intermediate;
  return event != Walk::Event::nowhere || reject("a sync point takes a transition that leads nowhere");
}

bool TrustfulSlice::read_fitting_row() {
  if (!read_row()) return false;
  const bool fits = script::symbols_in(script::row_at(rows_, open_.back().begin)) == walk_.width();
  return fits || reject("its row has more or fewer symbols than it has transitions");
}

bool TrustfulSlice::enter() {
  if (!walk_.enter()) return false;
  count_state();
  return read_fitting_row();
}

bool TrustfulSlice::find_tree_edge() {
  while (!open_.empty()) {
    OpenRow& top = open_.back();
    if (!top.cursor.next_tree(row(top))) {
      leave();
      continue;
    }
    switch (walk_.take(static_cast<std::uint32_t>(top.cursor.taken() - 1))) {
      case Walk::Event::arrived:
        ++result_.figures.transitions;
        return true;
      case Walk::Event::intermediate:
        if (!read_fitting_row()) return false;
        if (script::trees_in(script::row_at(rows_, open_.back().begin)) == 0) {
          return reject("it takes a choice that leads to no tree edge");
        }
        break;
      case Walk::Event::nowhere:
        return reject("it takes a transition that leads nowhere");
      case Walk::Event::exhausted:
      case Walk::Event::stopped:
        return false;
    }
  }
  return true;
}

Result run_trustful(const Factory& factory, const Files& files, const Request& request) {
  Result result;
  std::vector<script::Slice> slices;
  if (!slices_of(files, script::Form::trustful, request, slices, result)) return result;
  Figures figures;
  result = share_out(
      slices, factory, request, [&](model::Model& model) { return std::make_unique<TrustfulSlice>(model, request); },
      [&](std::size_t, const TrustfulSlice&, const Result& slice) { figures.add(slice.figures); });
  if (result.verdict != Verdict::certified) return result;
  if (!figures.are_as(said_by(files))) result = rejected(header_differs);
  result.figures = figures;
  return result;
}

}  // namespace waymark::certify

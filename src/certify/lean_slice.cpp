#include "certify/lean_slice.hpp"

#include <utility>

namespace waymark::certify {

bool Evidence::add(const Evidence& other) {
  announced.add(other.announced);
  arrived.add(other.arrived);
  entered.add(other.entered);
  explored.add(other.explored);
  sample.add(other.sample);
  const bool first = __builtin_add_overflow(announced_count, other.announced_count, &announced_count);
  const bool second = __builtin_add_overflow(arrived_count, other.arrived_count, &arrived_count);
  return !first && !second;
}

LeanSlice::LeanSlice(model::Model& model, const Secret& secret, const Request& request,
                     const std::optional<Sampling>& sampling, LeanListener listener)
    : TreeSlice(model, request),
      point_(element_of(secret, point_key)),
      elements_(secret),
      sampling_(sampling),
      listener_(std::move(listener)) {
  model.key(model::Key::secret(secret.key(fingerprint_key)));
}

Result LeanSlice::run(const script::Slice& slice, const std::atomic<std::uint64_t>* halt) {
  evidence_ = {};
  counts_.emplace(slice.file, script::Stream::counts);
  counts_->seek(slice.begin.counts - slice.counts);
  labels_.emplace(slice.file, slice.begin.claims - slice.claims);
  one_by_one_ = labels_->claimed() || listener_;
  std::optional<script::SampleClaim> claim;
  script::Fault fault;
  if (!script::read_sample(slice.file, claim, fault)) return rejected(fault.why);
  draw_.reset();
  if (claim) draw_.emplace(script::sample_seed(slice.file->header()));
  if (claim) bound_ = model::Draw::bound(claim->falls);
  Result result = TreeSlice::run(slice, halt);
  result.figures.path_bytes += evidence_.bytes();
  return result;
}

bool LeanSlice::replay(const script::PathNode& node) {
  if (node.row.empty() || node.taken == 0 || node.taken > script::symbols_in(node.row)) {
    return reject("malformed sync point");
  }
  if (!walk_.enter()) return false;
  const bool accepting = labels_->ranks() && model_.facts().accepting;
  for (std::uint64_t i = 0; i < node.taken; ++i) {
    const Walk::Event event = walk_.next();
    if (event == Walk::Event::stopped) return false;
    if (event == Walk::Event::exhausted) return reject("a sync point takes a transition that does not exist");
  }
  reopen(node);
  open_.back().accepting = accepting;
  const bool tree = script::RowCursor(node.taken - 1).peek(node.row.data()) == script::Symbol::tree;
  return tree || reject("a sync point enters a state off the tree");
}

void LeanSlice::note_streams(script::SyncPoint& here) const {
  here.counts = slice_->counts + counts_->position();
  here.claims = slice_->claims + labels_->position();
}

bool LeanSlice::closed() {
  return TreeSlice::closed() && (counts_->at_end() || reject("stream counts goes on after the walk has ended")) &&
         (labels_->at_end() || reject("stream claims goes on after the walk has ended"));
}

bool LeanSlice::read_label(Label& label) {
  if (open_.empty()) {
    if (!labels_->first(label)) return reject(labels_->why());
  } else {
    const OpenRow& source = open_.back();
    if (!labels_->next(source.label, label)) return reject(labels_->why());
    if (labels_->ranks() && label.rank == source.label.rank) {
      const bool in_set = label.set == 0 ? source.accepting : walk_.fair_to(label.set - 1);
      if (in_set) return reject("a transition keeps the rank although it lies in the acceptance set");
    }
  }
  return label.set == 0 || request_.fair || reject("a rank presumes fairness, which was not asked for");
}

bool LeanSlice::enter_frontier(const Label& label) {
  ++result_.figures.frontier;
  result_.figures.covered = std::min(result_.figures.covered, label.rank);
  if (draw_.has_value() && !walk_sample()) return false;
  leave();
  return true;
}

bool LeanSlice::has_room() {
  return evidence_.bytes() <= request_.memory || ended("the sample needs more memory than allowed");
}

// The states of the sample lie on the walk's path above that of the frontier, and their rows in rows_ behind its own;
// open_, which sync points are about, has nothing of them.
bool LeanSlice::walk_sample() {
  struct Level {
    std::size_t begin = 0;
    script::RowCursor cursor;
  };
  std::vector<Level> levels;
  const auto read_symbols = [&] {
    base::poll_growth(request_.stop, levels);
    levels.push_back({rows_.size(), script::RowCursor()});
    return append_row() && (rows_.back() != 0 || reject("a row of the sample has no end mark"));
  };
  if (!read_symbols()) return false;
  while (!levels.empty()) {
    if (!in_time(++sampled_steps_)) return false;
    const Walk::Event event = walk_.next();
    if (event == Walk::Event::stopped) return false;
    Level& top = levels.back();
    if (event == Walk::Event::exhausted) {
      if (top.cursor.peek(rows_.data() + top.begin) != script::Symbol::end) {
        return reject("a row of the sample has more symbols than there are transitions into it");
      }
      rows_.resize(top.begin);
      levels.pop_back();
      if (!levels.empty()) walk_.leave();  // the frontier's own state is left by the walk that entered it
      continue;
    }
    if (!in_sample()) continue;
    const script::Symbol symbol = top.cursor.next(rows_.data() + top.begin);
    if (symbol == script::Symbol::end)
      return reject("there are more transitions into the sample than a row has symbols");
    const model::Fingerprint state = model_.fingerprint();
    evidence_.sample.arrive(state, levels.size() > 1);
    if (!has_room()) return false;
    if (symbol == script::Symbol::other) continue;
    evidence_.sample.enter(state);
    if (!walk_.enter() || !read_symbols()) return false;
  }
  return true;
}

bool LeanSlice::count_distinct(const model::Fingerprint& state) {
  if (at() > sampling_->said()) return reject("there are more states than the header says");
  if (!sampling_->takes(state)) return true;
  const std::uint64_t growth = std::max(evidence_.entered.growth(), evidence_.explored.growth());
  if (evidence_.bytes() + growth > request_.memory) return ended("counting states needs more memory than allowed");
  evidence_.entered.add(state);
  if (!at_frontier()) evidence_.explored.add(state);
  return true;
}

bool LeanSlice::enter() {
  const std::uint64_t above = open_.empty() ? 0 : open_.back().count;
  Label label;
  if (labels_->claimed() && !read_label(label)) return false;
  if (!walk_.enter() || !read_row()) return false;
  const std::uint64_t count = above + base::from_zigzag(counts_->varint());
  if (counts_->failed()) return reject(counts_->fault().why);
  OpenRow& own = open_.back();
  own.count = count;
  own.label = label;
  if (labels_->ranks()) own.accepting = model_.facts().accepting;
  count_state();
  // Asked for even when nothing is announced: the fingerprints of what follows are computed from this one.
  const model::Fingerprint state = model_.fingerprint();
  const Element element = elements_.of(state, label);
  if (sampling_.has_value() && !count_distinct(state)) return false;
  if (draw_.has_value() && in_sample()) {
    evidence_.sample.keep(state);
    if (!has_room()) return false;
  }
  if (listener_ && !listener_(element, count)) return ended("stopped");
  if (__builtin_add_overflow(evidence_.announced_count, count, &evidence_.announced_count)) {
    return reject("the counts announced are too large");
  }
  if (count != 0) evidence_.announced.add(point_, element, count);
  return at_frontier() ? enter_frontier(label) : true;
}

bool LeanSlice::arrived(const model::Fingerprint& state) {
  ++result_.figures.transitions;
  Element element = Element::of(state);
  if (labels_->claimed()) {
    Label label;
    if (!read_label(label)) return false;
    element = elements_.of(state, label);
  }
  if (listener_ && !listener_(element, std::nullopt)) return ended("stopped");
  evidence_.arrived.add(point_, element);
  ++evidence_.arrived_count;
  return true;
}

bool LeanSlice::arrived(std::span<const model::Fingerprint> states) {
  if (one_by_one_) return arrived(states.front());
  result_.figures.transitions += states.size();
  evidence_.arrived.add(point_, states);
  evidence_.arrived_count += states.size();
  return true;
}

bool LeanSlice::find_tree_edge() {
  while (!open_.empty()) {
    OpenRow& top = open_.back();
    const std::uint64_t most = one_by_one_ ? 1 : walk_.width();
    if (const std::uint64_t others = top.cursor.others(row(top), most); others != 0) {  // nobody has to go there
      const std::span<const model::Fingerprint> there = walk_.successor_fingerprints(others);
      top.cursor.skip(there.size());
      if (!there.empty()) {
        if (!arrived(there)) return false;
        continue;
      }
    }
    const script::Symbol symbol = top.cursor.peek(row(top));
    const Walk::Event event = walk_.next();
    if (event == Walk::Event::stopped) return false;
    if (event == Walk::Event::exhausted) {
      if (symbol != script::Symbol::end) return reject("its row has more symbols than it has transitions");
      leave();
      continue;
    }
    if (symbol == script::Symbol::end) return reject("it has more transitions than its row has symbols");
    top.cursor.skip();
    if (symbol == script::Symbol::tree) {
      ++result_.figures.transitions;
      return true;
    }
    if (!arrived(model_.fingerprint())) return false;
  }
  return true;
}

}  // namespace waymark::certify

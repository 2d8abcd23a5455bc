#include "certify/lean.hpp"

#include <unordered_map>
#include <utility>

#include "base/check.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

namespace {

// For each state met: what the script announced and what arrived, and where in the walk each began.
class Ledger final : public LeanListener {
 public:
  explicit Ledger(std::uint64_t memory) : most_(memory / bytes_per_state) {}

  [[nodiscard]] bool entered(const model::Fingerprint& state, std::uint64_t count) override {
    ++event_;
    Entry& entry = states_[state];
    if (entry.entered == 0) entry.entered = event_;
    entry.announced += count;
    return states_.size() <= most_;
  }
  [[nodiscard]] bool arrived(const model::Fingerprint& state) override {
    ++event_;
    Entry& entry = states_[state];
    if (entry.first_arrival == 0) entry.first_arrival = event_;
    ++entry.arrived;
    return states_.size() <= most_;
  }
  [[nodiscard]] bool full() const { return states_.size() > most_; }

  // The first event that is false, 0 if none, and what is wrong with it. A transition to a state that is never entered
  // comes before all wrong counts: it is what makes a script worthless.
  [[nodiscard]] std::uint64_t first_false(std::string& why) const {
    std::uint64_t left_out = 0;
    const Entry* miscounted = nullptr;
    for (const auto& [state, entry] : states_) {
      if (entry.entered == 0) {
        if (left_out == 0 || entry.first_arrival < left_out) left_out = entry.first_arrival;
      } else if (entry.announced != entry.arrived && (miscounted == nullptr || entry.entered < miscounted->entered)) {
        miscounted = &entry;
      }
    }
    if (left_out != 0) {
      why = "this transition leads to a state that the script never enters";
      return left_out;
    }
    if (miscounted == nullptr) return 0;
    why = "the script announces " + std::to_string(miscounted->announced) + " other transitions to this state, but " +
          std::to_string(miscounted->arrived) + " lead to it";
    return miscounted->entered;
  }

 private:
  struct Entry {
    std::uint64_t entered = 0;  // events are counted from 1
    std::uint64_t first_arrival = 0;
    std::uint64_t announced = 0;
    std::uint64_t arrived = 0;
  };
  struct Hash {
    // Fingerprints under a secret key are as random as hashes get.
    std::size_t operator()(const model::Fingerprint& state) const { return static_cast<std::size_t>(state.low); }
  };
  static constexpr std::uint64_t bytes_per_state = sizeof(Entry) + sizeof(model::Fingerprint) + 4 * sizeof(void*);

  std::uint64_t most_;
  std::uint64_t event_ = 0;
  std::unordered_map<model::Fingerprint, Entry, Hash> states_;
};

// Ends the walk at one event.
class Until final : public LeanListener {
 public:
  explicit Until(std::uint64_t event) : left_(event) {}
  [[nodiscard]] bool entered(const model::Fingerprint&, std::uint64_t) override { return --left_ > 0; }
  [[nodiscard]] bool arrived(const model::Fingerprint&) override { return --left_ > 0; }

 private:
  std::uint64_t left_;
};

}  // namespace

Result judge(const Evidence& evidence, const std::vector<script::Slice>& slices) {
  Result result;
  result.figures = evidence.figures;
  result.verdict = Verdict::rejected;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  const bool parts = slices.front().file->header().parts != 0;
  for (const script::Slice& slice : slices) {
    if (!parts && &slice != &slices.front()) break;
    states += slice.file->header().states;
    transitions += slice.file->header().transitions;
  }
  if (!evidence.balanced()) {
    result.why = "some transition leads to a state that the script leaves out, or some count is wrong";
  } else if (states != evidence.figures.states || transitions != evidence.figures.transitions ||
             (!parts && slices.front().file->header().depth != evidence.figures.depth)) {
    result.why = "the header's numbers of states and transitions are not those of the walk";
  } else {
    result.verdict = Verdict::certified;
  }
  return result;
}

Lean::Lean(Factory factory, std::vector<std::shared_ptr<const script::File>> files, Request request)
    : factory_(std::move(factory)), files_(std::move(files)), request_(std::move(request)) {
  CHECK(!files_.empty());
}

Result Lean::run(const Secret& secret) {
  Result result;
  if (!slices_of(files_, script::Form::lean, request_, slices_, result)) return result;
  Evidence evidence;
  result = share_out(
      slices_, factory_, request_.jobs,
      [&](model::Model& model) { return std::make_unique<LeanSlice>(model, secret, request_); },
      [&](std::size_t, const LeanSlice& worker, Result& slice) {
        if (!evidence.add(worker.evidence())) slice = rejected("the counts announced are too large");
      });
  return result.verdict == Verdict::certified ? judge(evidence, slices_) : result;
}

Result Lean::explain(const Secret& secret) {
  Result result;
  if (!slices_of(files_, script::Form::lean, request_, slices_, result)) return result;
  const std::unique_ptr<model::Model> model = factory_();
  Ledger ledger(request_.memory);
  {
    LeanSlice worker(*model, secret, request_, &ledger);
    for (const script::Slice& slice : slices_) {
      result = worker.run(slice);
      if (ledger.full()) result.why = "naming the false step needs more memory than allowed";
      if (result.verdict != Verdict::certified) return result;
    }
  }
  std::string why;
  const std::uint64_t event = ledger.first_false(why);
  if (event == 0) return run(secret);
  Until until(event);
  const std::unique_ptr<model::Model> again = factory_();
  LeanSlice worker(*again, secret, request_, &until);
  for (const script::Slice& slice : slices_) {
    result = worker.run(slice);
    if (result.verdict != Verdict::certified) break;
  }
  result.verdict = Verdict::rejected;
  result.why = std::move(why);
  return result;
}

}  // namespace waymark::certify

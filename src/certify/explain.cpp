#include "certify/explain.hpp"

#include <unordered_map>

#include "certify/lean.hpp"

namespace waymark::certify {

namespace {

// For each state met: what the script announced and what arrived, and where in the walk each began.
class Ledger {
 public:
  explicit Ledger(std::uint64_t memory) : most_(memory / bytes_per_state) {}

  // As a LeanListener.
  [[nodiscard]] bool note(const Element& state, std::optional<std::uint64_t> announced) {
    ++event_;
    Entry& entry = states_[state];
    std::uint64_t& first = announced ? entry.entered : entry.first_arrival;
    if (first == 0) first = event_;
    (announced ? entry.announced : entry.arrived) += announced.value_or(1);
    return !full();
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
    // What is made of fingerprints under a secret key is as random as hashes get.
    std::size_t operator()(const Element& state) const { return static_cast<std::size_t>(state.value()); }
  };
  static constexpr std::uint64_t bytes_per_state = sizeof(Entry) + sizeof(Element) + 4 * sizeof(void*);

  std::uint64_t most_;
  std::uint64_t event_ = 0;
  std::unordered_map<Element, Entry, Hash> states_;
};

}  // namespace

Result explain_lean(const Factory& factory, const Files& files, const Request& request, const Secret& secret) {
  Result result;
  std::vector<script::Slice> slices;
  const script::Form form = files.front()->header().form;
  if (!slices_of(files, form, request, slices, result)) return result;
  const auto walk = [&](const LeanListener& listener) {
    const std::unique_ptr<model::Model> model = factory();
    LeanSlice worker(*model, secret, request, std::nullopt, listener);
    for (const script::Slice& slice : slices) {
      result = worker.run(slice);
      if (result.verdict != Verdict::certified) return;
    }
  };
  Ledger ledger(request.memory);
  walk([&](const Element& state, std::optional<std::uint64_t> count) { return ledger.note(state, count); });
  if (ledger.full()) result.why = "naming the false step needs more memory than allowed";
  if (result.verdict != Verdict::certified) return result;
  std::string why;
  std::uint64_t event = ledger.first_false(why);
  if (event == 0) return run_lean(factory, files, request, secret);
  walk([&](const Element&, std::optional<std::uint64_t>) { return --event > 0; });
  result.verdict = Verdict::rejected;
  result.why = std::move(why);
  if (script::has_claims(form)) result.why += " (states that are labelled otherwise are others)";
  return result;
}

}  // namespace waymark::certify

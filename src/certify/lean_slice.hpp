// Lean certification: walks the spanning tree that a lean script or one of its kin describes, takes every transition of
// every state in it, and proves by two products under a secret key that all of them end in states that were walked.
// docs/trust/soundness.md has the argument.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "certify/labels.hpp"
#include "certify/products.hpp"
#include "certify/result.hpp"
#include "certify/sample.hpp"
#include "certify/secret.hpp"
#include "certify/sketch.hpp"
#include "certify/tree_slice.hpp"

namespace waymark::certify {

// What one or more slices of a walk add up to.
struct Evidence {
  Product announced;  // by the states entered
  Product arrived;    // by the other transitions taken
  std::uint64_t announced_count = 0;
  std::uint64_t arrived_count = 0;
  // Where states are counted, those that are kept: of all that were entered, and of those that were explored.
  StateSet entered;
  StateSet explored;
  Sample sample;  // where a script estimates its coverage

  [[nodiscard]] std::uint64_t bytes() const { return entered.bytes() + explored.bytes() + sample.bytes(); }
  // False when a count overflows, which no honest script can cause.
  [[nodiscard]] bool add(const Evidence& other);
  friend bool operator==(const Evidence&, const Evidence&) = default;
};

// Hears what a walk does: that it enters a state, with its label, and what count the script announces for it, or,
// without a count, where another transition arrives. False ends it. For the second look at a script that was rejected.
using LeanListener = std::function<bool(const Element& state, std::optional<std::uint64_t> count)>;

class LeanSlice final : public TreeSlice {
 public:
  // The model has no key and was not reset. The request outlives this. States are counted if there is a sampling.
  LeanSlice(model::Model& model, const Secret& secret, const Request& request,
            const std::optional<Sampling>& sampling = std::nullopt, LeanListener listener = {});

  [[nodiscard]] Result run(const script::Slice& slice, const std::atomic<std::uint64_t>* halt = nullptr);
  // What the certified slice is worth, together with all others.
  [[nodiscard]] const Evidence& evidence() const { return evidence_; }

 private:
  [[nodiscard]] bool replay(const script::PathNode& node) override;
  [[nodiscard]] bool enter() override;
  [[nodiscard]] bool find_tree_edge() override;
  void note_streams(script::SyncPoint& here) const override;
  [[nodiscard]] bool closed() override;
  // Reads the label of where the transition leads that was taken last.
  [[nodiscard]] bool read_label(Label& label);
  [[nodiscard]] bool enter_frontier(const Label& label);
  [[nodiscard]] bool count_distinct(const model::Fingerprint& state);
  [[nodiscard]] bool arrived(const model::Fingerprint& state);
  // In each of them; of one_by_one_, in the only one.
  [[nodiscard]] bool arrived(std::span<const model::Fingerprint> states);
  // Goes through the states of the sample that the script has below the state of the frontier on top of the path.
  [[nodiscard]] bool walk_sample();
  // Where the model stands, if that belongs to the sample.
  [[nodiscard]] bool in_sample() { return draw_->number(model_) <= bound_; }
  [[nodiscard]] bool has_room();

  Element point_;
  LabelledElements elements_;
  std::optional<Sampling> sampling_;
  LeanListener listener_;
  std::optional<script::Cursor> counts_;
  std::optional<LabelReader> labels_;
  bool one_by_one_ = false;  // labels and listeners ask the walk which transition it took last
  Evidence evidence_;
  std::optional<model::Draw> draw_;  // where there is a sample
  std::uint64_t bound_ = 0;
  std::uint64_t sampled_steps_ = 0;
};

}  // namespace waymark::certify

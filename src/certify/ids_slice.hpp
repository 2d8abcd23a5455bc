// Certification of an ids script, or of a task of one: follows its steps with the program, and checks on the spot that
// each transition exists, that a state is left only when all of its transitions were taken, and that a state said to be
// met again is the one that was met. docs/trust/soundness.md has the argument, also for tasks.
#pragma once

#include <atomic>
#include <compare>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "certify/fingerprints.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "certify/slice_walk.hpp"
#include "script/ids_split.hpp"

namespace waymark::certify {

// What a task found, for joining the results.
struct IdsEvidence {
  // From where to where in the script, all zeros for its end.
  struct Stretch {
    script::Digest begin = {};
    script::Digest end = {};
    friend auto operator<=>(const Stretch&, const Stretch&) = default;
  };
  Stretch own;
  std::vector<Stretch> holes;                 // left to others, inside its own
  std::vector<Fingerprints::Entry> reported;  // of states that other tasks may know; by number

  void encode(base::ByteSink& sink) const;
  // False: malformed.
  [[nodiscard]] bool decode(base::ByteSource& source);
  friend bool operator==(const IdsEvidence&, const IdsEvidence&) = default;
};

class IdsSlice final : public SliceWalk {
 public:
  // The model has no key and was not reset. The request outlives this. `memory` bounds path and fingerprints.
  IdsSlice(model::Model& model, const Secret& secret, const Request& request, std::shared_ptr<const script::File> file,
           std::uint64_t memory);

  // Certified means: this task agrees with the script. Ends early behind the transition that halt names.
  [[nodiscard]] Result run(const script::IdsTask& task, const std::atomic<std::uint64_t>* halt = nullptr);
  [[nodiscard]] const IdsEvidence& evidence() const { return evidence_; }

 private:
  // A state on the path.
  struct EnteredState {
    model::Fingerprint fingerprint;
    std::uint32_t produced = 0;  // how many of its successors the walk has gone through
  };

  [[nodiscard]] bool go_to_begin();
  [[nodiscard]] bool replay();
  [[nodiscard]] bool go_on();
  [[nodiscard]] bool enter();
  void report_path();
  [[nodiscard]] bool arrive(const script::IdsStep& step);
  [[nodiscard]] bool meet(const script::IdsStep& step);
  [[nodiscard]] bool leave(const script::IdsStep& step);
  [[nodiscard]] bool skip_hole(std::uint64_t root);
  // Stands in this successor of the top state.
  [[nodiscard]] bool go_to(std::uint32_t successor);
  [[nodiscard]] bool is_own(std::uint64_t id) const;
  [[nodiscard]] bool keep(std::uint64_t id, bool own);
  // The next step of the script, if there is one and time for it.
  [[nodiscard]] bool read(script::IdsStep& step);
  [[nodiscard]] std::string place() const override;
  [[nodiscard]] std::uint64_t at() const override { return reader_->transitions(); }

  std::shared_ptr<const script::File> file_;
  std::uint64_t memory_;
  const script::IdsTask* task_ = nullptr;
  std::unique_ptr<script::IdsReader> reader_;
  std::vector<EnteredState> path_;
  std::size_t reported_ = 0;     // so many of these have been reported, if they are own
  std::uint64_t first_own_ = 0;  // numbers from here on were met in this task, but for those in skipped_
  std::vector<std::pair<std::uint64_t, std::uint64_t>> skipped_;
  Fingerprints known_;
  std::uint64_t ticks_ = 0;
  IdsEvidence evidence_;
};

}  // namespace waymark::certify

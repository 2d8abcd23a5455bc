// Certification of an ids script, or of a task of one: follows its steps with the program, and checks on the spot that
// each transition exists, that a state is left only when all of its transitions were taken, and that a state said to be
// met again is the one that was met. docs/soundness.md has the argument, also for tasks.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certify/fingerprints.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "certify/walk.hpp"
#include "script/ids.hpp"

namespace waymark::certify {

// What a task found, for whoever joins the results.
struct IdsEvidence {
  // From where to where in the script, all zeros for its end.
  struct Stretch {
    script::Digest begin = {};
    script::Digest end = {};
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  Stretch own;
  std::vector<Stretch> holes;                // left to others, inside its own
  std::vector<Fingerprints::Entry> claimed;  // of states that other tasks may know; by number
  Figures figures;

  void encode(base::ByteSink& sink) const;
  // False: malformed.
  [[nodiscard]] bool decode(base::ByteSource& source);
  // But for what depends on the machine.
  [[nodiscard]] bool agrees_with(const IdsEvidence& other) const {
    return own == other.own && holes == other.holes && claimed == other.claimed;
  }
};

class IdsSlice {
 public:
  // The model has no key and was not reset. The request outlives this. `memory` bounds path and fingerprints.
  IdsSlice(model::Model& model, const Secret& secret, const Request& request, std::shared_ptr<const script::File> file,
           std::uint64_t memory);

  // Certified means: this task agrees with the script. Ends early when somebody sets halt.
  [[nodiscard]] Result run(const script::IdsTask& task, const std::atomic<bool>* halt = nullptr);
  [[nodiscard]] const IdsEvidence& evidence() const { return evidence_; }

 private:
  // A state on the path.
  struct Level {
    model::Fingerprint fingerprint;
    std::uint32_t produced = 0;  // how many of its arrivals the walk has gone through
  };

  [[nodiscard]] bool go_to_begin();
  [[nodiscard]] bool replay();
  [[nodiscard]] bool go_on();
  [[nodiscard]] bool enter();
  void claim_path();
  [[nodiscard]] bool arrive(const script::IdsStep& step);
  [[nodiscard]] bool meet(const script::IdsStep& step);
  [[nodiscard]] bool leave(const script::IdsStep& step);
  [[nodiscard]] bool skip_hole(std::uint64_t root);
  // Stands where this arrival of the top state leads.
  [[nodiscard]] bool go_to(std::uint32_t arrival);
  [[nodiscard]] bool is_own(std::uint64_t id) const;
  [[nodiscard]] bool keep(std::uint64_t id, bool own);
  [[nodiscard]] bool in_time();
  [[nodiscard]] bool reject(std::string why);
  [[nodiscard]] bool faulty();
  [[nodiscard]] bool stopped();
  [[nodiscard]] bool ended(std::string why);

  Walk walk_;
  model::Model& model_;
  const Request& request_;
  std::shared_ptr<const script::File> file_;
  std::uint64_t memory_;
  const std::atomic<bool>* halt_ = nullptr;
  const script::IdsTask* task_ = nullptr;
  std::unique_ptr<script::IdsReader> reader_;
  std::vector<Level> levels_;
  std::size_t claimed_levels_ = 0;  // of these, whose states are claimed if they are own
  std::uint64_t first_own_ = 0;     // numbers from here on were met in this task, but for those in skipped_
  std::vector<std::pair<std::uint64_t, std::uint64_t>> skipped_;
  Fingerprints known_;
  std::uint64_t ticks_ = 0;
  IdsEvidence evidence_;
  Result result_;
};

}  // namespace waymark::certify

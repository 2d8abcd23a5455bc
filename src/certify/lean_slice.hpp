// Lean certification: walks the spanning tree that a lean script describes, takes every transition of every state in
// it, and proves by two sums under a secret key that all of them end in states that were walked. Memory: the path.
// docs/soundness.md has the argument.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "certify/products.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "certify/walk.hpp"
#include "script/reader.hpp"
#include "script/sync.hpp"

namespace waymark::certify {

// What one or more slices of a walk add up to.
struct Evidence {
  Product announced;  // by the states entered
  Product arrived;    // by the other transitions taken
  std::uint64_t announced_count = 0;
  std::uint64_t arrived_count = 0;
  Figures figures;

  // False when a count overflows, which no honest script can cause.
  [[nodiscard]] bool add(const Evidence& other);
  [[nodiscard]] bool balanced() const { return announced == arrived && announced_count == arrived_count; }
};

// Hears what a walk does, state by state; false ends it. For the second look at a script that was rejected.
class LeanListener {
 public:
  LeanListener() = default;
  LeanListener(const LeanListener&) = delete;
  LeanListener& operator=(const LeanListener&) = delete;
  virtual ~LeanListener() = default;

  [[nodiscard]] virtual bool entered(const model::Fingerprint& state, std::uint64_t count) = 0;
  [[nodiscard]] virtual bool arrived(const model::Fingerprint& state) = 0;
};

class LeanSlice {
 public:
  // The model has no key and was not reset. The request outlives this.
  LeanSlice(model::Model& model, const Secret& secret, const Request& request, LeanListener* listener = nullptr);

  // Certified means: this slice agrees with the script, and ends exactly where it should. The evidence says the rest.
  // Ends early when somebody sets halt.
  [[nodiscard]] Result run(const script::Slice& slice, const std::atomic<bool>* halt = nullptr);
  [[nodiscard]] const Evidence& evidence() const { return evidence_; }

 private:
  // A state on the path. Its row lies in rows_, as in the stream.
  struct Level {
    std::size_t row = 0;   // where it begins
    std::size_t byte = 0;  // that holds the next symbol
    unsigned bit = 0;
    std::uint64_t count = 0;
  };

  [[nodiscard]] bool replay();
  [[nodiscard]] bool enter();
  [[nodiscard]] bool read_row(Level& level);
  [[nodiscard]] bool read_count(Level& level);
  [[nodiscard]] bool go_on();
  [[nodiscard]] bool ended(std::string why);
  [[nodiscard]] bool in_time();
  enum class Symbol : std::uint8_t { other, tree, none };
  [[nodiscard]] Symbol take_symbol(Level& level) const;
  [[nodiscard]] bool arrived(const model::Fingerprint& state);
  [[nodiscard]] std::uint64_t taken(const Level& level) const { return 7 * (level.byte - level.row) + level.bit; }
  [[nodiscard]] bool at(const script::SyncPoint& point) const;
  [[nodiscard]] bool reject(std::string why);
  [[nodiscard]] bool stopped();

  Walk walk_;
  model::Model& model_;
  const Request& request_;
  Element point_;
  LeanListener* listener_;
  const script::Slice* slice_ = nullptr;
  const std::atomic<bool>* halt_ = nullptr;
  std::optional<script::Cursor> rows_stream_;
  std::optional<script::Cursor> counts_stream_;
  std::vector<std::uint8_t> rows_;
  std::vector<Level> levels_;
  Evidence evidence_;
  Result result_;
};

}  // namespace waymark::certify

// Lean certification: walks the spanning tree that a lean script describes, takes every transition of every state in
// it, and proves by two sums under a secret key that all of them end in states that were walked. Memory: the path.
// docs/soundness.md has the argument.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "certify/sums.hpp"
#include "certify/walk.hpp"
#include "script/reader.hpp"
#include "script/sync.hpp"

namespace waymark::certify {

// What one or more slices of a walk add up to.
struct Evidence {
  Sum announced;  // A: by the states entered
  Sum arrived;    // B: by the other transitions taken
  std::uint64_t announced_count = 0;
  std::uint64_t arrived_count = 0;
  Figures figures;

  // False when a count overflows, which no honest script can cause.
  [[nodiscard]] bool add(const Evidence& other);
  [[nodiscard]] bool balanced() const { return announced == arrived && announced_count == arrived_count; }
};

// Walks one slice of a lean script: from one sync point (or the start) to another (or the end).
class LeanSlice {
 public:
  // The model has no key and was not reset.
  LeanSlice(model::Model& model, std::shared_ptr<const script::File> file, const Secret& secret,
            const Request& request);

  // Certified means: this slice agrees with the script, and ends exactly at `end`. The evidence says the rest.
  [[nodiscard]] Result run(const script::SyncPoint& begin, const script::SyncPoint* end);
  [[nodiscard]] const Evidence& evidence() const { return evidence_; }

 private:
  // A state on the path. Its row lies in rows_, as in the stream.
  struct Level {
    std::size_t row = 0;     // where it begins
    std::uint64_t size = 0;  // its symbols
    std::uint64_t taken = 0;
    std::uint64_t count = 0;
  };

  [[nodiscard]] bool replay(const script::SyncPoint& begin);
  [[nodiscard]] bool enter();
  [[nodiscard]] bool read_row(Level& level);
  [[nodiscard]] bool read_count(Level& level);
  [[nodiscard]] bool go_on(const script::SyncPoint* end);
  [[nodiscard]] bool take_symbol(Level& level, bool& tree);
  [[nodiscard]] bool at(const script::SyncPoint& point) const;
  [[nodiscard]] bool reject(std::string why);
  [[nodiscard]] bool stopped();

  Walk walk_;
  model::Model& model_;
  const Request& request_;
  Prf prf_;
  script::Cursor rows_stream_;
  script::Cursor counts_stream_;
  std::vector<std::uint8_t> rows_;
  std::vector<Level> levels_;
  Evidence evidence_;
  std::uint64_t states_before_ = 0;
  std::uint64_t transitions_before_ = 0;
  Result result_;
};

class Lean {
 public:
  Lean(Factory factory, std::shared_ptr<const script::File> file, Request request);
  // Certified: the states walked are all that are reachable, and what was asked holds in each of them. The script must
  // be fixed before the secret is drawn.
  [[nodiscard]] Result run(const Secret& secret);

 private:
  Factory factory_;
  std::shared_ptr<const script::File> file_;
  Request request_;
};

}  // namespace waymark::certify

// Coding: how the workers of one search write states before they put them into what they share (SharedStates): as they
// are, or as a few words that determine them, made of parts that are kept once. Equal states have equal codes,
// whichever of the workers writes them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "containers/words.hpp"
#include "store/shared_states.hpp"

namespace waymark::store {

// One worker's: it remembers the state met last.
class Coder {
 public:
  Coder() = default;
  Coder(const Coder&) = delete;
  Coder& operator=(const Coder&) = delete;
  virtual ~Coder() = default;

  // The state's code, a view until the next call; nothing if there is no room for its parts in this round, or at all.
  [[nodiscard]] virtual std::optional<std::span<const containers::Word>> encode(const containers::Packed& state) = 0;
  // The words of a state, a view until the next call.
  [[nodiscard]] virtual std::span<const containers::Word> decode(std::span<const containers::Word> code) = 0;
};

class Coding {
 public:
  enum class Kind : std::uint8_t { as_it_is, collapse, tree };

  // `cas_failure_rate`: see SharedStates::Writer.
  Coding(base::Budget& budget, Kind kind, unsigned cas_failure_rate)
      : budget_(budget),
        kind_(kind),
        cas_failure_rate_(cas_failure_rate),
        parts_(budget, {.marks = false, .length = length_of(kind)}) {}

  // What there has to be of each state beside its code.
  [[nodiscard]] static SharedStates::Form form(Kind kind) { return {.marks = true, .length = length_of(kind)}; }

  // For one more worker; none if states are kept as they are. It does not outlive this.
  [[nodiscard]] std::unique_ptr<Coder> make();
  // Between rounds: makes room for as many parts or more. False if the budget refuses that.
  [[nodiscard]] bool prepare(
      std::uint64_t parts, const SharedStates::Together& together = [](const auto& work) { work(0, 1); });
  // The budget has refused what a part needs.
  [[nodiscard]] bool refused() const { return parts_.refused(); }
  [[nodiscard]] std::uint64_t bytes() const { return kind_ == Kind::as_it_is ? 0 : parts_.bytes(); }

 private:
  // Of codes, and of parts; 0: it varies.
  [[nodiscard]] static std::uint32_t length_of(Kind kind) { return kind == Kind::tree ? 2 : 0; }

  base::Budget& budget_;
  Kind kind_;
  unsigned cas_failure_rate_;
  SharedStates parts_;
  std::atomic<std::uint32_t> usual_length_{~std::uint32_t{0}};  // of trees: that of the first state that was encoded
  std::vector<std::unique_ptr<SharedStates::Writer>> writers_;
  std::vector<SharedStates::Writer*> all_;
};

}  // namespace waymark::store

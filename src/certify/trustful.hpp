// Trustful certification: visits every state that a trustful script leads to, taking tree edges only, and checks state
// properties there. Whether these are all states is taken on trust, so the caller first demands a signature by a key it
// knows (script/signature.hpp). Step invariants cannot be checked this way: most transitions are never taken.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "certify/result.hpp"
#include "certify/walk.hpp"
#include "script/reader.hpp"
#include "script/sync.hpp"

namespace waymark::certify {

class TrustfulSlice {
 public:
  // The model was not reset. The request outlives this, and asks for no step invariants.
  TrustfulSlice(model::Model& model, const Request& request);
  // Certified means: this slice could be followed, ends exactly where it should, and what was asked holds in its
  // states.
  [[nodiscard]] Result run(const script::Slice& slice, const std::atomic<bool>* halt = nullptr);

 private:
  // A state on the path, or a choice inside an indivisible sequence.
  struct Level {
    std::size_t row = 0;
    std::size_t byte = 0;  // that holds the next symbol
    unsigned bit = 0;
    std::uint32_t choice = 0;  // that the next symbol is about
  };

  [[nodiscard]] bool replay();
  [[nodiscard]] bool read_row();
  [[nodiscard]] bool enter();
  [[nodiscard]] bool go_on();
  [[nodiscard]] bool at(const script::SyncPoint& point) const;
  // The next choice to take at the top of the path. False: none.
  [[nodiscard]] bool next_choice(std::uint32_t& choice);
  [[nodiscard]] bool reject(std::string why);
  [[nodiscard]] bool stopped();
  [[nodiscard]] bool ended(std::string why);
  [[nodiscard]] bool in_time();

  Walk walk_;
  const Request& request_;
  const script::Slice* slice_ = nullptr;
  const std::atomic<bool>* halt_ = nullptr;
  std::optional<script::Cursor> stream_;
  std::vector<std::uint8_t> rows_;
  std::vector<Level> levels_;
  Figures figures_;
  Result result_;
};

class Trustful {
 public:
  // One whole script, or all parts of one. The request asks for no step invariants.
  Trustful(Factory factory, std::vector<std::shared_ptr<const script::File>> files, Request request);
  [[nodiscard]] Result run();

 private:
  Factory factory_;
  std::vector<std::shared_ptr<const script::File>> files_;
  Request request_;
};

}  // namespace waymark::certify

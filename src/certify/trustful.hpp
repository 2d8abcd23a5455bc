// Trustful certification: visits every state that a trustful script leads to, taking tree edges only, and checks state
// properties there. Whether these are all states is taken on trust, so the caller first demands a signature by a key it
// knows (script/signature.hpp). Step invariants cannot be checked this way: most transitions are never taken.
#pragma once

#include "certify/result.hpp"
#include "certify/tree_slice.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

class TrustfulSlice final : public TreeSlice {
 public:
  // The model was not reset. The request outlives this, and asks for no step invariants.
  TrustfulSlice(model::Model& model, const Request& request);

 private:
  [[nodiscard]] bool replay(const script::PathNode& node) override;
  [[nodiscard]] bool enter() override;
  [[nodiscard]] bool find_tree_edge() override;
  // Of the state or choice on top of the walk's path, which has as many symbols as that has transitions.
  [[nodiscard]] bool read_fitting_row();
};

// The request asks for no step invariants.
[[nodiscard]] Result run_trustful(const Factory& factory, const Files& files, const Request& request);

}  // namespace waymark::certify

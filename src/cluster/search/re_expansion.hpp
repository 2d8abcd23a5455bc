// ReExpansion: transitions of states that DistributedBfs has found, taken once more, by all ranks. No rank keeps
// edges: an algorithm that needs them takes the transitions again, and the target is sent to the rank that keeps it.
// Most of these states the other end remembers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "cluster/search/distributed_bfs.hpp"
#include "cluster/transport/transport.hpp"
#include "model/path.hpp"

namespace waymark::cluster {

class ReExpansion final : private Receiver {
 public:
  class Listener {
   public:
    Listener() = default;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    virtual ~Listener() = default;

    // The transitions of a state that is kept here are taken next; the model stands in it.
    virtual void leaves(std::uint64_t id) = 0;
    // One of them has arrived, where the model stands: whether it is sent on.
    [[nodiscard]] virtual bool follows() = 0;
    // It is sent to this rank.
    virtual void sent(unsigned owner) = 0;
    // A transition of that rank leads to a state that is kept here; `value` is what came with it. What one rank sends
    // comes in the order in which it was sent.
    virtual void arrives(std::uint64_t id, unsigned from, std::uint64_t value) = 0;
  };

  static constexpr std::uint64_t most_value = (std::uint64_t{1} << 40) - 1;

  // REQUIRES: `levels` has gone through the graph, or will have before anything else is called. States do not move.
  ReExpansion(DistributedBfs& levels, Transport& transport, base::Budget& budget);

  // When the graph has been gone through: who listens from now on. While nothing is on its way, and by all ranks.
  void deliver_to(Listener& listener);
  // Takes the transitions of a state. With each that is sent goes this value, up to most_value.
  void expand(std::uint64_t id, std::uint64_t value = 0);
  // Takes those of so many states, and returns when all ranks have done so with theirs and all has arrived.
  void expand_all(std::uint64_t count, const std::function<std::uint64_t(std::uint64_t)>& id);
  // Calls take(), for one that is to be expanded, until no rank has any left and all has arrived.
  void work_off(const std::function<std::optional<std::uint64_t>()>& take,
                const std::function<std::uint64_t(std::uint64_t)>& value);

  [[nodiscard]] bool stopping() { return levels_.explorer().stopping() || levels_.mailbox().stopped(); }
  // Whether some rank stops; if so, the search ends for that reason.
  [[nodiscard]] bool any_stops();

 private:
  void receive(Records& records) override;
  void step_arrived(std::uint64_t value);
  [[nodiscard]] std::optional<std::uint64_t> number_here();

  DistributedBfs& levels_;
  Transport& transport_;
  model::Model& model_;
  StateCodec codec_;
  model::Path path_;
  Listener* listener_ = nullptr;
  std::uint64_t end_ = 0;  // states from here on were cut off by the depth limit
};

}  // namespace waymark::cluster

// Channels: sends and receives. A rendezvous channel holds nothing: its message is in the pending offer, within one
// step.
#pragma once

#include <span>
#include <vector>

#include "promela/explainer.hpp"
#include "promela/machine.hpp"
#include "promela/trace.hpp"

namespace waymark::promela {

class Channels {
 public:
  // A rendezvous offer that waits for its receiver.
  struct Offer {
    std::uint32_t channel = 0;  // 0: none
    std::vector<std::int32_t> values;
  };

  // REQUIRES: all outlive it.
  Channels(State& state, Errors& errors, Machine& machine, Trace& trace, Explainer& explainer)
      : state_(state), errors_(errors), machine_(machine), trace_(trace), explainer_(explainer) {}

  // Whether a send can be executed, a receiver of a rendezvous left aside.
  [[nodiscard]] bool can_send(const SendInfo& send, const Context& context);
  // Whether a message is there for it; an offer is none.
  [[nodiscard]] bool can_receive(const ReceiveInfo& receive, const Context& context);
  // len, full, empty, nfull, nempty.
  [[nodiscard]] std::int32_t test(Op op, std::int32_t number, const Context& context);
  // ch ? [...]
  [[nodiscard]] std::int32_t poll(const ReceiveInfo& receive, const Context& context);
  void send(const SendInfo& send, const Context& context);
  // Takes the pending offer if there is one.
  void receive(const ReceiveInfo& receive, const Context& context);

  [[nodiscard]] bool is_rendezvous(const SendInfo& send, const Context& context);
  void make_offer(const SendInfo& send, const Context& context);
  [[nodiscard]] const Offer& offer() const { return offer_; }
  [[nodiscard]] bool accepts_offer(const ReceiveInfo& receive, const Context& context);
  void withdraw_offer() { offer_.channel = 0; }
  // Makes the offer in earnest: for the trace, and for people.
  void announce_offer();

 private:
  enum class Ends : std::uint8_t { send = 1, receive = 2, both = 3 };

  // nullptr, and a fault: there is none.
  [[nodiscard]] const ChannelPart* find(std::int32_t number) {
    const std::vector<ChannelPart>& all = state_.channels();
    if (static_cast<std::uint32_t>(number) - 1 < all.size()) return &all[static_cast<std::uint32_t>(number) - 1];
    errors_.fault(Fault::no_channel);
    return nullptr;
  }
  // A process that touches an end which is exclusive to another one, or only tries to, is at fault.
  void check_exclusive(std::int32_t number, Ends ends, const Context& context) {
    if (state_.program().has_exclusive_ends && context.pid < state_.processes().size()) {
      find_owner(number, ends, context);
    }
  }
  void find_owner(std::int32_t number, Ends ends, const Context& context);
  // The slot of the message that a receive takes, -1 if none fits. `in_part`: the receive may name fewer fields than
  // the channel has.
  [[nodiscard]] std::int32_t matching_slot(const ReceiveInfo& receive, const ChannelPart& channel,
                                           const Context& context, bool in_part = false);
  // Leaves the arguments on the stack; false, and a fault: there are too few, too many, or one has no value.
  [[nodiscard]] bool push_arguments(const SendInfo& send, const ChannelType& type, const Context& context,
                                    std::int32_t* stack);
  void receive_offer(const ReceiveInfo& receive, const Context& context);
  void bind(const ReceiveInfo& receive, const Context& context, std::span<const std::int32_t> values);

  State& state_;
  Errors& errors_;
  Machine& machine_;
  Trace& trace_;
  Explainer& explainer_;
  Offer offer_;
  std::vector<std::int32_t> values_;  // of the message being received
};

}  // namespace waymark::promela

#include "promela/channels.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::promela {

void Channels::find_owner(std::int32_t number, Ends ends, const Context& context) {
  const ChannelPart* channel = find(number);
  if (channel == nullptr || state_.is_rendezvous(*channel)) return;
  for (std::uint32_t pid = 0; pid < state_.processes().size(); ++pid) {
    if (pid == context.pid) continue;
    const Context owner = state_.context(pid);
    for (const ExclusiveEnd& exclusive : state_.program().types[owner.type].exclusive_ends) {
      const Ends end = exclusive.receives ? Ends::receive : Ends::send;
      if ((static_cast<unsigned>(ends) & static_cast<unsigned>(end)) == 0) continue;
      const Fault before = errors_.take();
      const bool same = machine_.evaluate(exclusive.channel, owner) == number;
      errors_.put_back(before);
      if (same) errors_.fault(Fault::not_exclusive);
    }
  }
}

bool Channels::can_send(const SendInfo& send, const Context& context) {
  const std::int32_t number = machine_.evaluate(send.channel, context);
  const ChannelPart* channel = find(number);
  if (channel == nullptr) return true;
  check_exclusive(number, Ends::send, context);
  return state_.is_rendezvous(*channel) || !state_.is_full(*channel);
}

bool Channels::can_receive(const ReceiveInfo& receive, const Context& context) {
  const std::int32_t number = machine_.evaluate(receive.channel, context);
  const ChannelPart* channel = find(number);
  if (channel == nullptr) return true;
  check_exclusive(number, Ends::receive, context);
  if (!state_.is_rendezvous(*channel)) return matching_slot(receive, *channel, context) >= 0;
  if (receive.copy) errors_.fault(Fault::poll);
  return false;
}

// nfull and nempty look at one end only, so a process to which the other end is closed (xr, xs) may use them.
std::int32_t Channels::test(Op op, std::int32_t number, const Context& context) {
  const ChannelPart* channel = find(number);
  const Ends ends = op == Op::channel_not_full ? Ends::send : op == Op::channel_not_empty ? Ends::receive : Ends::both;
  check_exclusive(number, ends, context);
  const std::uint32_t length = channel == nullptr ? 0 : state_.length(*channel);
  // A rendezvous channel is never full.
  const bool is_full = channel != nullptr && !state_.is_rendezvous(*channel) && state_.is_full(*channel);
  switch (op) {
    case Op::channel_length:
      return static_cast<std::int32_t>(length);
    case Op::channel_full:
      return is_full;
    case Op::channel_not_full:
      return !is_full;
    case Op::channel_empty:
      return length == 0;
    default:
      CHECK(op == Op::channel_not_empty);
      return length != 0;
  }
}

std::int32_t Channels::matching_slot(const ReceiveInfo& receive, const ChannelPart& channel, const Context& context,
                                     bool in_part) {
  const std::uint32_t length = state_.length(channel);
  if (length == 0) return -1;
  const std::size_t fields = state_.program().channel_types[channel.type].fields.size();
  if (receive.fields.size() > fields || (receive.fields.size() < fields && !in_part)) {
    errors_.fault(Fault::arity);
    return 0;
  }
  const std::uint32_t candidates = receive.random ? length : 1;
  for (std::uint32_t slot = 0; slot < candidates; ++slot) {
    bool matches = true;
    for (std::uint32_t i = 0; i < receive.fields.size() && matches; ++i) {
      const ReceiveField& wanted = receive.fields[i];
      if (wanted.kind == ReceiveField::Kind::match) {
        matches = machine_.evaluate(wanted.code, context) == state_.field(channel, slot, i);
        if (errors_.any()) return 0;
      }
    }
    if (matches) return static_cast<std::int32_t>(slot);
  }
  return -1;
}

// A poll may leave out fields; a receive must not, as in Spin.
std::int32_t Channels::poll(const ReceiveInfo& receive, const Context& context) {
  const std::int32_t number = machine_.evaluate(receive.channel, context);
  const ChannelPart* channel = find(number);
  if (channel == nullptr) return 0;
  check_exclusive(number, Ends::both, context);
  if (state_.is_rendezvous(*channel)) {
    errors_.fault(Fault::poll);
    return 0;
  }
  return matching_slot(receive, *channel, context, true) >= 0;
}

bool Channels::push_arguments(const SendInfo& send, const ChannelType& type, const Context& context,
                              std::int32_t* stack) {
  machine_.run(send.arguments, context, stack);
  if (send.count != type.fields.size()) errors_.fault(Fault::arity);
  return !errors_.any();
}

void Channels::send(const SendInfo& send, const Context& context) {
  const std::int32_t number = machine_.evaluate(send.channel, context);
  const ChannelPart* channel = find(number);
  if (channel == nullptr) return;
  check_exclusive(number, Ends::send, context);
  const ChannelType& type = state_.program().channel_types[channel->type];
  std::int32_t stack[Machine::stack_size];
  if (!push_arguments(send, type, context, stack)) return;
  const std::uint32_t length = state_.length(*channel);
  std::uint32_t slot = length;
  if (send.sorted) {
    // The new message is compared as it stands, before it is cut to the fields' types: that is what Spin does.
    for (slot = 0; slot < length; ++slot) {
      std::int32_t order = 0;
      for (std::uint32_t i = 0; i < type.fields.size() && order == 0; ++i) {
        const std::int32_t there = state_.field(*channel, slot, i);
        order = stack[i] < there ? -1 : stack[i] > there ? 1 : 0;
      }
      if (order < 0) break;
    }
  }
  std::uint8_t* bytes = state_.flat().edit(channel->base + type.first_slot + slot * type.slot_bytes,
                                           (length + 1 - slot) * type.slot_bytes);
  std::memmove(bytes + type.slot_bytes, bytes, (length - slot) * type.slot_bytes);
  std::memset(bytes, 0, type.slot_bytes);
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    write_cell(bytes + type.fields[i].offset, type.fields[i].cell, stack[i]);
  }
  state_.flat().set(channel->base, static_cast<std::uint8_t>(length + 1));
  if (explainer_.is_active()) explainer_.message(true, static_cast<std::uint32_t>(number), {stack, send.count});
  trace_.follow(true, static_cast<std::uint32_t>(number), {});
}

void Channels::bind(const ReceiveInfo& receive, const Context& context, std::span<const std::int32_t> values) {
  for (std::size_t i = 0; i < receive.fields.size(); ++i) {
    const ReceiveField& wanted = receive.fields[i];
    if (wanted.kind != ReceiveField::Kind::bind) continue;
    const std::int32_t address = machine_.evaluate(wanted.code, context);
    if (errors_.any()) return;
    state_.assign(static_cast<std::uint32_t>(address), wanted.cell, values[i]);
  }
}

void Channels::receive(const ReceiveInfo& receive, const Context& context) {
  if (offer_.channel != 0) {
    receive_offer(receive, context);
    return;
  }
  const std::int32_t number = machine_.evaluate(receive.channel, context);
  const ChannelPart* found = find(number);
  if (found == nullptr) return;
  check_exclusive(number, Ends::receive, context);
  const ChannelPart channel = *found;
  if (state_.is_rendezvous(channel)) {
    errors_.fault(Fault::poll);
    return;
  }
  const std::int32_t match = matching_slot(receive, channel, context);
  if (errors_.any() || match < 0) return;
  const auto slot = static_cast<std::uint32_t>(match);
  const ChannelType& type = state_.program().channel_types[channel.type];
  values_.clear();
  for (std::uint32_t i = 0; i < type.fields.size(); ++i) values_.push_back(state_.field(channel, slot, i));
  if (explainer_.is_active()) explainer_.message(false, static_cast<std::uint32_t>(number), values_);
  bind(receive, context, values_);
  if (receive.copy || errors_.any()) return;
  trace_.follow(false, static_cast<std::uint32_t>(number), {});
  const std::uint32_t left = state_.length(channel) - 1;
  std::uint8_t* bytes =
      state_.flat().edit(channel.base + type.first_slot + slot * type.slot_bytes, (left + 1 - slot) * type.slot_bytes);
  std::memmove(bytes, bytes + type.slot_bytes, (left - slot) * type.slot_bytes);
  std::memset(bytes + (left - slot) * type.slot_bytes, 0, type.slot_bytes);
  state_.flat().set(channel.base, static_cast<std::uint8_t>(left));
}

bool Channels::is_rendezvous(const SendInfo& send, const Context& context) {
  const ChannelPart* channel = find(machine_.evaluate(send.channel, context));
  if (errors_.any()) {
    errors_.take();  // the step will meet it again
    return false;
  }
  return state_.is_rendezvous(*channel);
}

void Channels::make_offer(const SendInfo& send, const Context& context) {
  const std::int32_t number = machine_.evaluate(send.channel, context);
  const ChannelPart* channel = find(number);
  if (channel == nullptr) return;
  const ChannelType& type = state_.program().channel_types[channel->type];
  std::int32_t stack[Machine::stack_size];
  if (!push_arguments(send, type, context, stack)) return;
  offer_.channel = static_cast<std::uint32_t>(number);
  offer_.values.assign(stack, stack + send.count);
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    offer_.values[i] = kept_by(type.fields[i].cell, offer_.values[i]);
  }
}

void Channels::announce_offer() {
  if (explainer_.is_active()) explainer_.message(true, offer_.channel, offer_.values);
  trace_.follow(true, offer_.channel, offer_.values);
}

bool Channels::accepts_offer(const ReceiveInfo& receive, const Context& context) {
  const std::int32_t number = machine_.evaluate(receive.channel, context);
  if (number != static_cast<std::int32_t>(offer_.channel) || errors_.any()) return false;
  if (receive.fields.size() != offer_.values.size()) {
    errors_.fault(Fault::arity);
    return true;
  }
  for (std::size_t i = 0; i < receive.fields.size(); ++i) {
    const ReceiveField& wanted = receive.fields[i];
    if (wanted.kind == ReceiveField::Kind::match && machine_.evaluate(wanted.code, context) != offer_.values[i]) {
      return false;
    }
  }
  return true;
}

void Channels::receive_offer(const ReceiveInfo& receive, const Context& context) {
  trace_.follow(false, offer_.channel, offer_.values);
  if (explainer_.is_active()) explainer_.message(false, offer_.channel, offer_.values);
  bind(receive, context, offer_.values);
  offer_.channel = 0;
}

}  // namespace waymark::promela

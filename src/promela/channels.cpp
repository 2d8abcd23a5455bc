// Channels: byte 0 of a channel's part is its length, then come its slots; unused slots are zero, so that equal
// contents are equal bytes. A rendezvous channel holds nothing: its message lives in the pending Offer, within one
// step.
#include <algorithm>

#include "promela/executor.hpp"

namespace waymark::promela {

const Executor::Channel* Executor::channel(std::int32_t number) {
  if (number <= 0 || static_cast<std::size_t>(number) > channels_.size()) {
    fault(Fault::no_channel);
    return nullptr;
  }
  return &channels_[static_cast<std::size_t>(number) - 1];
}

void Executor::find_owner(std::int32_t number, Ends ends, const Context& context) {
  const Channel* queue = channel(number);
  if (queue == nullptr || is_rendezvous(*queue)) return;
  for (std::uint32_t pid = 0; pid < processes_.size(); ++pid) {
    if (pid == context.pid) continue;
    for (const ExclusiveEnd& exclusive : program_->types[processes_[pid].type].exclusive_ends) {
      const Ends end = exclusive.receives ? Ends::receive : Ends::send;
      if ((static_cast<unsigned>(ends) & static_cast<unsigned>(end)) == 0) continue;
      const Fault before = fault_;
      const bool same = evaluate(exclusive.channel, this->context(pid)) == number;
      fault_ = before;
      if (same) fault(Fault::not_exclusive);
    }
  }
}

std::int32_t Executor::field(const Channel& channel, std::uint32_t slot, std::uint32_t field) const {
  const ChannelType& type = program_->channel_types[channel.type];
  const Field& info = type.fields[field];
  const std::uint32_t at = channel.base + type.first_slot + slot * type.slot_bytes + info.offset;
  return read_cell(state_.view(at, info.cell.size()), info.cell.kind);
}

std::int32_t Executor::matching_slot(const ReceiveInfo& receive, const Channel& channel, const Context& context,
                                     bool in_part) {
  const std::uint32_t count = length(channel);
  if (count == 0) return -1;
  const std::size_t fields = program_->channel_types[channel.type].fields.size();
  if (receive.fields.size() > fields || (receive.fields.size() < fields && !in_part)) {
    fault(Fault::arity);
    return 0;
  }
  const std::uint32_t looked_at = receive.random ? count : 1;
  for (std::uint32_t slot = 0; slot < looked_at; ++slot) {
    bool matches = true;
    for (std::uint32_t i = 0; i < receive.fields.size() && matches; ++i) {
      const ReceiveField& wanted = receive.fields[i];
      if (wanted.kind == ReceiveField::Kind::match) {
        matches = evaluate(wanted.code, context) == field(channel, slot, i);
        if (fault_ != Fault::none) return 0;
      }
    }
    if (matches) return static_cast<std::int32_t>(slot);
  }
  return -1;
}

bool Executor::offer_matches(const ReceiveInfo& receive, const Context& context) {
  if (receive.fields.size() != offer_.values.size()) {
    fault(Fault::arity);
    return true;
  }
  for (std::size_t i = 0; i < receive.fields.size(); ++i) {
    const ReceiveField& wanted = receive.fields[i];
    if (wanted.kind == ReceiveField::Kind::match && evaluate(wanted.code, context) != offer_.values[i]) return false;
  }
  return true;
}

std::int32_t Executor::poll(const ReceiveInfo& receive, const Context& context) {
  const std::int32_t number = evaluate(receive.channel, context);
  const Channel* queue = channel(number);
  if (queue == nullptr) return 0;
  check_exclusive(number, Ends::both, context);
  if (is_rendezvous(*queue)) {
    fault(Fault::poll);
    return 0;
  }
  return matching_slot(receive, *queue, context, true) >=
         0;  // a poll may leave out fields; a receive must not, as in Spin
}

void Executor::make_offer(const SendInfo& send, const Context& context) {
  const std::int32_t number = evaluate(send.channel, context);
  const Channel* queue = channel(number);
  if (queue == nullptr) return;
  const ChannelType& type = program_->channel_types[queue->type];
  std::int32_t stack[stack_size];
  run(&program_->code[send.arguments], context, stack);
  if (send.count != type.fields.size()) fault(Fault::arity);
  if (fault_ != Fault::none) return;
  offer_.channel = static_cast<std::uint32_t>(number);
  offer_.sender = context.pid;
  offer_.values.assign(stack, stack + send.count);
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    offer_.values[i] = kept_by(type.fields[i].cell, offer_.values[i]);
  }
}

void Executor::send(const SendInfo& send, const Context& context) {
  const std::int32_t number = evaluate(send.channel, context);
  const Channel* queue = channel(number);
  if (queue == nullptr) return;
  check_exclusive(number, Ends::send, context);
  const ChannelType& type = program_->channel_types[queue->type];
  std::int32_t stack[stack_size];
  run(&program_->code[send.arguments], context, stack);
  if (send.count != type.fields.size()) fault(Fault::arity);
  if (fault_ != Fault::none) return;
  const std::uint32_t count = length(*queue);
  std::uint32_t slot = count;
  if (send.sorted) {
    // The new message is compared as it stands, before it is cut to the fields' types: that is what Spin does.
    for (slot = 0; slot < count; ++slot) {
      std::int32_t order = 0;
      for (std::uint32_t i = 0; i < type.fields.size() && order == 0; ++i) {
        const std::int32_t there = field(*queue, slot, i);
        order = stack[i] < there ? -1 : stack[i] > there ? 1 : 0;
      }
      if (order < 0) break;
    }
  }
  std::uint8_t* bytes =
      state_.edit(queue->base + type.first_slot + slot * type.slot_bytes, (count + 1 - slot) * type.slot_bytes);
  std::memmove(bytes + type.slot_bytes, bytes, (count - slot) * type.slot_bytes);
  std::memset(bytes, 0, type.slot_bytes);
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    write_cell(bytes + type.fields[i].offset, type.fields[i].cell, stack[i]);
  }
  state_.set(queue->base, static_cast<std::uint8_t>(count + 1));
  if (explanation_ != nullptr) tell_message(true, static_cast<std::uint32_t>(number), {stack, send.count});
  watch_event(true, static_cast<std::uint32_t>(number));
}

void Executor::bind(const ReceiveInfo& receive, const Context& context, std::span<const std::int32_t> values) {
  for (std::size_t i = 0; i < receive.fields.size(); ++i) {
    const ReceiveField& wanted = receive.fields[i];
    if (wanted.kind != ReceiveField::Kind::bind) continue;
    const std::int32_t address = evaluate(wanted.code, context);
    if (fault_ != Fault::none) return;
    assign(static_cast<std::uint32_t>(address), wanted.cell, values[i]);
  }
}

void Executor::receive(const ReceiveInfo& receive, const Context& context) {
  const std::int32_t number = evaluate(receive.channel, context);
  const Channel* found = channel(number);
  if (found == nullptr) return;
  check_exclusive(number, Ends::receive, context);
  const Channel queue = *found;
  if (is_rendezvous(queue)) {
    fault(Fault::poll);
    return;
  }
  const std::int32_t match = matching_slot(receive, queue, context);
  if (fault_ != Fault::none || match < 0) return;
  const auto slot = static_cast<std::uint32_t>(match);
  const ChannelType& type = program_->channel_types[queue.type];
  values_.clear();
  for (std::uint32_t i = 0; i < type.fields.size(); ++i) values_.push_back(field(queue, slot, i));
  if (explanation_ != nullptr) tell_message(false, static_cast<std::uint32_t>(number), values_);
  bind(receive, context, values_);
  if (receive.copy || fault_ != Fault::none) return;
  watch_event(false, static_cast<std::uint32_t>(number));
  const std::uint32_t left = length(queue) - 1;
  std::uint8_t* bytes =
      state_.edit(queue.base + type.first_slot + slot * type.slot_bytes, (left + 1 - slot) * type.slot_bytes);
  std::memmove(bytes, bytes + type.slot_bytes, (left - slot) * type.slot_bytes);
  std::memset(bytes + (left - slot) * type.slot_bytes, 0, type.slot_bytes);
  state_.set(queue.base, static_cast<std::uint8_t>(left));
}

void Executor::accept_offer(const ReceiveInfo& receive, const Context& context) {
  watch_event(false, offer_.channel);
  if (explanation_ != nullptr) tell_message(false, offer_.channel, offer_.values);
  bind(receive, context, offer_.values);
  offer_.channel = 0;
}

}  // namespace waymark::promela

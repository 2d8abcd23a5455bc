// State: a state of a Promela program, as processes and channels.
//
// The state's parts, in this order: the globals, the never claim if there is one, the global channels, then each
// process in order of pid followed by the channels it declared. Processes and channels die youngest first, so a state's
// layout follows from the types of its processes, and equal words are equal states.
//
// Byte 0 of a channel's part is its length, then come its slots; unused slots are zero, so that equal contents are
// equal bytes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/flat_state.hpp"
#include "model/model.hpp"
#include "model/partition_key.hpp"
#include "promela/program/program.hpp"

namespace waymark::promela {

// The process that executes: where its local variables lie.
struct Context {
  std::uint32_t base = 0;
  std::uint32_t pid = 0;
  std::uint32_t type = 0;
  std::uint32_t first_state = 0;
};

constexpr std::uint32_t claim_pid = 0xFFFF;
constexpr std::uint32_t nobody = 0xFFFFFFFF;

class State final : public model::Partitionable {
 public:
  explicit State(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

  [[nodiscard]] const Program& program() const { return *program_; }
  // Goes on with a program of the same layout, which has more code.
  void set_program(std::shared_ptr<const Program> program) { program_ = std::move(program); }
  [[nodiscard]] model::FlatState& flat() { return flat_; }
  [[nodiscard]] const model::FlatState& flat() const { return flat_; }
  [[nodiscard]] const std::vector<ProcessPart>& processes() const { return processes_; }
  [[nodiscard]] const std::vector<ChannelPart>& channels() const { return channels_; }  // number - 1
  [[nodiscard]] const ProcessPart& claim() const { return claim_; }

  // A state of the globals alone.
  void clear();
  // Answers where its part begins.
  std::uint32_t push_process(std::uint32_t type, std::uint32_t pid);
  [[nodiscard]] bool is_full_of_processes() const { return processes_.size() >= most_processes; }
  // For the process at `base`, or the globals; false: there is no room for all of them.
  [[nodiscard]] bool push_channels(std::uint32_t base, const std::vector<ChannelStart>& channels);
  // The youngest process and the channels that it declared.
  void pop_process();
  void rewind(model::Mark mark);
  // Stands in the state of these words, from this process or another; false: they are no state of this program.
  [[nodiscard]] bool load(std::span<const model::Word> words);
  // Whether the words that were loaded keep what execution takes for granted: they may come from anywhere.
  [[nodiscard]] bool is_wellformed() const;

  [[nodiscard]] model::Facts facts() const;
  [[nodiscard]] std::uint64_t partition_hash(model::PartitionKey key) override;

  [[nodiscard]] std::uint32_t process_state(const ProcessPart& process) const {
    return flat_.get<std::uint16_t>(process.base + ProcessHeader::state);
  }
  [[nodiscard]] Context context(std::uint32_t pid) const {
    const ProcessPart& process = pid == claim_pid ? claim_ : processes_[pid];
    return {process.base, pid, process.type, process.first_state};
  }
  [[nodiscard]] const ControlState& control_state(const Context& context) const {
    const std::uint32_t state = flat_.get<std::uint16_t>(context.base + ProcessHeader::state);
    return program_->states[context.first_state + state];
  }
  void enter(const Context& context, std::uint32_t target) {
    flat_.set(context.base + ProcessHeader::state, static_cast<std::uint16_t>(target));
  }
  // Sets _last.
  void remember_mover(std::uint32_t pid) {
    if (program_->uses_last && pid != claim_pid) flat_.set(Registers::last, static_cast<std::uint8_t>(pid));
  }
  [[nodiscard]] std::int32_t variable(std::uint32_t address, Cell::Kind kind) const;
  void assign(std::uint32_t address, Cell cell, std::int32_t value);

  // A rendezvous channel has no bytes and is always empty.
  [[nodiscard]] bool is_rendezvous(const ChannelPart& channel) const {
    return program_->channel_types[channel.type].capacity == 0;
  }
  [[nodiscard]] std::uint32_t length(const ChannelPart& channel) const {
    return is_rendezvous(channel) ? 0 : flat_.get<std::uint8_t>(channel.base);
  }
  [[nodiscard]] bool is_full(const ChannelPart& channel) const {
    return length(channel) >= program_->channel_types[channel.type].capacity;
  }
  [[nodiscard]] std::int32_t field(const ChannelPart& channel, std::uint32_t slot, std::uint32_t field) const;

 private:
  static constexpr std::size_t most_processes = 255;
  static constexpr std::size_t most_channels = 255;

  void rebuild();
  bool cut(std::span<const model::Word> words);

  std::shared_ptr<const Program> program_;
  model::FlatState flat_;
  std::vector<ProcessPart> processes_;
  ProcessPart claim_;
  std::vector<ChannelPart> channels_;
  std::uint64_t structure_ = 0;  // the FlatState's structure that the three above reflect
};

inline std::int32_t State::variable(std::uint32_t address, Cell::Kind kind) const {
  switch (kind) {
    case Cell::Kind::u8:
      return flat_.get<std::uint8_t>(address);
    case Cell::Kind::u16:
      return flat_.get<std::uint16_t>(address);
    case Cell::Kind::s16:
      return flat_.get<std::int16_t>(address);
    case Cell::Kind::s32:
      break;
  }
  return flat_.get<std::int32_t>(address);
}

}  // namespace waymark::promela

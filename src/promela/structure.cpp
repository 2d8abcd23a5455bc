// The parts of a state: how processes and channels come, go, and are found again in a state that was packed.
#include <algorithm>
#include <bit>

#include "base/check.hpp"
#include "containers/mix.hpp"
#include "promela/executor.hpp"

namespace waymark::promela {

namespace {

// A part's name says what it is and of which type; its number follows from its place.
enum class PartKind : std::uint64_t { globals = 1, claim = 2, channel = 3, process = 4 };

constexpr std::uint64_t name_of(PartKind kind, std::uint32_t type, std::uint32_t number) {
  return static_cast<std::uint64_t>(kind) << 56 | std::uint64_t{type} << 24 | number;
}
constexpr PartKind kind_of(std::uint64_t name) { return static_cast<PartKind>(name >> 56); }
constexpr std::uint32_t type_of(std::uint64_t name) { return static_cast<std::uint32_t>(name >> 24); }

constexpr std::size_t most_processes = 255;
constexpr std::size_t most_channels = 255;

}  // namespace

void Executor::rebuild() {
  processes_.clear();
  channels_.clear();
  for (std::uint32_t part = 0; part < state_.part_count(); ++part) {
    const std::uint64_t name = state_.part_name(part);
    const std::uint32_t base = state_.part_begin(part);
    switch (kind_of(name)) {
      case PartKind::globals:
        break;
      case PartKind::claim:
        claim_ = {base, type_of(name), program_->types[type_of(name)].first_state};
        break;
      case PartKind::channel:
        channels_.push_back({base, type_of(name)});
        break;
      case PartKind::process:
        processes_.push_back({base, type_of(name), program_->types[type_of(name)].first_state});
        break;
    }
  }
  structure_ = state_.structure();
}

void Executor::rewind(model::Mark mark) {
  if (mark < listing_.at) listing_.at = Listing::nowhere;
  state_.rewind(mark);
  if (structure_ != state_.structure()) rebuild();
}

std::uint32_t Executor::push_process(std::uint32_t type, std::uint32_t pid) {
  const ProcessType& info = program_->types[type];
  const bool is_claim = pid == claim_pid;
  const std::uint32_t base =
      state_.push_part(name_of(is_claim ? PartKind::claim : PartKind::process, type, is_claim ? 0 : pid), info.words);
  state_.set(base + ProcessHeader::state, info.start);
  state_.set(base + ProcessHeader::type, static_cast<std::uint8_t>(type));
  (is_claim ? claim_ : processes_.emplace_back()) = {base, type, info.first_state};
  return base;
}

void Executor::start_channels(std::uint32_t base, const std::vector<ChannelStart>& channels) {
  for (const ChannelStart& start : channels) {
    if (channels_.size() >= most_channels) {
      fault(Fault::channels);
      return;
    }
    const ChannelType& type = program_->channel_types[start.channel];
    const std::uint32_t at = state_.push_part(
        name_of(PartKind::channel, start.channel, static_cast<std::uint32_t>(channels_.size())), type.words);
    channels_.push_back({at, start.channel});
    state_.set(base + start.offset, static_cast<std::uint8_t>(channels_.size()));
  }
}

// Answers the pid. Numbers of processes that have ended are used again, as in Spin.
std::int32_t Executor::start_process(std::uint32_t type, std::int32_t priority,
                                     std::span<const std::int32_t> arguments) {
  if (processes_.size() >= most_processes) {
    fault(Fault::processes);
    return 0;
  }
  const ProcessType& info = program_->types[type];
  const auto pid = static_cast<std::uint32_t>(processes_.size());
  const std::uint32_t base = push_process(type, pid);
  if (program_->uses_priorities) state_.set(base + ProcessHeader::priority, static_cast<std::uint8_t>(priority));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    assign(base + info.parameters[i].first, info.parameters[i].second, arguments[i]);
  }
  start_channels(base, info.channels);
  perform(info.initialise, {base, pid, type, info.first_state});
  structure_ = state_.structure();
  return static_cast<std::int32_t>(pid);
}

// The youngest process and what it declared are the last parts, and only the youngest can end.
void Executor::end_process() {
  for (std::size_t i = program_->types[processes_.back().type].channels.size(); i > 0; --i) {
    state_.pop_part();
    channels_.pop_back();
  }
  state_.pop_part();
  processes_.pop_back();
  structure_ = state_.structure();
}

void Executor::reset() {
  listing_.at = Listing::nowhere;
  state_.clear();
  processes_.clear();
  channels_.clear();
  state_.push_part(name_of(PartKind::globals, 0, 0), program_->global_words);
  if (program_->trace != Program::none) state_.set(Registers::event, program_->types[program_->trace].start);
  if (program_->claim != Program::none) {
    const std::uint32_t base = push_process(program_->claim, claim_pid);
    perform(program_->types[program_->claim].initialise, {base, claim_pid, program_->claim, claim_.first_state});
  }
  start_channels(0, program_->global_channels);
  perform(program_->initialise, {});
  for (const ActiveProcess& active : program_->active) {
    values_.assign(program_->types[active.type].parameters.size(), 0);
    const std::vector<std::int32_t> none = values_;
    start_process(active.type, active.priority, none);
  }
  structure_ = state_.structure();
  forget_hidden();
}

// Names the parts of a state by what its words say; false if they are no state of this program.
bool Executor::cut(std::span<const model::Word> words) {
  state_.load(words);
  std::uint64_t left = words.size();
  std::uint32_t channel_number = 0;
  const auto take = [&](std::uint64_t name, std::uint32_t count) {
    if (count > left) return false;
    state_.declare_part(name, count);
    left -= count;
    return true;
  };
  const auto take_channels = [&](const std::vector<ChannelStart>& channels) {
    return std::all_of(channels.begin(), channels.end(), [&](const ChannelStart& start) {
      return channel_number < most_channels && take(name_of(PartKind::channel, start.channel, channel_number++),
                                                    program_->channel_types[start.channel].words);
    });
  };
  if (!take(name_of(PartKind::globals, 0, 0), program_->global_words)) return false;
  if (program_->claim != Program::none &&
      !take(name_of(PartKind::claim, program_->claim, 0), program_->types[program_->claim].words)) {
    return false;
  }
  if (!take_channels(program_->global_channels)) return false;
  for (std::uint32_t pid = 0; left > 0; ++pid) {
    const auto at = static_cast<std::uint32_t>(words.size() - left) * 4;
    const std::uint32_t type = state_.get<std::uint8_t>(at + ProcessHeader::type);
    if (pid >= most_processes || type >= program_->types.size() || program_->types[type].kind == ProcessKind::never ||
        program_->types[type].kind == ProcessKind::trace || program_->types[type].kind == ProcessKind::notrace) {
      return false;
    }
    if (!take(name_of(PartKind::process, type, pid), program_->types[type].words)) return false;
    if (!take_channels(program_->types[type].channels)) return false;
  }
  rebuild();
  return true;
}

// A layout follows from the types of the processes: with the same ones in the same places it is still there.
bool Executor::refill(std::span<const model::Word> words) {
  listing_.at = Listing::nowhere;
  const auto type_at = [&](const Process& process) {
    return static_cast<std::uint32_t>(
        reinterpret_cast<const std::uint8_t*>(words.data())[process.base + ProcessHeader::type]);
  };
  if (words.size() * 4 == state_.size() && structure_ == state_.structure() &&
      std::all_of(processes_.begin(), processes_.end(), [&](const Process& p) { return type_at(p) == p.type; })) {
    state_.reload(words);
    return true;
  }
  return cut(words);
}

void Executor::unpack(std::span<const model::Word> words) { CHECK(refill(words)); }

// A process has one counter.
std::uint64_t Executor::partition_hash(model::PartitionKey key) {
  using Key = model::PartitionKey;
  if (key == Key::whole) return state_.fingerprint().high;
  const auto all = state_.pack().words;
  std::uint64_t sum = 0;
  for (std::uint32_t pid = 0; pid < processes_.size(); ++pid) {
    if (key == Key::half && pid % 2 == 0) continue;
    const Process& process = processes_[pid];
    const model::Word counter[] = {process.type, process_state(process)};
    sum += key == Key::actors || key == Key::half
               ? containers::mix_words(all.subspan(process.base / 4, program_->types[process.type].words), pid)
               : containers::mix_words(counter, pid);
  }
  return containers::mix(sum);
}

void Executor::write(base::ByteSink& sink) {
  const auto words = state_.pack().words;
  sink.varint(words.size());
  if constexpr (std::endian::native == std::endian::little) {
    sink.raw({reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()});
  } else {
    for (const model::Word word : words) sink.u32(word);
  }
}

bool Executor::read(base::ByteSource& source) {
  const std::uint64_t count = source.varint();
  if (source.failed() || count > source.left() / 4) return false;
  incoming_.resize(static_cast<std::size_t>(count));
  if constexpr (std::endian::native == std::endian::little) {
    source.copy({reinterpret_cast<std::uint8_t*>(incoming_.data()), incoming_.size() * sizeof(model::Word)});
  } else {
    for (model::Word& word : incoming_) word = source.u32();
  }
  return read_words(incoming_);
}

// Words from outside: whatever execution takes for granted about a state is checked here.
bool Executor::read_words(std::span<const model::Word> words) {
  if (!refill(words)) return false;
  const auto stands_well = [this](const Process& process) {
    const ProcessType& type = program_->types[process.type];
    const std::uint32_t state = process_state(process);
    return state < type.state_count && !program_->states[type.first_state + state].inside_dstep;
  };
  if (program_->claim != Program::none && !stands_well(claim_)) return false;
  if (program_->trace != Program::none &&
      state_.get<std::uint16_t>(Registers::event) >= program_->types[program_->trace].state_count) {
    return false;
  }
  if (state_.get<std::uint8_t>(Registers::holder) != 0 || state_.get<std::uint8_t>(Registers::turn) != 0) return false;
  const bool channels_hold = std::all_of(channels_.begin(), channels_.end(), [this](const Channel& channel) {
    return length(channel) <= program_->channel_types[channel.type].capacity;
  });
  return channels_hold && std::all_of(processes_.begin(), processes_.end(), stands_well);
}

}  // namespace waymark::promela

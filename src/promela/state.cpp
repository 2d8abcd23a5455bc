#include "promela/state.hpp"

#include <algorithm>

#include "containers/mix.hpp"

namespace waymark::promela {

namespace {

// A part's name says what it is and of which type; its number follows from its place.
enum class PartKind : std::uint64_t { globals = 1, claim = 2, channel = 3, process = 4 };

constexpr std::uint64_t name_of(PartKind kind, std::uint32_t type, std::uint32_t number) {
  return static_cast<std::uint64_t>(kind) << 56 | std::uint64_t{type} << 24 | number;
}
constexpr PartKind kind_of(std::uint64_t name) { return static_cast<PartKind>(name >> 56); }
constexpr std::uint32_t type_of(std::uint64_t name) { return static_cast<std::uint32_t>(name >> 24); }

}  // namespace

void State::rebuild() {
  processes_.clear();
  channels_.clear();
  for (std::uint32_t part = 0; part < flat_.part_count(); ++part) {
    const std::uint64_t name = flat_.part_name(part);
    const std::uint32_t base = flat_.part_begin(part);
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
  structure_ = flat_.structure();
}

void State::clear() {
  flat_.clear();
  processes_.clear();
  channels_.clear();
  flat_.push_part(name_of(PartKind::globals, 0, 0), program_->global_words);
  if (program_->trace != Program::none) flat_.set(Registers::event, program_->types[program_->trace].start);
  structure_ = flat_.structure();
}

void State::rewind(model::Mark mark) {
  flat_.rewind(mark);
  if (structure_ != flat_.structure()) rebuild();
}

std::uint32_t State::push_process(std::uint32_t type, std::uint32_t pid) {
  const ProcessType& info = program_->types[type];
  const bool is_claim = pid == claim_pid;
  const std::uint32_t base =
      flat_.push_part(name_of(is_claim ? PartKind::claim : PartKind::process, type, is_claim ? 0 : pid), info.words);
  flat_.set(base + ProcessHeader::state, info.start);
  flat_.set(base + ProcessHeader::type, static_cast<std::uint8_t>(type));
  (is_claim ? claim_ : processes_.emplace_back()) = {base, type, info.first_state};
  structure_ = flat_.structure();
  return base;
}

bool State::push_channels(std::uint32_t base, const std::vector<ChannelStart>& channels) {
  for (const ChannelStart& start : channels) {
    if (channels_.size() >= most_channels) return false;
    const ChannelType& type = program_->channel_types[start.channel];
    const std::uint32_t at = flat_.push_part(
        name_of(PartKind::channel, start.channel, static_cast<std::uint32_t>(channels_.size())), type.words);
    channels_.push_back({at, start.channel});
    flat_.set(base + start.offset, static_cast<std::uint8_t>(channels_.size()));
    structure_ = flat_.structure();
  }
  return true;
}

// They are the last parts, and only the youngest process can end.
void State::pop_process() {
  for (std::size_t i = program_->types[processes_.back().type].channels.size(); i > 0; --i) {
    flat_.pop_part();
    channels_.pop_back();
  }
  flat_.pop_part();
  processes_.pop_back();
  structure_ = flat_.structure();
}

// Names the parts of a state by what its words say; false if they are no state of this program.
bool State::cut(std::span<const model::Word> words) {
  flat_.load(words);
  std::uint64_t left = words.size();
  std::uint32_t channel_number = 0;
  const auto take = [&](std::uint64_t name, std::uint32_t count) {
    if (count > left) return false;
    flat_.declare_part(name, count);
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
    const std::uint32_t type = flat_.get<std::uint8_t>(at + ProcessHeader::type);
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
bool State::load(std::span<const model::Word> words) {
  const auto type_at = [&](const ProcessPart& process) {
    return static_cast<std::uint32_t>(
        reinterpret_cast<const std::uint8_t*>(words.data())[process.base + ProcessHeader::type]);
  };
  if (words.size() * 4 == flat_.size() && structure_ == flat_.structure() &&
      std::all_of(processes_.begin(), processes_.end(), [&](const ProcessPart& p) { return type_at(p) == p.type; })) {
    flat_.reload(words);
    return true;
  }
  return cut(words);
}

bool State::is_wellformed() const {
  const auto stands_well = [this](const ProcessPart& process) {
    const ProcessType& type = program_->types[process.type];
    const std::uint32_t state = process_state(process);
    return state < type.state_count && !program_->states[type.first_state + state].inside_dstep;
  };
  if (program_->claim != Program::none && !stands_well(claim_)) return false;
  if (program_->trace != Program::none &&
      flat_.get<std::uint16_t>(Registers::event) >= program_->types[program_->trace].state_count) {
    return false;
  }
  if (flat_.get<std::uint8_t>(Registers::holder) != 0 || flat_.get<std::uint8_t>(Registers::turn) != 0) return false;
  const bool channels_hold = std::all_of(channels_.begin(), channels_.end(), [this](const ChannelPart& channel) {
    return length(channel) <= program_->channel_types[channel.type].capacity;
  });
  return channels_hold && std::all_of(processes_.begin(), processes_.end(), stands_well);
}

model::Facts State::facts() const {
  const auto at = [this](const ProcessPart& process) -> const ControlState& {
    return program_->states[program_->types[process.type].first_state + process_state(process)];
  };
  model::Facts facts;
  facts.proper_end = true;
  for (const ProcessPart& process : processes_) {
    const ControlState& state = at(process);
    facts.proper_end &= state.proper_end;
    facts.progress |= state.progress;
    facts.accepting |= state.accept;
  }
  if (program_->trace != Program::none && !processes_.empty()) {
    const std::uint32_t event = flat_.get<std::uint16_t>(Registers::event);
    facts.proper_end &= program_->states[program_->types[program_->trace].first_state + event].proper_end;
  }
  if (program_->claim != Program::none) {
    facts.proper_end = true;  // a claim that cannot move has nothing to object to
    facts.accepting |= at(claim_).accept;
  }
  return facts;
}

// A process has one counter.
std::uint64_t State::partition_hash(model::PartitionKey key) {
  using Key = model::PartitionKey;
  if (key == Key::whole) return flat_.fingerprint().high;
  const auto all = flat_.pack().words;
  std::uint64_t sum = 0;
  for (std::uint32_t pid = 0; pid < processes_.size(); ++pid) {
    if (key == Key::half && pid % 2 == 0) continue;
    const ProcessPart& process = processes_[pid];
    const model::Word counter[] = {process.type, process_state(process)};
    sum += key == Key::actors || key == Key::half
               ? containers::mix_words(all.subspan(process.base / 4, program_->types[process.type].words), pid)
               : containers::mix_words(counter, pid);
  }
  return containers::mix(sum);
}

void State::assign(std::uint32_t address, Cell cell, std::int32_t value) {
  const std::uint32_t kept = static_cast<std::uint32_t>(value) & cell.mask;
  switch (cell.kind) {
    case Cell::Kind::u8:
      flat_.set(address, static_cast<std::uint8_t>(kept));
      break;
    case Cell::Kind::u16:
    case Cell::Kind::s16:
      flat_.set(address, static_cast<std::uint16_t>(kept));
      break;
    case Cell::Kind::s32:
      flat_.set(address, kept);
      break;
  }
}

std::int32_t State::field(const ChannelPart& channel, std::uint32_t slot, std::uint32_t field) const {
  const ChannelType& type = program_->channel_types[channel.type];
  const Field& info = type.fields[field];
  const std::uint32_t at = channel.base + type.first_slot + slot * type.slot_bytes + info.offset;
  return read_cell(flat_.view(at, info.cell.size()), info.cell.kind);
}

}  // namespace waymark::promela

#include "promela/symmetry/frame.hpp"

#include <algorithm>

namespace waymark::promela {

std::optional<Frame> Frame::of(const Program& program, std::span<const model::Word> words) {
  Frame frame;
  frame.words = static_cast<std::uint32_t>(words.size());
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(words.data());
  std::uint32_t at = 0;  // in words
  const auto take = [&](std::uint32_t count) {
    if (count > frame.words - at) return false;
    at += count;
    return true;
  };
  const auto take_channels = [&](const std::vector<ChannelStart>& channels, std::uint32_t scope, std::uint32_t pid) {
    return std::all_of(channels.begin(), channels.end(), [&](const ChannelStart& start) {
      frame.channels.push_back({at * 4, start.channel, start.offset, scope, pid});
      return take(program.channel_types[start.channel].words);
    });
  };
  if (!take(program.global_words)) return std::nullopt;
  if (program.claim != Program::none) {
    frame.claim = at * 4;
    if (!take(program.types[program.claim].words)) return std::nullopt;
  }
  if (!take_channels(program.global_channels, global_scope, 0)) return std::nullopt;
  while (at < frame.words) {
    const std::uint32_t type = bytes[at * 4 + ProcessHeader::type];
    if (type >= program.types.size()) return std::nullopt;
    const auto pid = static_cast<std::uint32_t>(frame.processes.size());
    frame.processes.push_back({at * 4, type, program.types[type].first_state});
    if (!take(program.types[type].words)) return std::nullopt;
    if (!take_channels(program.types[type].channels, scope_of_type(type), pid)) return std::nullopt;
  }
  return frame;
}

}  // namespace waymark::promela

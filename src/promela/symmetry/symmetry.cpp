#include "promela/symmetry/symmetry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace waymark::promela {

Member Cells::member(std::int32_t value) const {
  const auto found = std::lower_bound(meaning.begin(), meaning.end(), value,
                                      [](const auto& one, std::int32_t wanted) { return one.first < wanted; });
  return found == meaning.end() || found->first != value ? Member{} : found->second;
}

Permutation Symmetry::identity() const {
  Permutation made;
  for (const Team& team : teams_) {
    for (std::uint32_t i = 0; i < team.count; ++i) made.push_back(static_cast<std::uint8_t>(i));
  }
  return made;
}

Permutation Symmetry::product(const Permutation& first, const Permutation& then) const {
  Permutation made(first.size());
  for (const Team& team : teams_) {
    for (std::uint32_t i = 0; i < team.count; ++i) made[team.first + i] = then[team.first + first[team.first + i]];
  }
  return made;
}

std::uint32_t Symmetry::image(const Permutation& by, std::uint32_t pid) const {
  for (const Team& team : teams_) {
    for (const std::vector<std::uint32_t>& pids : team.pids) {
      const auto found = std::find(pids.begin(), pids.end(), pid);
      if (found != pids.end()) return pids[by[team.first + static_cast<std::size_t>(found - pids.begin())]];
    }
  }
  return pid;
}

std::size_t Symmetry::element_image(const Permutation& by, const Cells& cells, std::size_t element) const {
  std::size_t rest = element;
  std::size_t to = 0;
  for (const Cells::Axis& axis : cells.axes) {
    std::size_t index = rest / axis.stride;
    rest %= axis.stride;
    const Member& member = axis.members[index];
    if (member.numbering >= 0) index = static_cast<std::size_t>(value(image(by, member)));
    to += index * axis.stride;
  }
  return to;
}

std::int32_t Symmetry::channel_image(const Permutation& by, std::int32_t number) const {
  if (number < 1 || static_cast<std::size_t>(number) > channels_.size()) return number;
  const ChannelPlace& channel = channels_[static_cast<std::size_t>(number) - 1];
  if (!channel.moves) return number;
  const std::size_t element = element_image(by, cells_[channel.cells], channel.element);
  return static_cast<std::int32_t>(channels_of_cells_[channel.cells][element]);
}

void Symmetry::apply(const Permutation& by, std::span<const model::Word> from, std::span<model::Word> to) const {
  std::memcpy(to.data(), from.data(), from.size_bytes());
  const auto* const read = reinterpret_cast<const std::uint8_t*>(from.data());
  auto* const written = reinterpret_cast<std::uint8_t*>(to.data());
  for (const Cells& cells : cells_) {
    for (std::size_t i = 0; i < cells.offsets.size(); ++i) {
      std::int32_t value_there = read_cell(read + cells.offsets[i], cells.cell.kind);
      if (cells.is_channel) {
        if (!cells.is_empty(i, read)) value_there = channel_image(by, value_there);
      } else if (!cells.meaning.empty() && !cells.is_empty(i, read)) {
        const Member member = cells.member(value_there);
        if (member.numbering >= 0) value_there = value(image(by, member));
      }
      const std::size_t element = cells.axes.empty() ? i : element_image(by, cells, i);
      write_cell(written + cells.offsets[element], cells.cell, value_there);
    }
  }
}

std::vector<std::vector<std::uint32_t>> Symmetry::exchangeable() const {
  std::vector<std::vector<std::uint32_t>> sets;
  for (const Team& team : teams_) {
    for (const std::vector<std::uint32_t>& pids : team.pids) {
      for (const std::vector<std::uint32_t>& together : team.together) {
        std::vector<std::uint32_t>& set = sets.emplace_back();
        for (const std::uint32_t instance : together) set.push_back(pids[instance]);
      }
    }
  }
  return sets;
}

std::string Symmetry::text() const {
  std::vector<std::string> parts;
  for (const Team& team : teams_) {
    for (const std::vector<std::uint32_t>& together : team.together) {
      std::vector<std::uint32_t> pids;
      pids.reserve(together.size());
      for (const std::uint32_t instance : together) pids.push_back(team.pids.front()[instance]);
      std::sort(pids.begin(), pids.end());
      parts.push_back(fmt::format("{} {} (pids {})", together.size(), team.name, fmt::join(pids, ", ")));
    }
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

double Symmetry::order() const {
  double order = 1;
  for (const Team& team : teams_) {
    for (const auto& together : team.together) {
      for (std::size_t i = 2; i <= together.size(); ++i) order *= static_cast<double>(i);
    }
  }
  return order;
}

}  // namespace waymark::promela

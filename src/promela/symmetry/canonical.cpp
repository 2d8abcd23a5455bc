#include "promela/symmetry/canonical.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::uint32_t as_value = 1000;
constexpr std::uint32_t as_channel = 2000;

// Which state stands for others follows from this, and so do scripts: it is part of "symmetry 1" in their options.
std::uint64_t scatter(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}
std::uint64_t combine(std::uint64_t one, std::uint64_t other) {
  return scatter(one * 0x9E3779B97F4A7C15u + scatter(other + 1));
}

}  // namespace

Canonical::Canonical(std::shared_ptr<const Symmetry> symmetry)
    : symmetry_(std::move(symmetry)), image_(symmetry_->words()), other_(symmetry_->words()) {
  start_ = permutation_ = symmetry_->identity();
  signatures_.resize(permutation_.size());
  sums_.resize(permutation_.size());
  const std::vector<Cells>& all = symmetry_->cells();
  for (std::uint32_t cells = 0; cells < all.size(); ++cells) {
    for (std::uint32_t element = 0; element < all[cells].offsets.size(); ++element) {
      const auto first = static_cast<std::uint32_t>(roles_.size());
      const std::uint64_t key = combine(cells, describe(all[cells], element, roles_));
      const auto end = static_cast<std::uint32_t>(roles_.size());
      if (first == end && all[cells].meaning.empty() && !all[cells].is_channel) continue;
      entries_.push_back({cells, element, key, first, end});
    }
  }
  for (const ChannelPlace& channel : symmetry_->channels()) {
    ChannelRoles& made = channels_.emplace_back();
    if (!channel.moves) continue;
    const std::uint64_t place = describe(all[channel.cells], channel.element, made.roles);
    made.key = combine(channel.cells, place);
  }
}

std::uint32_t Canonical::slot_of(const Member& member) const {
  const Numbering& numbering = symmetry_->numberings()[static_cast<std::size_t>(member.numbering)];
  return symmetry_->teams()[numbering.team].first + member.instance;
}

// Where an element stands but for instances that move, which are its roles.
std::uint64_t Canonical::describe(const Cells& cells, std::size_t element, std::vector<Role>& roles) const {
  std::uint64_t place = 1;
  std::size_t rest = element;
  for (std::uint32_t i = 0; i < cells.axes.size(); ++i) {
    const std::size_t index = rest / cells.axes[i].stride;
    rest %= cells.axes[i].stride;
    const Member& member = cells.axes[i].members[index];
    if (member.numbering >= 0) {
      roles.push_back({slot_of(member), i * 64 + static_cast<std::uint32_t>(member.numbering)});
    } else {
      place = combine(place, index + 1);
    }
  }
  return place;
}

void Canonical::add(const Entry& entry, const std::uint8_t* state) {
  const Cells& cells = symmetry_->cells()[entry.cells];
  if (cells.is_empty(entry.element, state)) return;
  const std::int32_t value = read_cell(state + cells.offsets[entry.element], cells.cell.kind);
  met_.assign(roles_.begin() + entry.roles, roles_.begin() + entry.roles_end);
  std::uint64_t plain = static_cast<std::uint32_t>(value);
  if (cells.is_channel) {
    if (value >= 1 && static_cast<std::size_t>(value) <= channels_.size()) {
      const ChannelRoles& channel = channels_[static_cast<std::size_t>(value) - 1];
      if (!channel.roles.empty()) {
        plain = channel.key;
        for (const Role& role : channel.roles) met_.push_back({role.slot, role.as + as_channel});
      }
    }
  } else if (const Member member = cells.member(value); member.numbering >= 0) {
    plain = as_value;
    met_.push_back({slot_of(member), as_value + static_cast<std::uint32_t>(member.numbering)});
  }
  if (met_.empty()) return;
  std::uint64_t sum = combine(entry.key, plain);
  for (const Role& role : met_) sum += combine(role.as, signatures_[role.slot]);
  for (const Role& role : met_) {
    std::uint64_t own = combine(sum, role.as);
    for (const Role& other : met_) {
      if (other.slot == role.slot) own += combine(other.as, 1);
    }
    sums_[role.slot] += scatter(own);
  }
}

std::size_t Canonical::classes() {
  std::size_t count = 0;
  for (const Team& team : symmetry_->teams()) {
    for (const std::vector<std::uint32_t>& together : team.together) {
      seen_.clear();
      for (const std::uint32_t instance : together) seen_.push_back(signatures_[team.first + instance]);
      std::sort(seen_.begin(), seen_.end());
      count += static_cast<std::size_t>(std::unique(seen_.begin(), seen_.end()) - seen_.begin());
    }
  }
  return count;
}

void Canonical::look(const std::uint8_t* state) {
  std::fill(signatures_.begin(), signatures_.end(), 0);
  std::size_t most = 0;
  for (const Team& team : symmetry_->teams()) {
    for (const auto& together : team.together) most += together.size();
  }
  std::size_t known = 0;
  for (unsigned round = 0; round < most_rounds; ++round) {
    std::fill(sums_.begin(), sums_.end(), 0);
    for (const Entry& entry : entries_) add(entry, state);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      signatures_[i] = combine(signatures_[i], sums_[i]);
    }
    const std::size_t now = classes();
    if (now == most || now == known) return;
    known = now;
  }
}

// By their signatures; those with the same one are tied.
void Canonical::sort() {
  ties_.clear();
  permutation_ = start_;
  for (const Team& team : symmetry_->teams()) {
    for (const std::vector<std::uint32_t>& together : team.together) {
      order_.assign(together.begin(), together.end());
      const auto signature = [&](std::uint32_t instance) { return signatures_[team.first + instance]; };
      std::stable_sort(order_.begin(), order_.end(),
                       [&](std::uint32_t one, std::uint32_t other) { return signature(one) < signature(other); });
      for (std::size_t i = 0; i < order_.size(); ++i) {
        const auto target = static_cast<std::uint8_t>(together[i]);
        permutation_[team.first + order_[i]] = target;
        const bool tied = i > 0 && signature(order_[i - 1]) == signature(order_[i]);
        if (tied && (ties_.empty() || ties_.back().slots.back() != team.first + order_[i - 1])) {
          ties_.push_back({{team.first + order_[i - 1]}, {static_cast<std::uint8_t>(together[i - 1])}});
        }
        if (!tied) continue;
        ties_.back().slots.push_back(team.first + order_[i]);
        ties_.back().targets.push_back(target);
      }
    }
  }
}

// Whether it makes no difference which of them comes first.
bool Canonical::are_alike(const Ties& ties, std::span<const model::Word> state) {
  for (std::size_t i = 1; i < ties.slots.size(); ++i) {
    tried_ = permutation_;
    std::swap(tried_[ties.slots[i - 1]], tried_[ties.slots[i]]);
    symmetry_->apply(tried_, state, other_);
    if (other_ != image_) return false;
  }
  return true;
}

// Of all orders the one with the least image.
void Canonical::try_orders(const Ties& ties, std::span<const model::Word> state) {
  std::uint32_t orders = 1;
  for (std::uint32_t i = 2; i <= ties.slots.size(); ++i) {
    orders *= i;
    if (orders > most_orders) return;
  }
  std::vector<std::uint8_t> targets = ties.targets;
  std::sort(targets.begin(), targets.end());
  tried_ = permutation_;
  do {
    for (std::size_t i = 0; i < targets.size(); ++i) tried_[ties.slots[i]] = targets[i];
    symmetry_->apply(tried_, state, other_);
    if (!std::lexicographical_compare(other_.begin(), other_.end(), image_.begin(), image_.end())) continue;
    std::swap(other_, image_);
    permutation_ = tried_;
  } while (std::next_permutation(targets.begin(), targets.end()));
}

void Canonical::try_orders(std::span<const model::Word> state) {
  std::erase_if(ties_, [&](const Ties& ties) { return are_alike(ties, state); });
  if (ties_.empty()) return;
  std::uint64_t orders = 1;
  for (const Ties& ties : ties_) {
    for (std::uint32_t i = 2; i <= ties.slots.size() && orders <= most_orders; ++i) orders *= i;
  }
  if (ties_.size() == 1 || orders > most_orders) {
    for (const Ties& ties : ties_) try_orders(ties, state);
    return;
  }
  // All orders of all of them, like the digits of a number.
  std::vector<std::vector<std::uint8_t>> targets;
  for (Ties& ties : ties_) {
    targets.push_back(ties.targets);
    std::sort(targets.back().begin(), targets.back().end());
  }
  tried_ = permutation_;
  for (std::size_t digit = 0; digit < ties_.size();) {
    for (std::size_t i = 0; i < ties_.size(); ++i) {
      for (std::size_t k = 0; k < targets[i].size(); ++k) tried_[ties_[i].slots[k]] = targets[i][k];
    }
    symmetry_->apply(tried_, state, other_);
    if (std::lexicographical_compare(other_.begin(), other_.end(), image_.begin(), image_.end())) {
      std::swap(other_, image_);
      permutation_ = tried_;
    }
    digit = 0;
    while (digit < ties_.size() && !std::next_permutation(targets[digit].begin(), targets[digit].end())) ++digit;
  }
}

const Permutation& Canonical::of(std::span<const model::Word> state) {
  look(reinterpret_cast<const std::uint8_t*>(state.data()));
  sort();
  symmetry_->apply(permutation_, state, image_);
  if (!ties_.empty()) try_orders(state);
  identity_ = std::equal(image_.begin(), image_.end(), state.begin());
  return permutation_;
}

}  // namespace waymark::promela

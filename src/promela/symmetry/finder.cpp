#include "promela/symmetry/finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace waymark::promela {

namespace {

constexpr std::uint32_t none = Program::none;
constexpr std::size_t most_exchanges = 4096;  // pairs of instances that are tried

bool same_shape(const ChannelType& one, const ChannelType& other) {
  const auto same_field = [](const Field& a, const Field& b) {
    return a.offset == b.offset && a.cell.kind == b.cell.kind && a.cell.mask == b.cell.mask;
  };
  return one.capacity == other.capacity && one.words == other.words && one.slot_bytes == other.slot_bytes &&
         one.first_slot == other.first_slot &&
         std::equal(one.fields.begin(), one.fields.end(), other.fields.begin(), other.fields.end(), same_field);
}

bool all_differ(const std::vector<std::int32_t>& values) {
  return std::set<std::int32_t>(values.begin(), values.end()).size() == values.size();
}

}  // namespace

Finder::Finder(const Program& program, const Start& start)
    : program_(program), start_(start), frame_(Frame::of(program, start.words)) {}

Symmetry::Found Finder::find(const std::vector<Code>& watches) {
  if (!frame_) return {nullptr, "its processes are not known"};
  make_teams();
  inference_.emplace(program_, *frame_);
  inference_->read(start_, watches);
  const bool starts_more = inference_->starts_more();
  if (made_->teams_.empty() && !starts_more) {
    return {nullptr, "no two processes are of one type from the start"};
  }
  if (!inference_->obstacle().empty()) return {nullptr, inference_->obstacle(), starts_more};
  made_->ends_ = inference_->ends();
  made_->words_ = frame_->words;
  made_->start_ = start_;
  add_numbers();
  check_places();
  drop_plain();
  lay_out();
  find_groups();
  for (std::size_t i = 0; i < made_->teams_.size(); ++i) {
    if (!made_->teams_[i].together.empty()) {
      trim();
      return {made_, ""};
    }
  }
  for (const std::string& why : why_dead_) {
    if (!why.empty()) return {nullptr, why};
  }
  return {nullptr, "processes of one type are distinguished by their initial values or by the numbers that are named"};
}

void Finder::make_teams() {
  team_of_type_.assign(program_.types.size(), none);
  std::map<std::uint32_t, std::vector<std::uint32_t>> pids;
  for (std::uint32_t pid = 0; pid < frame_->processes.size(); ++pid) pids[frame_->processes[pid].type].push_back(pid);
  for (const auto& [type, members] : pids) {
    if (members.size() < 2) continue;
    team_of_type_[type] = static_cast<std::uint32_t>(made_->teams_.size());
    Team team;
    team.name = program_.types[type].name;
    team.count = static_cast<std::uint32_t>(members.size());
    team.pids.push_back(members);
    made_->teams_.push_back(std::move(team));
  }
  dead_.assign(made_->teams_.size(), false);
  why_dead_.assign(made_->teams_.size(), "");
}

std::vector<std::uint32_t> Finder::pids_of(std::uint32_t type) const {
  std::vector<std::uint32_t> pids;
  for (std::uint32_t pid = 0; pid < frame_->processes.size(); ++pid) {
    if (frame_->processes[pid].type == type) pids.push_back(pid);
  }
  return pids;
}

std::vector<std::int32_t> Finder::by_instance(std::uint32_t type, const std::vector<std::uint32_t>& pids,
                                              const std::vector<std::int32_t>& values) const {
  std::vector<std::int32_t> out(values.size());
  for (const std::vector<std::uint32_t>& family : made_->teams_[team_of_type_[type]].pids) {
    for (std::size_t i = 0; i < family.size(); ++i) {
      const auto at = std::find(pids.begin(), pids.end(), family[i]);
      if (at != pids.end()) out[i] = values[static_cast<std::size_t>(at - pids.begin())];
    }
  }
  return out;
}

// Instances are known by their process numbers, and by variables that differ in all of them.
void Finder::add_numbers() {
  for (std::uint32_t type = 0; type < program_.types.size(); ++type) {
    if (team_of_type_[type] == none) continue;
    const std::vector<std::uint32_t> pids = pids_of(type);
    number(inference_->pid(type), team_of_type_[type],
           by_instance(type, pids, std::vector<std::int32_t>(pids.begin(), pids.end())), true);
  }
  for (std::uint32_t type = 0; type < program_.types.size(); ++type) {
    if (team_of_type_[type] == none) continue;
    const std::vector<std::uint32_t> pids = pids_of(type);
    const Variables& variables = inference_->variables(scope_of_type(type));
    for (std::uint32_t i = 0; i < variables.scalars().size(); ++i) {
      const Scalar& scalar = variables.scalars()[i];
      const Kind kind = inference_->of(scope_of_type(type), i).value;
      if (!scalar.dimensions.empty() || inference_->kinds().is_plain(kind)) continue;
      std::vector<std::int32_t> values;
      values.reserve(pids.size());
      for (const std::uint32_t pid : pids) {
        values.push_back(read(frame_->processes[pid].base + scalar.offset, scalar.cell.kind));
      }
      if (!all_differ(values)) continue;
      const std::vector<std::int32_t> own = by_instance(type, pids, values);
      if (inference_->kinds().is_channel(kind)) {
        number_channels(team_of_type_[type], own);
      } else {
        number(kind, team_of_type_[type], own, false);
      }
    }
  }
}

void Finder::number_channels(std::uint32_t team, const std::vector<std::int32_t>& channels) {
  std::vector<const Element*> elements;
  for (const std::int32_t channel : channels) {
    if (channel < 1 || static_cast<std::size_t>(channel) > frame_->channels.size()) return;
    const FrameChannel& one = frame_->channels[static_cast<std::size_t>(channel) - 1];
    if (one.scope != global_scope) return;
    elements.push_back(inference_->variables(global_scope).at(one.holder));
    if (elements.back()->scalar != elements.front()->scalar) return;
  }
  const std::vector<Kind>& indices = inference_->of(global_scope, elements.front()->scalar).indices;
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    std::vector<std::int32_t> of_axis;
    of_axis.reserve(elements.size());
    for (const Element* element : elements) of_axis.push_back(static_cast<std::int32_t>(element->indices[axis]));
    if (!all_differ(of_axis)) continue;
    if (!inference_->kinds().is_plain(indices[axis])) number(indices[axis], team, of_axis, false);
    return;
  }
}

// One kind may number several teams, by different values. Two teams with the same values are exchanged together.
void Finder::number(Kind kind, std::uint32_t team, const std::vector<std::int32_t>& values, bool is_pid) {
  Kinds& kinds = inference_->kinds();
  const Kinds::Place at = kinds.find(kind);
  std::vector<std::int32_t> own;
  own.reserve(values.size());
  for (const std::int32_t value : values) own.push_back(static_cast<std::int32_t>(value - at.difference));
  std::vector<Numbering>& known = numbers_[at.root];
  for (const Numbering& other : known) {
    std::vector<std::uint32_t> instance;  // of the other, for each of these
    for (const std::int32_t value : own) {
      const auto found = std::find(other.values.begin(), other.values.end(), value);
      if (found != other.values.end()) instance.push_back(static_cast<std::uint32_t>(found - other.values.begin()));
    }
    if (instance.empty()) continue;
    // What is numbered otherwise has to fit the numbers that are known; the start will tell.
    if (other.team == team && !is_pid) return;
    if (instance.size() == own.size() && own.size() == other.values.size() && other.team != team) {
      return join_teams(other.team, team, instance);
    }
    if (is_pid) kinds.spoil(at.root, "numbers processes of several types");
    return;
  }
  known.push_back({team, std::move(own)});
}

// `instance` says which one of the team that is kept each of the other becomes.
void Finder::join_teams(std::uint32_t kept, std::uint32_t joined, const std::vector<std::uint32_t>& instance) {
  const auto reorder = [&](const auto& by_instance) {
    auto out = by_instance;
    for (std::size_t i = 0; i < instance.size(); ++i) out[instance[i]] = by_instance[i];
    return out;
  };
  Team& from = made_->teams_[joined];
  Team& to = made_->teams_[kept];
  to.name += " with " + from.name;
  for (const std::vector<std::uint32_t>& pids : from.pids) to.pids.push_back(reorder(pids));
  from.pids.clear();
  dead_[joined] = true;
  for (std::uint32_t& team : team_of_type_) {
    if (team == joined) team = kept;
  }
  for (auto& [root, numberings] : numbers_) {
    for (Numbering& numbering : numberings) {
      if (numbering.team == joined) numbering = {kept, reorder(numbering.values)};
    }
  }
}

void Finder::check_values(Kind kind, const Range& range) {
  Kinds& kinds = inference_->kinds();
  const Kinds::Place at = kinds.find(kind);
  const auto found = numbers_.find(at.root);
  if (found == numbers_.end()) return;
  for (const Numbering& numbering : found->second) {
    for (const std::int32_t value : numbering.values) {
      if (!range.holds(value + at.difference)) kinds.spoil(at.root, "does not fit into all that holds it");
    }
  }
}

void Finder::check_places() {
  Kinds& kinds = inference_->kinds();
  for (std::uint32_t scope = 0; scope <= program_.types.size(); ++scope) {
    const Variables& variables = inference_->variables(scope);
    for (std::uint32_t i = 0; i < variables.scalars().size(); ++i) {
      const Scalar& scalar = variables.scalars()[i];
      check_values(inference_->of(scope, i).value, range_of(scalar.cell));
      for (std::size_t axis = 0; axis < scalar.dimensions.size(); ++axis) {
        check_values(inference_->of(scope, i).indices[axis], {0, std::int64_t{scalar.dimensions[axis].count} - 1});
      }
    }
  }
  for (const FrameChannel& channel : frame_->channels) {
    const Kind kind = inference_->channel(channel);
    const ChannelType& type = program_.channel_types[channel.type];
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      check_values(kinds.field(kind, i), range_of(type.fields[i].cell));
    }
    for (const std::int64_t named : kinds.named(kinds.find(kind).root)) {
      if (named >= 1 && named <= static_cast<std::int64_t>(frame_->channels.size())) {
        kinds.spoil(kind, "is a channel that is named by a number");
      }
    }
  }
  for (const auto& [root, numberings] : numbers_) {
    if (!numberings.empty() && kinds.is_channel(root)) kinds.spoil(root, "numbers channels and processes");
  }
}

// A team whose own numbers are no more than numbers cannot be exchanged.
void Finder::drop_plain() {
  Kinds& kinds = inference_->kinds();
  for (std::uint32_t type = 0; type < program_.types.size(); ++type) {
    const std::uint32_t team = team_of_type_[type];
    if (team == none || !kinds.is_plain(inference_->pid(type))) continue;
    dead_[team] = true;
    why_dead_[team] =
        fmt::format("the number of a process {} {}", program_.types[type].name, kinds.why_plain(inference_->pid(type)));
  }
  for (auto& [root, numberings] : numbers_) {
    if (kinds.is_plain(root)) numberings.clear();
    std::erase_if(numberings, [&](const Numbering& numbering) { return dead_[numbering.team]; });
  }
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < made_->teams_.size(); ++i) {
    made_->teams_[i].first = first;
    first += made_->teams_[i].count;
  }
}

// ---------------------------------------------------------------- layout

// Instances by the values that mean them.
std::vector<std::pair<std::int32_t, Member>> Finder::meaning(Kind kind) {
  Kinds& kinds = inference_->kinds();
  const Kinds::Place at = kinds.find(kind);
  std::vector<std::pair<std::int32_t, Member>> out;
  const auto found = numbers_.find(at.root);
  if (found == numbers_.end() || kinds.is_plain(at.root)) return out;
  for (const Numbering& root : found->second) {
    Numbering own = root;
    for (std::int32_t& value : own.values) value += static_cast<std::int32_t>(at.difference);
    std::vector<Numbering>& all = made_->numberings_;
    const auto same = std::find_if(all.begin(), all.end(), [&](const Numbering& other) {
      return other.team == own.team && other.values == own.values;
    });
    const auto number = static_cast<std::int32_t>(same - all.begin());
    if (same == all.end()) all.push_back(own);
    for (std::uint32_t i = 0; i < own.values.size(); ++i) out.push_back({own.values[i], {number, i}});
  }
  std::sort(out.begin(), out.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
  return out;
}

std::vector<Member> Finder::members(Kind kind, std::uint32_t count) {
  std::vector<Member> out(count);
  for (const auto& [value, member] : meaning(kind)) out.at(static_cast<std::size_t>(value)) = member;
  return out;
}

std::vector<Cells::Axis> Finder::axes(const Place& place, const std::vector<Dimension>& dimensions,
                                      const std::vector<Kind>* indices) {
  std::vector<Cells::Axis> out;
  if (place.bases.size() > 1) {
    Cells::Axis& family = out.emplace_back();
    for (std::uint32_t i = 0; i < place.bases.size(); ++i) {
      family.members.push_back(indices != nullptr ? Member{place.numbering, i} : Member{});
    }
  }
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    Cells::Axis& axis = out.emplace_back();
    axis.members =
        indices != nullptr ? members((*indices)[i], dimensions[i].count) : std::vector<Member>(dimensions[i].count);
  }
  std::uint32_t stride = 1;
  for (auto axis = out.rbegin(); axis != out.rend(); ++axis) {
    axis->stride = stride;
    stride *= static_cast<std::uint32_t>(axis->members.size());
  }
  return out;
}

void Finder::add_header(const Place& place) {
  Cells header;
  header.cell = {Cell::Kind::u16, 0xFFFF};
  const std::vector<Kind> no_indices;
  header.axes = axes(place, {}, &no_indices);
  for (const std::uint32_t base : place.bases) header.offsets.push_back(base + ProcessHeader::state);
  made_->cells_.push_back(std::move(header));
}

void Finder::lay_out(const Place& place) {
  const Variables& variables = inference_->variables(place.scope);
  for (std::uint32_t i = 0; i < variables.scalars().size(); ++i) {
    const Scalar& scalar = variables.scalars()[i];
    const ScalarKinds& kinds = inference_->of(place.scope, i);
    Cells cells;
    cells.cell = scalar.cell;
    cells.axes = axes(place, scalar.dimensions, &kinds.indices);
    cells.is_channel = inference_->kinds().is_channel(kinds.value) && !inference_->kinds().is_plain(kinds.value);
    if (!cells.is_channel) cells.meaning = meaning(kinds.value);
    for (const std::uint32_t base : place.bases) {
      each_element(scalar.dimensions, [&](const std::vector<std::uint32_t>& indices) {
        cells.offsets.push_back(base + Variables::offset_of(scalar, indices));
      });
    }
    const auto number = static_cast<std::uint32_t>(made_->cells_.size());
    made_->cells_.push_back(std::move(cells));
    lay_out_channels(place, i, number);
  }
}

// The channels that were declared with a variable, and their messages.
void Finder::lay_out_channels(const Place& place, std::uint32_t scalar_number, std::uint32_t holder) {
  const Scalar& scalar = inference_->variables(place.scope).scalars()[scalar_number];
  const ScalarKinds& kinds = inference_->of(place.scope, scalar_number);
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < place.bases.size(); ++i) {
    each_element(scalar.dimensions, [&](const std::vector<std::uint32_t>& indices) {
      const std::uint32_t who = place.scope == global_scope ? 0 : place.pids[i] + 1;
      const auto found = channel_at_.find({who, Variables::offset_of(scalar, indices)});
      numbers.push_back(found == channel_at_.end() ? 0 : found->second);
    });
  }
  if (numbers.empty() || std::find(numbers.begin(), numbers.end(), 0) != numbers.end()) return;
  const auto channel = [&](std::size_t element) -> const FrameChannel& {
    return frame_->channels[numbers[element] - 1];
  };
  const ChannelType& type = program_.channel_types[channel(0).type];
  bool moves = made_->cells_[holder].is_channel;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    moves = moves && same_shape(type, program_.channel_types[channel(i).type]);
  }
  made_->channels_of_cells_.resize(std::max<std::size_t>(made_->channels_of_cells_.size(), holder + 1));
  made_->channels_of_cells_[holder] = numbers;
  for (std::uint32_t i = 0; i < numbers.size(); ++i) made_->channels_[numbers[i] - 1] = {holder, i, moves};
  // Where channels do not move, each is on its own.
  const auto content = [&](Cell cell, std::uint32_t offset, const std::vector<std::size_t>& elements) {
    Cells cells;
    cells.cell = cell;
    if (moves) cells.axes = axes(place, scalar.dimensions, &kinds.indices);
    for (const std::size_t element : elements) cells.offsets.push_back(channel(element).base + offset);
    return cells;
  };
  const auto lay = [&](const std::vector<std::size_t>& elements) {
    const ChannelType& own = program_.channel_types[channel(elements.front()).type];
    if (own.capacity == 0) return;
    made_->cells_.push_back(content({}, 0, elements));  // the length
    for (std::uint32_t slot = 0; slot < own.capacity; ++slot) {
      for (std::size_t i = 0; i < own.fields.size(); ++i) {
        const Field& field = own.fields[i];
        Cells cells = content(field.cell, own.first_slot + slot * own.slot_bytes + field.offset, elements);
        const Kind kind = inference_->kinds().field(kinds.value, i);
        cells.is_channel = inference_->kinds().is_channel(kind) && !inference_->kinds().is_plain(kind);
        if (!cells.is_channel) cells.meaning = meaning(kind);
        for (const std::size_t element : elements) cells.lengths.push_back(channel(element).base);
        cells.slot = slot;
        made_->cells_.push_back(std::move(cells));
      }
    }
  };
  std::vector<std::size_t> all(numbers.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (moves) return lay(all);
  for (const std::size_t one : all) lay({one});
}

void Finder::lay_out() {
  made_->channels_.resize(frame_->channels.size());
  for (std::uint32_t i = 0; i < frame_->channels.size(); ++i) {
    const FrameChannel& channel = frame_->channels[i];
    channel_at_[{channel.scope == global_scope ? 0 : channel.pid + 1, channel.holder}] = i + 1;
  }
  lay_out(Place{global_scope, {0}, -1, {}});
  if (program_.claim != Program::none) lay_out(Place{scope_of_type(program_.claim), {frame_->claim}, -1, {0xFFFF}});
  std::vector<bool> done(frame_->processes.size(), false);
  for (std::uint32_t team = 0; team < made_->teams_.size(); ++team) {
    if (dead_[team]) continue;
    Numbering order{team, std::vector<std::int32_t>(made_->teams_[team].count)};
    std::iota(order.values.begin(), order.values.end(), 0);
    made_->numberings_.push_back(std::move(order));
    const auto number = static_cast<std::int32_t>(made_->numberings_.size() - 1);
    for (const std::vector<std::uint32_t>& pids : made_->teams_[team].pids) {
      Place place{scope_of_type(frame_->processes[pids.front()].type), {}, number, pids};
      for (const std::uint32_t pid : pids) {
        place.bases.push_back(frame_->processes[pid].base);
        done[pid] = true;
      }
      add_header(place);
      lay_out(place);
    }
  }
  for (std::uint32_t pid = 0; pid < done.size(); ++pid) {
    if (done[pid]) continue;
    const ProcessPart& process = frame_->processes[pid];
    lay_out(Place{scope_of_type(process.type), {process.base}, -1, {pid}});
  }
  made_->channels_of_cells_.resize(made_->cells_.size());
}

// ---------------------------------------------------------------- groups

std::vector<bool> Finder::named_instances(std::uint32_t team) {
  std::vector<bool> named(made_->teams_[team].count, false);
  for (const auto& [root, numberings] : numbers_) {
    for (const Numbering& numbering : numberings) {
      if (numbering.team != team) continue;
      for (const std::int64_t value : inference_->kinds().named(root)) {
        const auto found = std::find(numbering.values.begin(), numbering.values.end(), value);
        if (found != numbering.values.end()) named[static_cast<std::size_t>(found - numbering.values.begin())] = true;
      }
    }
  }
  return named;
}

bool Finder::leaves_start(std::uint32_t team, std::uint32_t one, std::uint32_t other) const {
  Permutation exchange = made_->identity();
  std::swap(exchange[made_->teams_[team].first + one], exchange[made_->teams_[team].first + other]);
  std::vector<model::Word> image(start_.words.size());
  made_->apply(exchange, start_.words, image);
  return image == start_.words;
}

void Finder::find_groups() {
  for (std::uint32_t team = 0; team < made_->teams_.size(); ++team) {
    if (dead_[team]) continue;
    Team& own = made_->teams_[team];
    const std::vector<bool> named = named_instances(team);
    std::vector<bool> taken = named;
    std::size_t tried = 0;
    for (std::uint32_t i = 0; i < own.count; ++i) {
      if (taken[i]) continue;
      std::vector<std::uint32_t> together{i};
      for (std::uint32_t j = i + 1; j < own.count && tried < most_exchanges; ++j) {
        if (taken[j] || !(++tried, leaves_start(team, together.back(), j))) continue;
        together.push_back(j);
        taken[j] = true;
      }
      if (together.size() > 1) own.together.push_back(std::move(together));
    }
  }
}

bool Finder::is_moved(const Member& member) const {
  if (member.numbering < 0) return false;
  const Team& team = made_->teams_[made_->numberings_[static_cast<std::size_t>(member.numbering)].team];
  return std::any_of(team.together.begin(), team.together.end(), [&](const std::vector<std::uint32_t>& together) {
    return std::find(together.begin(), together.end(), member.instance) != together.end();
  });
}

void Finder::trim() {
  for (Cells& cells : made_->cells_) {
    for (Cells::Axis& axis : cells.axes) {
      for (Member& member : axis.members) {
        if (!is_moved(member)) member = {};
      }
    }
    std::erase_if(cells.meaning, [&](const auto& one) { return !is_moved(one.second); });
  }
}

bool Symmetry::leaves(const Program& program, const std::vector<Code>& watches) const {
  const Found found = find(program, watches, start_);
  return found.symmetry != nullptr && *found.symmetry == *this;
}

Symmetry::Found Symmetry::find(const Program& program, const std::vector<Code>& watches, const Start& start) {
  return Finder(program, start).find(watches);
}

}  // namespace waymark::promela

#include "promela/reduce/reduction.hpp"

#include <algorithm>

#include "containers/mix.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint64_t most_remembered = std::uint64_t{64} << 20;  // bytes; beyond, all is found out again
constexpr std::size_t most_statements = 2048;                       // of the processes of a state that is reduced
constexpr std::uint32_t longest_part = 64;                          // words of a process whose variables are looked at

template <typename T>
std::int64_t after_adding(std::int64_t value, const Bump& bump) {
  const auto sum = static_cast<std::uint32_t>(value + bump.by);
  return static_cast<T>(sum & bump.cell.mask);
}

// Whether the addition would not make the variable larger, or smaller, as it seems to.
bool wraps(const Bump& bump, const Instance& instance) {
  const std::uint32_t at = instance.base + bump.offset;
  std::int64_t before = 0;
  std::int64_t after = 0;
  switch (bump.cell.kind) {
    case Cell::Kind::u8:
      before = instance.state->get<std::uint8_t>(at);
      after = after_adding<std::uint8_t>(before, bump);
      break;
    case Cell::Kind::u16:
      before = instance.state->get<std::uint16_t>(at);
      after = after_adding<std::uint16_t>(before, bump);
      break;
    case Cell::Kind::s16:
      before = instance.state->get<std::int16_t>(at);
      after = after_adding<std::int16_t>(before, bump);
      break;
    case Cell::Kind::s32:
      before = instance.state->get<std::int32_t>(at);
      after = after_adding<std::int32_t>(before, bump);
      break;
  }
  return bump.by > 0 ? after <= before : after >= before;
}

}  // namespace

std::string Reducer::obstacle(const Program& program) {
  if (program.claim != Program::none) return "it has a never claim, which may count steps";
  if (program.trace != Program::none) return "it has a trace";
  if (program.uses_priorities) return "it uses priorities";
  if (program.uses_provided) return "it has a 'provided' clause";
  if (program.uses_last) return "it uses _last";
  for (const Instruction& instruction : program.code) {
    if (instruction.op == Op::enabled) return "it uses enabled()";
    if (instruction.op == Op::control_state) return "it uses pc_value()";
  }
  const Objects objects(program);
  if (!Footprinter(program, objects).claims_are_steady()) return "xr or xs names a channel variable that changes";
  return "";
}

Reducer::Reducer(const Program& program, const std::vector<Code>& watched, const model::Facts& labels, bool remembers)
    : program_(program),
      objects_(program),
      footprinter_(program, objects_),
      visible_{objects_.none(), labels.accepting, labels.progress},
      stubborn_(objects_, footprinter_.has_sorted_sends(), labels.accepting || labels.progress),
      remembers_(remembers) {
  for (const Code code : watched) unite(visible_.objects, footprinter_.reads_of(code));
  for (std::uint32_t type = 0; type < program.types.size(); ++type) {
    const std::vector<bool>& stable = footprinter_.stable(type);
    std::vector<model::Word> mask(program.types[type].words, 0);
    for (std::uint32_t byte = ProcessHeader::size; byte < stable.size(); ++byte) {
      if (stable[byte]) mask[byte / 4] |= model::byte_of_word(byte % 4);
    }
    masks_.push_back(std::move(mask));
    statements_of_.push_back(0);
    for (std::uint32_t i = 0; i < program.types[type].state_count; ++i) {
      statements_of_.back() += program.states[program.types[type].first_state + i].count;
    }
  }
}

std::size_t Reducer::WordsHash::operator()(std::span<const model::Word> words) const {
  return static_cast<std::size_t>(containers::mix_words(words));
}

const Footprints& Reducer::footprints(const model::FlatState& state, std::uint32_t pid, const ProcessPlace& process) {
  if (slots_.size() <= pid) slots_.resize(pid + 1);
  Slot& slot = slots_[pid];
  const std::vector<model::Word>& mask = masks_[process.type];
  bool same = slot.type == process.type;
  for (std::uint32_t i = 1; same && i < mask.size(); ++i) {
    same = (state.get<model::Word>(process.base + 4 * i) & mask[i]) == slot.stable[i];
  }
  if (same) return *slot.footprints;
  slot.type = process.type;
  slot.stable.assign(mask.size(), 0);
  for (std::uint32_t i = 1; i < mask.size(); ++i) {
    slot.stable[i] = state.get<model::Word>(process.base + 4 * i) & mask[i];
  }
  auto& found = known_[{process.type, pid, slot.stable}];
  if (!found) {
    found = std::make_unique<Footprints>(footprinter_.of({process.type, pid, process.base, &state}, visible_));
    bytes_ += found->statements.size() * 2 * (sizeof(Statement) + 5 * 8 * objects_.none().size());
  }
  slot.footprints = found.get();
  return *found;
}

void Reducer::forget_if_much() {
  if (bytes_ <= most_remembered) return;
  scene_ = nullptr;
  scenes_.clear();
  bytes_ = 0;
  slots_.clear();
  known_.clear();
  decisions_.clear();
}

Reducer::Scene& Reducer::scene(const model::FlatState& state, const std::vector<ProcessPlace>& processes) {
  bool same = scene_ != nullptr && cast_.size() == processes.size();
  cast_.resize(processes.size());
  for (std::uint32_t pid = 0; pid < processes.size(); ++pid) {
    const Footprints* const member = &footprints(state, pid, processes[pid]);
    same = same && cast_[pid] == member;
    cast_[pid] = member;
  }
  if (same) return *scene_;
  auto& found = scenes_[cast_];
  if (!found) {
    found.reset(new Scene{Ensemble(program_, objects_, cast_), {}});
    for (const Footprints* member : cast_) found->rooms.emplace_back(program_.types[member->type].state_count);
    bytes_ += found->ensemble.bytes();
  }
  scene_ = found.get();
  return *scene_;
}

const Reducer::Standpoints& Reducer::look(const Scene& scene, Room& room, const Instance& instance,
                                          std::uint32_t control, bool with_variables) {
  const Ensemble& ensemble = scene.ensemble;
  const Footprints& whole = ensemble.member(instance.pid);
  const ControlState& at = program_.states[program_.types[instance.type].first_state + control];
  std::vector<Statement> known;
  if (with_variables) known = footprinter_.here(instance, whole, control, visible_);
  std::vector<Standpoint> ways(at.count);
  for (std::uint32_t i = 0; i < at.count; ++i) {
    const std::size_t number = ensemble.number(instance.pid, at.first + i);
    const Statement& statement = with_variables ? known[i] : ensemble.statement(number);
    Standpoint& here = ways[i];
    here.statement = &ensemble.statement(number);
    here.conflicts = ensemble.conflicts(statement.effects, instance.pid);
    here.enablers = ensemble.enablers(statement, instance.pid);
    here.channel = statement.channel;
    here.may_meet = statement.may_meet;
    here.may_buffer = statement.may_buffer;
    here.visible = statement.visible;
    here.sticky = ensemble.is_sticky(number) ||
                  (ensemble.is_sticky_if_it_wraps(number) && (!with_variables || wraps(*statement.bump, instance)));
  }
  for (const auto& known_before : room.all) {
    if (known_before->ways == ways) return *known_before;
  }
  bytes_ += scene.ensemble.none().size() * 16 * ways.size();
  room.all.push_back(std::make_unique<Standpoints>(Standpoints{std::move(ways), ++standpoints_made_}));
  return *room.all.back();
}

const Reducer::Standpoints& Reducer::standpoints(Scene& scene, const model::FlatState& state, std::uint32_t pid,
                                                 const ProcessPlace& process, std::uint32_t control) {
  Room& room = scene.rooms[pid][control];
  if (!room.varies && !room.all.empty()) return *room.all.front();
  const Instance instance{process.type, pid, process.base, &state};
  const std::uint32_t words = program_.types[process.type].words;
  if (!room.varies) {
    const Footprints& whole = scene.ensemble.member(pid);
    const ControlState& at = program_.states[process.first_state + control];
    for (std::uint32_t i = 0; i < at.count && words <= longest_part; ++i) {
      room.varies = room.varies || whole.statements[at.first + i - whole.first_way].blind ||
                    scene.ensemble.is_sticky_if_it_wraps(scene.ensemble.number(pid, at.first + i));
    }
    if (!room.varies) return look(scene, room, instance, control, false);
  }
  part_.resize(words);
  for (std::uint32_t i = 0; i < words; ++i) part_[i] = state.get<model::Word>(process.base + 4 * i);
  const auto found = room.by_part.find(std::span<const model::Word>(part_));
  if (found != room.by_part.end()) return *found->second;
  bytes_ += 4 * words + 64;
  return *room.by_part.emplace(part_, &look(scene, room, instance, control, true)).first->second;
}

const Pids* Reducer::reduce(const model::FlatState& state, const std::vector<ProcessPlace>& processes,
                            const std::vector<Possible>& possible, Outlook& outlook) {
  std::size_t statements = 0;
  for (const ProcessPlace& process : processes) statements += statements_of_[process.type];
  if (statements > most_statements) return nullptr;
  forget_if_much();
  Scene& now = scene(state, processes);
  postures_.resize(processes.size());
  decisions_.begin();
  for (std::uint32_t pid = 0; pid < processes.size(); ++pid) {
    const std::uint32_t control = state.get<std::uint16_t>(processes[pid].base + ProcessHeader::state);
    const Standpoints& here = standpoints(now, state, pid, processes[pid], control);
    postures_[pid] = {control, program_.states[processes[pid].first_state + control].first, &here.ways};
    decisions_.add(here.number);
  }
  for (const Possible& it : possible) {
    static_assert(most_ways <= 1u << 10);
    decisions_.add(it.actor | it.way << 8 | (it.meets ? 1u << 18 : 0) | std::uint64_t{it.partner} << 19 |
                   std::uint64_t{it.acceptance} << 27);
  }
  const Decisions::Decision* known = remembers_ ? decisions_.find(outlook) : nullptr;
  if (known == nullptr) {
    const Pids* const enough = stubborn_.find(now.ensemble, postures_, possible, outlook);
    decision_ = {enough == nullptr, enough == nullptr ? Pids() : *enough};
    if (remembers_) decisions_.learn(stubborn_.asked(), decision_);
    known = &decision_;
  }
  return known->all ? nullptr : &known->enough;
}

}  // namespace waymark::promela

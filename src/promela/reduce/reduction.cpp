#include "promela/reduce/reduction.hpp"

#include <algorithm>

#include "containers/mix.hpp"
#include "promela/syntax/fold.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint64_t most_remembered = std::uint64_t{64} << 20;  // bytes; beyond, all is found out again
constexpr std::size_t most_statements = 2048;                       // of the processes of a state that is reduced
constexpr std::uint32_t longest_part = 64;                          // words of a process whose variables are looked at

// Whether the addition would not make the variable larger, or smaller, as it seems to.
bool wraps(const Addition& addition, const Instance& instance) {
  const Cell& cell = addition.cell;
  const std::int32_t before = read_cell(instance.state->view(instance.base + addition.offset, cell.size()), cell.kind);
  const std::int32_t after = kept_by(cell, wrap(std::int64_t{before} + addition.by));
  return addition.by > 0 ? after <= before : after >= before;
}

}  // namespace

std::string Reducer::obstacle(const Program& program) {
  if (program.claim != Program::none) return "it has a never claim, which may count steps";
  if (program.uses_priorities) return "it uses priorities";
  if (program.uses_provided) return "it has a 'provided' clause";
  if (program.uses_last) return "it uses _last";
  for (const Instruction& instruction : program.code) {
    if (instruction.op == Op::enabled) return "it uses enabled()";
    if (instruction.op == Op::control_state) return "it uses pc_value()";
  }
  const Objects objects(program);
  if (!Footprinter(program, objects).exclusive_ends_are_constant())
    return "xr or xs names a channel variable that changes";
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

bool Reducer::Slot::holds(const model::FlatState& state, const ProcessPart& process) const {
  bool same = type == process.type;
  for (std::uint32_t i = 0; same && i < part.size(); ++i) same = state.word(process.base / 4 + i) == part[i];
  return same;
}

// Fills the slot with the process as it stands.
void Reducer::meet(const model::FlatState& state, std::uint32_t pid, const ProcessPart& process, Slot& slot) {
  slot.part.resize(program_.types[process.type].words);
  for (std::uint32_t i = 0; i < slot.part.size(); ++i) slot.part[i] = state.word(process.base / 4 + i);
  slot.analysis = nullptr;
  find_footprints(state, pid, process, slot);
}

// What never changes in a process is compared with what was there when its pid was last looked at: mostly it is the
// same process still.
void Reducer::find_footprints(const model::FlatState& state, std::uint32_t pid, const ProcessPart& process,
                              Slot& slot) {
  const std::vector<model::Word>& mask = masks_[process.type];
  bool same = slot.type == process.type;
  for (std::uint32_t i = 1; same && i < mask.size(); ++i) same = (slot.part[i] & mask[i]) == slot.stable[i];
  if (same) return;
  slot.type = process.type;
  slot.stable.assign(mask.size(), 0);
  for (std::uint32_t i = 1; i < mask.size(); ++i) slot.stable[i] = slot.part[i] & mask[i];
  auto& found = known_[{process.type, pid, slot.stable}];
  if (!found) {
    found = std::make_unique<Footprints>(footprinter_.of({process.type, pid, process.base, &state}, visible_));
    bytes_ += found->statements.size() * 2 * (sizeof(Statement) + 5 * 8 * objects_.none().size());
    bytes_ += found->constants.bytes();
  }
  slot.footprints = found.get();
}

void Reducer::forget_if_much() {
  if (bytes_ <= most_remembered) return;
  analysis_ = nullptr;
  analyses_.clear();
  bytes_ = 0;
  slots_.clear();
  known_.clear();
  decisions_.clear();
}

// The dependence relation, for the processes that live now. It is made once for each choice of them.
Reducer::Analysis& Reducer::analysis(const model::FlatState& state, const std::vector<ProcessPart>& processes) {
  bool same = analysis_ != nullptr && members_.size() == processes.size();
  members_.resize(processes.size());
  if (slots_.size() < processes.size()) slots_.resize(processes.size());
  for (std::uint32_t pid = 0; pid < processes.size(); ++pid) {
    Slot& slot = slots_[pid];
    if (!slot.holds(state, processes[pid])) meet(state, pid, processes[pid], slot);
    const Footprints* const member = slot.footprints;
    same = same && members_[pid] == member;
    members_[pid] = member;
  }
  if (same) return *analysis_;
  auto& found = analyses_[members_];
  if (!found) {
    DependenceRelation relation(program_, objects_, members_);
    CycleCuts cuts = cut_cycles(relation, objects_);
    cut_alike(relation, cuts);
    found.reset(new Analysis{std::move(relation), std::move(cuts), {}});
    for (const Footprints* member : members_) found->caches.emplace_back(program_.types[member->type].state_count);
    bytes_ += found->relation.bytes();
  }
  analysis_ = found.get();
  return *analysis_;
}

// The set of statements that cut has to be the same after any exchange.
void Reducer::cut_alike(const DependenceRelation& relation, CycleCuts& cuts) const {
  const auto cut_all = [&](Bits& set) {
    const Bits before = set;
    each(before, [&](std::size_t number) {
      const std::uint32_t pid = relation.owner(number);
      for (const std::vector<std::uint32_t>& same : exchangeable_) {
        if (std::find(same.begin(), same.end(), pid) == same.end()) continue;
        for (const std::uint32_t other : same) {
          if (other < relation.members()) put(set, relation.number(other, relation.way(number)));
        }
      }
    });
  };
  if (exchangeable_.empty()) return;
  cut_all(cuts.always);
  cut_all(cuts.wrapping);
}

// What is known of the statements of a control state, with the process's variables as they are or without. Equal
// answers are kept once and have one number, so that decisions are shared by states which differ in nothing that
// matters.
const Reducer::LocalStatements& Reducer::look(const Analysis& analysis, LocalCache& cache, const Instance& instance,
                                              std::uint32_t control, bool with_variables) {
  const DependenceRelation& relation = analysis.relation;
  const Footprints& whole = relation.member(instance.pid);
  const ControlState& at = program_.states[program_.types[instance.type].first_state + control];
  std::vector<Statement> known;
  if (with_variables) known = footprinter_.here(instance, whole, control, visible_);
  std::vector<LocalStatement> ways(at.count);
  for (std::uint32_t i = 0; i < at.count; ++i) {
    const std::size_t number = relation.number(instance.pid, at.first + i);
    const Statement& statement = with_variables ? known[i] : relation.statement(number);
    LocalStatement& here = ways[i];
    here.statement = &relation.statement(number);
    here.conflicts = relation.conflicts(statement.effects, instance.pid);
    here.enablers = relation.enablers(statement, instance.pid);
    here.channel = statement.channel;
    here.may_rendezvous = statement.may_rendezvous;
    here.may_buffer = statement.may_buffer;
    here.visible = statement.visible;
    here.cuts_cycles = has(analysis.cuts.always, number) || (has(analysis.cuts.wrapping, number) &&
                                                             (!with_variables || wraps(*statement.addition, instance)));
  }
  for (const auto& known_before : cache.all) {
    if (known_before->ways == ways) return *known_before;
  }
  bytes_ += analysis.relation.none().size() * 16 * ways.size();
  cache.all.push_back(std::make_unique<LocalStatements>(LocalStatements{std::move(ways), ++local_statements_made_}));
  return *cache.all.back();
}

const Reducer::LocalStatements& Reducer::local_statements(Analysis& analysis, const model::FlatState& state,
                                                          std::uint32_t pid, const ProcessPart& process,
                                                          std::uint32_t control) {
  LocalCache& cache = analysis.caches[pid][control];
  if (remembers_ && !cache.varies && !cache.all.empty()) return *cache.all.front();
  const Instance instance{process.type, pid, process.base, &state};
  const std::uint32_t words = program_.types[process.type].words;
  if (!cache.varies) {
    const Footprints& whole = analysis.relation.member(pid);
    const ControlState& at = program_.states[process.first_state + control];
    for (std::uint32_t i = 0; i < at.count && words <= longest_part; ++i) {
      cache.varies = cache.varies || whole.statements[at.first + i - whole.first_way].imprecise ||
                     has(analysis.cuts.wrapping, analysis.relation.number(pid, at.first + i));
    }
    if (!cache.varies) return look(analysis, cache, instance, control, false);
  }
  if (!remembers_) return look(analysis, cache, instance, control, true);
  const std::vector<model::Word>& part = slots_[pid].part;
  const auto found = cache.by_part.find(std::span<const model::Word>(part));
  if (found != cache.by_part.end()) return *found->second;
  bytes_ += 4 * words + 64;
  return *cache.by_part.emplace(part, &look(analysis, cache, instance, control, true)).first->second;
}

// The key of a decision is all that `stubborn_` is given; what it asks the oracle beyond that comes after the key.
const Pids* Reducer::reduce(const model::FlatState& state, const std::vector<ProcessPart>& processes,
                            const std::vector<Possible>& possible, StateOracle& oracle) {
  std::size_t statements = 0;
  for (const ProcessPart& process : processes) statements += statements_of_[process.type];
  if (statements > most_statements) return nullptr;
  forget_if_much();
  Analysis& now = analysis(state, processes);
  decisions_.begin();
  for (std::uint32_t pid = 0; pid < processes.size(); ++pid) {
    Slot& slot = slots_[pid];
    if (slot.analysis != &now || !remembers_) {
      const std::uint32_t control = state.get<std::uint16_t>(processes[pid].base + ProcessHeader::state);
      const LocalStatements& here = local_statements(now, state, pid, processes[pid], control);
      slot.position = {control, program_.states[processes[pid].first_state + control].first, &here.ways};
      slot.number = here.number;
      slot.analysis = &now;
    }
    decisions_.add(slot.number);
  }
  for (const Possible& it : possible) {
    static_assert(most_ways <= 1u << 10);
    decisions_.add(it.actor | it.way << 8 | (it.meets ? 1u << 18 : 0) | std::uint64_t{it.partner} << 19 |
                   std::uint64_t{it.acceptance} << 27);
  }
  const Decisions::Decision* known = remembers_ ? decisions_.find(oracle) : nullptr;
  if (known == nullptr) {
    positions_.resize(processes.size());
    for (std::uint32_t pid = 0; pid < processes.size(); ++pid) positions_[pid] = slots_[pid].position;
    const Pids* const enough = stubborn_.find(now.relation, positions_, possible, oracle);
    decision_ = {enough == nullptr, enough == nullptr ? Pids() : *enough};
    if (remembers_) decisions_.learn(stubborn_.asked(), decision_);
    known = &decision_;
  }
  return known->all ? nullptr : &known->enough;
}

}  // namespace waymark::promela

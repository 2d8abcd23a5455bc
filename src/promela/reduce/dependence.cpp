#include "promela/reduce/dependence.hpp"

namespace waymark::promela {

namespace {

bool touches(const Effects& effects, BitsView ends) {
  return intersect(effects.reads, ends) || intersect(effects.writes, ends) || intersect(effects.guard, ends);
}

}  // namespace

DependenceRelation::DependenceRelation(const Program& program, const Objects& objects,
                                       std::vector<const Footprints*> members)
    : members_(std::move(members)) {
  std::uint32_t states = 0;
  for (std::uint32_t pid = 0; pid < members_.size(); ++pid) {
    firsts_.push_back(statements_.size());
    first_states_.push_back(states);
    for (const Statement& statement : members_[pid]->statements) {
      statements_.push_back(&statement);
      summaries_.push_back({pid, states + statement.source, statement.channel, statement.kind,
                            !statement.asks && !statement.may_rendezvous});
    }
    states += program.types[members_[pid]->type].state_count;
  }
  const std::size_t words = none().size();
  readers_ = BitTable(objects.count(), words);
  writers_ = BitTable(objects.count(), words);
  predecessors_ = BitTable(states, words);
  find_exclusive_ends(objects);
  for (std::size_t i = 0; i < size(); ++i) {
    // What waits for a timeout cannot happen as long as anything else can.
    const Statement& statement = *statements_[i];
    if (statement.absent || statement.timeout_only) continue;
    each(statement.effects.reads, [&](std::size_t object) { put(readers_[object], i); });
    each(statement.effects.writes, [&](std::size_t object) {
      if (!is_barred(object, statement.effects, owner(i))) put(writers_[object], i);
    });
    for (const std::uint32_t state : statement.targets) put(predecessors_[first_states_[owner(i)] + state], i);
  }
  find_futures();
  enablers_ = BitTable(size(), words);
  for (std::size_t i = 0; i < size(); ++i) unite(enablers_[i], enablers(*statements_[i], owner(i)));
}

void DependenceRelation::find_exclusive_ends(const Objects& objects) {
  end_owner_.assign(objects.count(), 0);
  std::vector<bool> twice(objects.count(), false);
  for (std::uint32_t pid = 0; pid < members_.size(); ++pid) {
    for (const ExclusiveFootprint& held : members_[pid]->exclusive_ends) {
      exclusive_ends_.push_back({&held, pid, none(), none()});
      if (!held.binding) continue;
      each(held.end, [&](std::size_t object) {
        if (end_owner_[object] != 0 && end_owner_[object] != pid + 1) twice[object] = true;
        end_owner_[object] = pid + 1;
      });
    }
  }
  for (std::size_t object = 0; object < twice.size(); ++object) {
    if (twice[object]) end_owner_[object] = 0;
  }
  for (Held& held : exclusive_ends_) {
    for (std::size_t i = 0; i < size(); ++i) {
      const Effects& effects = statements_[i]->effects;
      if (owner(i) == held.pid) {
        if (has(effects.writes, Objects::ends)) put(held.keepers, i);
      } else if (touches(effects, held.footprint->end)) {
        put(held.breakers, i);
        summaries_[i].has_test = false;  // it fails, whatever the channel holds
      }
    }
  }
}

// What is not a send or a receive of its own - the life of a process to be started, the end of one - may do more to
// the end than fail.
bool DependenceRelation::is_barred(std::size_t object, const Effects& effects, std::uint32_t pid) const {
  return end_owner_[object] != 0 && end_owner_[object] != pid + 1 &&
         (has(effects.fills, object) || has(effects.drains, object)) && !has(effects.writes, Objects::starts) &&
         !has(effects.writes, Objects::ends);
}

// A process that touches an end exclusive to another one fails as long as that one lives.
void DependenceRelation::add_exclusive(const Effects& effects, std::uint32_t pid, Bits& out) const {
  for (const Held& held : exclusive_ends_) {
    if (pid != held.pid && touches(effects, held.footprint->end)) unite(out, held.keepers);
    if (pid == held.pid && has(effects.writes, Objects::ends)) unite(out, held.breakers);
  }
}

// From the ends backwards until nothing is added.
void DependenceRelation::find_futures() {
  futures_ = BitTable(predecessors_.size(), none().size());
  for (std::uint32_t pid = 0; pid < members_.size(); ++pid) {
    const std::size_t end = pid + 1 < members_.size() ? firsts_[pid + 1] : size();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = end; i-- > firsts_[pid];) {
        const Statement& statement = *statements_[i];
        if (statement.absent) continue;
        const std::span<std::uint64_t> future = futures_[first_states_[pid] + statement.source];
        const auto add = [&](std::size_t word, std::uint64_t bits) {
          changed = changed || (bits & ~future[word]) != 0;
          future[word] |= bits;
        };
        if (!statement.timeout_only) add(i / 64, std::uint64_t{1} << i % 64);
        for (const std::uint32_t state : statement.targets) {
          const BitsView next = std::as_const(futures_)[first_states_[pid] + state];
          for (std::size_t word = 0; word < next.size(); ++word) add(word, next[word]);
        }
      }
    }
  }
}

Bits DependenceRelation::conflicts(const Effects& effects, std::uint32_t pid) const {
  Bits out = none();
  add_exclusive(effects, pid, out);
  each(effects.writes, [&](std::size_t object) {
    if (is_barred(object, effects, pid)) return;
    unite(out, readers_[object]);
    // Two processes never compete for their end, since only the youngest can end.
    if (object != Objects::ends) unite(out, writers_[object]);
  });
  each(effects.reads, [&](std::size_t object) { unite(out, writers_[object]); });
  const std::size_t end = pid + 1 < members_.size() ? firsts_[pid + 1] : size();
  for (std::size_t i = firsts_[pid]; i < end; ++i) out[i / 64] &= ~(std::uint64_t{1} << i % 64);
  return out;
}

Bits DependenceRelation::enablers(const Statement& statement, std::uint32_t pid) const {
  Bits out = none();
  if (statement.kind == TransitionKind::end) {
    // The youngest must end first.
    const auto last = static_cast<std::uint32_t>(members_.size()) - 1;
    for (std::size_t i = firsts_[last]; i < size(); ++i) {
      if (statements_[i]->kind == TransitionKind::end) put(out, i);
    }
    return out;
  }
  each(statement.effects.guard, [&](std::size_t object) { unite(out, writers_[object]); });
  const std::vector<bool>& locals = statement.effects.guard_locals;
  const std::size_t end = pid + 1 < members_.size() ? firsts_[pid + 1] : size();
  for (std::size_t i = firsts_[pid]; i < end; ++i) {
    const std::vector<bool>& written = statements_[i]->effects.written_locals;
    for (std::size_t byte = 0; byte < locals.size() && byte < written.size(); ++byte) {
      if (locals[byte] && written[byte]) put(out, i);
    }
  }
  return out;
}

}  // namespace waymark::promela

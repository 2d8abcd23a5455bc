// Scripts with labels as plain data, a writer for them that says whatever it is told, and a judge that knows the whole
// graph and shares no code with certifier or searches.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "certify/labels.hpp"
#include "oracle.hpp"
#include "script/row_builder.hpp"
#include "script/writer.hpp"

namespace waymark::certify {

// In the order of the walk.
struct Labelled {
  struct State {
    bool frontier = false;
    std::vector<bool> row;
    std::uint64_t count = 0;
    Label label;
    std::vector<Label> claims;                 // of where its transitions lead, tree edges among them
    std::vector<std::vector<bool>> thin = {};  // on the frontier: the rows by which the sample goes on from there
  };
  script::Form form = script::Form::cycles;
  std::vector<State> states;
  std::optional<script::SampleClaim> sample = std::nullopt;
};

inline std::vector<std::uint8_t> row_of(const std::vector<bool>& symbols) {
  std::vector<std::uint8_t> bytes;
  script::RowBuilder row(bytes);
  for (const bool symbol : symbols) row.add(symbol);
  row.close();
  return bytes;
}

// Nothing, if it cannot even be written down: a label is higher than its transition allows.
inline bool encode(const Labelled& script, const std::string& path) {
  script::Writer writer(path);
  script::Header header = plain_header();
  header.form = script.form;
  struct Open {
    std::size_t state = 0;
    std::size_t next = 0;
  };
  std::vector<Open> open_states;
  const bool ranks = script.form == script::Form::cycles;
  const auto claim = [&](const Label& source, const Label& target) {
    const std::uint64_t most = source.rank + (ranks ? 0 : 1);
    if (target.rank > most) return false;
    writer.varint(script::Stream::claims, most - target.rank);
    if (ranks && target.rank != most) writer.varint(script::Stream::claims, target.set);
    return target.rank != most || target.set == source.set;
  };
  for (std::size_t i = 0; i < script.states.size(); ++i) {
    const Labelled::State& state = script.states[i];
    if (i == 0 && ranks) {
      writer.varint(script::Stream::claims, state.label.rank);
      writer.varint(script::Stream::claims, state.label.set);
    }
    if (i == 0 && !ranks && state.label != Label{}) return false;
    writer.bytes(script::Stream::rows, state.frontier ? std::vector<std::uint8_t>{0} : row_of(state.row));
    for (const std::vector<bool>& thin : state.thin) writer.bytes(script::Stream::rows, row_of(thin));
    const std::uint64_t above = open_states.empty() ? 0 : script.states[open_states.back().state].count;
    writer.varint(script::Stream::counts, base::zigzag(state.count - above));
    ++header.states;
    header.depth = std::max<std::uint64_t>(header.depth, open_states.size());
    if (!state.frontier) {
      header.transitions += state.row.size();
      open_states.push_back({i, 0});
    }
    for (bool entered = false; !entered && !open_states.empty();) {
      Open& top = open_states.back();
      const Labelled::State& here = script.states[top.state];
      if (top.next == here.row.size()) {
        open_states.pop_back();
        continue;
      }
      entered = here.row[top.next];
      if (!claim(here.label, here.claims[top.next++])) return false;
    }
  }
  if (script.sample) script::write_claim(writer, *script.sample);
  CHECK(writer.finish(header));
  return true;
}

// The other way round, of a script of cycles. None: malformed, or not one whole tree with a claim for each transition.
inline std::optional<Labelled> decode_labelled(const std::vector<std::uint8_t>& rows,
                                               const std::vector<std::uint8_t>& counts,
                                               const std::vector<std::uint8_t>& claims) {
  const std::optional<Plain> plain = decode(rows, counts);
  if (!plain) return std::nullopt;
  base::ByteSource numbers(claims);
  Labelled script;
  const auto claim = [&](const Label& source) -> std::optional<Label> {
    Label label = source;
    const std::uint64_t fall = numbers.varint();
    if (numbers.failed() || fall > source.rank) return std::nullopt;
    label.rank -= fall;
    if (fall != 0) label.set = numbers.varint();
    return numbers.failed() ? std::nullopt : std::optional(label);
  };
  struct Open {
    std::size_t state = 0;
    std::size_t next = 0;
  };
  std::vector<Open> path;
  const auto enter = [&](const Label& label) {
    const Plain::State& state = plain->states[script.states.size()];
    path.push_back({script.states.size(), 0});
    script.states.push_back({false, state.row, state.count, label, {}});
  };
  Label root;
  root.rank = numbers.varint();
  root.set = numbers.varint();
  enter(root);
  while (!path.empty()) {
    Labelled::State& top = script.states[path.back().state];
    if (path.back().next == top.row.size()) {
      path.pop_back();
      continue;
    }
    const std::optional<Label> claimed = claim(top.label);
    if (!claimed) return std::nullopt;
    top.claims.push_back(*claimed);
    if (top.row[path.back().next++]) enter(*claimed);
  }
  if (numbers.failed() || !numbers.at_end()) return std::nullopt;
  return script;
}
inline Labelled read_labelled(const std::string& path) {
  const auto file = open(path);
  const auto script = decode_labelled(all_bytes(file, script::Stream::rows), all_bytes(file, script::Stream::counts),
                                      all_bytes(file, script::Stream::claims));
  CHECK(script.has_value());
  return *script;
}

// A tree edge's claim and the label of the state it enters are one number in the file.
inline void settle(Labelled& script) {
  struct Open {
    std::size_t state = 0;
    std::size_t next = 0;
  };
  std::vector<Open> path;
  for (std::size_t i = 0; i < script.states.size(); ++i) {
    while (!path.empty()) {
      Open& top = path.back();
      Labelled::State& above = script.states[top.state];
      while (top.next < above.row.size() && !above.row[top.next]) ++top.next;
      if (top.next < above.row.size()) {
        script.states[i].label = above.claims[top.next++];
        break;
      }
      path.pop_back();
    }
    if (!script.states[i].frontier) path.push_back({i, 0});
  }
}

// Who treats whom fairly: of the i-th transition of a state of the graph, whether it is fair to an actor. None:
// fairness was not asked for, and a label may not presume it.
using FairTo = std::function<bool(std::uint32_t state, std::size_t i, std::uint64_t actor)>;

// Whether the script's tree is one of the graph's and all is as the definitions of labels ask; in a partial one no
// state may be listed twice. `accepting` is by numbers of the graph; `explored` says which states have a row.
inline bool oracle_accepts(const Successors& graph, const std::vector<bool>& accepting, const Labelled& script,
                           std::vector<bool>& explored, const FairTo& fair_to = {}) {
  explored.assign(graph.size(), false);
  using Entry = std::pair<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>>;
  std::map<Entry, std::uint64_t> announced;
  std::map<Entry, std::uint64_t> arrived;
  std::vector<bool> listed(graph.size(), false);
  const bool ranks = script.form == script::Form::cycles;
  std::size_t next = 0;
  struct Open {
    std::uint32_t state = 0;
    std::size_t script = 0;
    std::size_t taken = 0;
  };
  std::vector<Open> path;
  const auto enter = [&](std::uint32_t state) {
    if (next == script.states.size()) return false;
    const Labelled::State& own = script.states[next];
    if (!own.frontier && own.row.size() != graph[state].size()) return false;
    if (!ranks && listed[state]) return false;
    listed[state] = true;
    if (own.count != 0) announced[{state, {own.label.rank, own.label.set}}] += own.count;
    if (!own.frontier) {
      path.push_back({state, next, 0});
      explored[state] = true;
    }
    ++next;
    return true;
  };
  if (!enter(0)) return false;
  if (!ranks && script.states[0].label != Label{}) return false;
  if (ranks && script.states[0].label.set != 0 && !fair_to) return false;
  while (!path.empty()) {
    const std::uint32_t state = path.back().state;
    const Labelled::State& own = script.states[path.back().script];
    if (path.back().taken == graph[state].size()) {
      path.pop_back();
      continue;
    }
    const std::size_t symbol = path.back().taken++;
    const std::uint32_t to = graph[state][symbol];
    const Label& claimed = own.claims[symbol];
    if (ranks) {
      if ((claimed.set != 0 && !fair_to) || claimed.rank > own.label.rank) return false;
      if (claimed.rank == own.label.rank) {
        if (claimed.set != own.label.set) return false;
        if (claimed.set == 0 ? accepting[state] : fair_to(state, symbol, claimed.set - 1)) return false;
      }
    } else if (claimed.rank > own.label.rank + 1) {
      return false;
    }
    if (own.row[symbol]) {
      if (next < script.states.size() && script.states[next].label != claimed) return false;
      if (!enter(to)) return false;
    } else {
      ++arrived[{to, {claimed.rank, claimed.set}}];
    }
  }
  return next == script.states.size() && announced == arrived;
}

}  // namespace waymark::certify

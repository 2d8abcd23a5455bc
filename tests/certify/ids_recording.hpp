// What the tests of ids scripts share: recorded searches, scripts as plain data, an independent judge, a forger.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "certify/ids.hpp"
#include "observe/ids_recorder.hpp"
#include "oracle.hpp"
#include "recording.hpp"
#include "script/ids_writer.hpp"
#include "search/depth_first.hpp"

namespace waymark::certify {

inline search::Outcome record_ids(model::Model& model, const std::string& path) {
  base::Budget budget(std::uint64_t{4} << 30);
  store::Exact store(budget);
  observe::IdsRecorder recorder(path, budget);
  search::Limits limits;
  limits.errors = 0;
  search::Outcome outcome = search::DepthFirst({model, &store, budget, limits, search::Judged{}, {&recorder}}).run();
  CHECK(recorder.finish(plain_header()));
  return outcome;
}

inline Result certify_ids(const Factory& factory, const std::string& path, unsigned jobs = 1,
                          script::IdsCut cut = script::IdsCut::slice, Request request = only_the_script()) {
  request.jobs = jobs;
  return run_ids(factory, open(path), request, cut, Secret::draw());
}

// An ids script without its file.
struct PlainIds {
  std::vector<script::IdsStep> steps;
  std::vector<bool> marks;
  std::vector<std::uint64_t> sizes;
};

// A reader of its own, so that the forger does not depend on what it tests: no path, no checks beyond what is needed to
// give each step its numbers. None: malformed.
inline std::optional<std::vector<script::IdsStep>> decode_ids(const std::vector<std::uint8_t>& steps,
                                                              const std::vector<std::uint8_t>& ids) {
  std::vector<script::IdsStep> out;
  base::ByteSource codes(steps);
  base::ByteSource distances(ids);
  std::vector<std::int64_t> expected{0};
  std::uint64_t highest = 1;
  while (!codes.at_end()) {
    const std::uint64_t code = codes.varint();
    if (codes.failed() || expected.empty()) return std::nullopt;
    script::IdsStep& step = out.emplace_back();
    if (code == 0) {
      step.back = true;
      expected.pop_back();
      continue;
    }
    const std::uint64_t zigzag = code - 1;
    if (zigzag >> 40 != 0) return std::nullopt;
    const auto half = static_cast<std::int64_t>(zigzag / 2);
    const std::int64_t successor = expected.back() + (zigzag % 2 == 0 ? half : -half - 1);
    const std::uint64_t distance = distances.varint();
    if (distances.failed() || successor < 0 || successor >= 0xFFFFFFFF || distance > highest) return std::nullopt;
    step.successor = static_cast<std::uint32_t>(successor);
    step.id = highest + 1 - distance;
    step.fresh = distance == 0;
    expected.back() = successor + 1;
    if (!step.fresh) continue;
    ++highest;
    expected.push_back(0);
  }
  if (!distances.at_end()) return std::nullopt;
  return out;
}

inline PlainIds decode_ids(const std::string& path) {
  const auto file = open(path);
  PlainIds plain;
  plain.steps = *decode_ids(all_bytes(file, script::Stream::steps), all_bytes(file, script::Stream::ids));
  const auto marks = all_bytes(file, script::Stream::marks);
  for (std::size_t i = 0; i < file->header().transitions; ++i)
    plain.marks.push_back((marks[i / 8] >> (i % 8) & 1) != 0);
  const auto sizes = all_bytes(file, script::Stream::sizes);
  for (base::ByteSource source(sizes); !source.at_end();) plain.sizes.push_back(source.varint());
  return plain;
}

// Numbers new states anew, so that what was cut out or copied leaves no gaps: a step's id is then only a name by which
// later steps mean the same state.
inline void renumber(std::vector<script::IdsStep>& steps) {
  std::map<std::uint64_t, std::uint64_t> numbers{{1, 1}};
  std::uint64_t highest = 1;
  for (script::IdsStep& step : steps) {
    if (step.back) continue;
    if (step.fresh) {
      numbers[step.id] = ++highest;
      step.id = highest;
    } else if (const auto known = numbers.find(step.id); known != numbers.end()) {
      step.id = known->second;
    }
  }
}

inline script::Header header_of(const std::vector<script::IdsStep>& steps) {
  script::Header header = plain_header();
  header.form = script::Form::ids;
  header.states = 1;
  std::uint64_t depth = 0;
  for (const script::IdsStep& step : steps) {
    if (step.back) {
      --depth;
      continue;
    }
    ++header.transitions;
    if (!step.fresh) continue;
    ++header.states;
    header.depth = std::max(header.depth, ++depth);
  }
  return header;
}

// Writes it with correct checksums, whatever it says.
inline void encode_ids(const PlainIds& plain, const std::string& path) {
  script::Writer writer(path);
  script::IdsEncoder encoder(writer);
  for (const script::IdsStep& step : plain.steps) encoder.add(step);
  for (std::size_t i = 0; i < plain.marks.size(); i += 8) {
    std::uint8_t byte = 0;
    for (std::size_t bit = 0; bit < 8 && i + bit < plain.marks.size(); ++bit) {
      if (plain.marks[i + bit]) byte = static_cast<std::uint8_t>(byte | 1u << bit);
    }
    writer.byte(script::Stream::marks, byte);
  }
  for (const std::uint64_t size : plain.sizes) writer.varint(script::Stream::sizes, size);
  CHECK(writer.finish(header_of(plain.steps)));
}

// What the marks and the Subgraphs list of these steps would be; of nonsense, something of the right length.
inline void complete(PlainIds& plain) {
  plain.marks.clear();
  std::map<std::uint64_t, std::size_t> last;
  std::vector<std::uint64_t> open_states{1};
  plain.sizes = {0};
  for (const script::IdsStep& step : plain.steps) {
    if (step.back) {
      if (open_states.empty()) continue;
      const std::uint64_t left = open_states.back();
      open_states.pop_back();
      if (!open_states.empty()) plain.sizes[open_states.back() - 1] += plain.sizes[left - 1];
      continue;
    }
    last[step.id] = plain.marks.size();
    plain.marks.push_back(false);
    if (!open_states.empty()) ++plain.sizes[open_states.back() - 1];
    if (!step.fresh) continue;
    plain.sizes.push_back(0);
    open_states.push_back(plain.sizes.size());
  }
  for (const auto& [id, transition] : last) plain.marks[transition] = true;
}

// The judge: knows the whole graph and compares states, not fingerprints. Accepting what is not complete would refute
// the whole idea.
inline bool oracle_accepts(const Successors& graph, const std::vector<script::IdsStep>& steps) {
  std::vector<std::uint32_t> states{0};  // by id - 1
  struct Open {
    std::uint32_t state = 0;
    std::set<std::uint32_t> taken;
  };
  std::vector<Open> path{{0, {}}};
  std::set<std::uint32_t> entered{0};
  for (const script::IdsStep& step : steps) {
    if (path.empty()) return false;
    Open& top = path.back();
    if (step.back) {
      if (top.taken.size() != graph[top.state].size()) return false;
      path.pop_back();
      continue;
    }
    if (step.successor >= graph[top.state].size() || !top.taken.insert(step.successor).second) return false;
    const std::uint32_t to = graph[top.state][step.successor];
    if (step.fresh) {
      if (step.id != states.size() + 1) return false;
      states.push_back(to);
      entered.insert(to);
      path.push_back({to, {}});
    } else if (step.id == 0 || step.id > states.size() || states[step.id - 1] != to) {
      return false;
    }
  }
  if (!path.empty()) return false;
  CHECK(entered.size() == graph.size());
  return true;
}

// Takes a true script and tells one lie of each kind.
class IdsForger {
 public:
  explicit IdsForger(std::uint64_t seed) : random_(seed) {}

  static constexpr unsigned kinds = 16;
  static const char* name(unsigned kind) {
    static constexpr const char* names[kinds] = {
        "ids: a transition twice",    "ids: leave a transition out",    "ids: cut the end off",
        "ids: go on after the end",   "ids: another known state",       "ids: omit a subtree",
        "ids: a new state is old",    "ids: swap two transitions",      "ids: a huge number",
        "ids: an old state is new",   "ids: explore a state twice",     "ids: back too early",
        "ids: drop a step",           "ids: marks that come too early", "ids: random marks",
        "ids: a false Subgraphs list"};
    return names[kind];
  }

  // True if it found a place for that kind of lie. Marks and Subgraphs list are made to fit, unless they are the lie.
  bool forge(PlainIds& plain, unsigned kind) {
    auto& steps = plain.steps;
    if (steps.empty() || plain.sizes.empty()) return false;
    const std::size_t i = below(steps.size());
    script::IdsStep& step = steps[i];
    const auto at = [&](std::size_t place) { return steps.begin() + static_cast<std::ptrdiff_t>(place); };
    if (kind < 13 && kind != 2 && kind != 3 && kind != 11 && kind != 12 && step.back) return false;
    switch (kind) {
      case 0:
        step.successor = step.successor > 0 && below(2) == 0 ? step.successor - 1 : step.successor + 1;
        break;
      case 1:
        steps.erase(at(i), at(end_of(steps, i)));
        break;
      case 2:
        steps.resize(i);
        break;
      case 3:
        if (below(2) == 0) steps.push_back({true, 0, 0, false, false});
        steps.push_back({false, 0, 1, false, false});
        break;
      case 4:
        if (step.fresh) return false;
        step.id = 1 + below(plain.sizes.size());
        break;
      case 5:
        if (!step.fresh) return false;
        steps.erase(at(i) + 1, at(end_of(steps, i)));
        step.fresh = false;
        step.id = 1 + below(step.id - 1);
        break;
      case 6:
        if (!step.fresh) return false;
        step.fresh = false;
        step.id = 1 + below(step.id - 1);
        break;
      case 7: {
        const std::size_t end = end_of(steps, i);
        if (end >= steps.size() || steps[end].back) return false;
        std::swap(step.successor, steps[end].successor);
        if (below(2) == 0) std::rotate(at(i), at(end), at(end_of(steps, end)));
        break;
      }
      case 8:
        if (below(2) == 0) {
          step.successor = static_cast<std::uint32_t>(random_());
        } else {
          step.id = random_() >> below(60);
          step.fresh = false;
        }
        complete(plain);
        return true;  // as it is: renumbering would repair it
      case 9:
        if (step.fresh) return false;
        step.fresh = true;
        step.id = new_name_++;
        steps.insert(at(i) + 1, {true, 0, 0, false, false});
        break;
      case 10: {
        // What a search with a cache does: true, only longer.
        if (step.fresh) return false;
        const auto first = std::find_if(steps.begin(), steps.end(), [&](const script::IdsStep& other) {
          return !other.back && other.fresh && other.id == step.id;
        });
        if (first == steps.end()) return false;
        const auto begin = static_cast<std::size_t>(first - steps.begin());
        std::vector<script::IdsStep> copy(at(begin) + 1, at(end_of(steps, begin)));
        std::map<std::uint64_t, std::uint64_t> names;
        for (script::IdsStep& one : copy) {
          if (!one.back && one.fresh) one.id = names[one.id] = new_name_++;
        }
        if (below(2) == 0) {
          for (script::IdsStep& one : copy) {
            if (!one.back && !one.fresh && names.contains(one.id)) one.id = names[one.id];
          }
        }
        step.fresh = true;
        step.id = new_name_++;
        steps.insert(at(i) + 1, copy.begin(), copy.end());
        break;
      }
      case 11:
        steps.insert(at(i), {true, 0, 0, false, false});
        break;
      case 12:
        steps.erase(at(i));
        break;
      case 13: {
        std::vector<std::size_t> unmarked;
        for (std::size_t m = 0; m < plain.marks.size(); ++m) {
          if (!plain.marks[m]) unmarked.push_back(m);
        }
        if (unmarked.empty()) return false;
        plain.marks[unmarked[below(unmarked.size())]] = true;
        return true;
      }
      case 14:
        for (std::size_t m = 0; m < plain.marks.size(); ++m) plain.marks[m] = below(2) == 0;
        return true;
      default: {
        if (below(3) == 0)
          plain.sizes.resize(below(plain.sizes.size()));
        else
          plain.sizes[below(plain.sizes.size())] += below(3) - 1;
        return true;
      }
    }
    renumber(steps);
    complete(plain);
    return true;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : random_() % n; }
  // Behind the step and, if it meets a new state, everything down to the back that leaves it.
  static std::size_t end_of(const std::vector<script::IdsStep>& steps, std::size_t i) {
    if (!steps[i].fresh) return i + 1;
    std::size_t depth = 1;
    for (++i; i < steps.size() && depth > 0; ++i) {
      if (steps[i].back) --depth;
      if (!steps[i].back && steps[i].fresh) ++depth;
    }
    return i;
  }

  std::mt19937_64 random_;
  std::uint64_t new_name_ = std::uint64_t{1} << 40;
};

inline graph::Edges random_shape(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto states = static_cast<std::uint32_t>(1 + random() % 50);
  graph::Edges shape = graph::random_graph(states, states - 1 + static_cast<std::uint32_t>(random() % 100), seed);
  if (states > 3 && seed % 3 == 0) shape = with_passing(shape, random);
  return shape;
}

}  // namespace waymark::certify

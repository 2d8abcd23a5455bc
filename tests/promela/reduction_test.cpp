// Partial order reduction against its definition, by brute force: from every state all that the transitions left out
// can do is tried, and those taken must stay possible and commute with all of it. Then the graphs as a whole: the same
// deadlocks and failing steps, and nothing put off for ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

using model::Step;
using model::Transition;
using State = std::vector<model::Word>;

std::shared_ptr<const Program> program_of(const std::string& text) { return compile(parse_text("test", text)); }

State state_of(model::Model& model) {
  const auto words = model.pack().words;
  return {words.begin(), words.end()};
}

// All that one transition may come to.
struct Outcome {
  std::set<State> states;
  std::set<std::string> faults;
};

void take(model::Model& model, const Transition& transition, Outcome& out) {
  const model::Mark here = model.mark();
  Step step = model.fire(transition);
  if (step == Step::failed || step == Step::unsupported) {
    out.faults.insert(model.violation().kind + " " + model.violation().location);
    if (step == Step::failed) step = model.violation().after;
  }
  if (step == Step::moved) out.states.insert(state_of(model));
  if (step == Step::intermediate) {
    std::vector<Transition> ways;
    model.enabled(ways);
    for (const Transition& way : ways) take(model, way, out);
  }
  model.rewind(here);
}

Outcome outcome(model::Model& model, const State& state, const Transition& transition) {
  Outcome out;
  model.unpack(state);
  take(model, transition, out);
  return out;
}

std::vector<Transition> enabled(model::Model& model, const State& state) {
  std::vector<Transition> out;
  model.unpack(state);
  model.enabled(out);
  return out;
}

bool among(const std::vector<Transition>& list, const Transition& transition) {
  return std::find(list.begin(), list.end(), transition) != list.end();
}

struct Graph {
  std::map<State, std::set<State>> next;
  std::set<State> deadlocks;
  std::set<std::string> faults;
  bool complete = true;
};

Graph explore(model::Model& model, std::size_t most) {
  Graph graph;
  model.reset();
  std::deque<State> open{state_of(model)};
  graph.next[open.front()];
  while (!open.empty()) {
    const State state = open.front();
    open.pop_front();
    const std::vector<Transition> ways = enabled(model, state);
    model.unpack(state);
    if (ways.empty() && !model.facts().proper_end) graph.deadlocks.insert(state);
    for (const Transition& way : ways) {
      const Outcome out = outcome(model, state, way);
      graph.faults.insert(out.faults.begin(), out.faults.end());
      for (const State& next : out.states) {
        graph.next[state].insert(next);
        if (graph.next.emplace(next, std::set<State>{}).second) open.push_back(next);
      }
    }
    if (graph.next.size() > most) {
      graph.complete = false;
      break;
    }
  }
  return graph;
}

// What is wrong with taking only `few` in this state; empty if nothing.
std::string fault_of(Executor& whole, const State& state, const std::vector<Transition>& few, std::size_t most) {
  std::set<State> seen{state};
  std::deque<State> open{state};
  const auto text = [&](const Transition& transition) { return whole.action(transition.action).text; };
  // Whether `second` is still possible after `first`, and what both come to.
  const auto both = [&](const State& at, const Transition& first, const Transition& second, bool& possible) {
    Outcome out;
    for (const State& next : outcome(whole, at, first).states) {
      possible = possible && among(enabled(whole, next), second);
      if (!possible) break;
      const Outcome last = outcome(whole, next, second);
      out.states.insert(last.states.begin(), last.states.end());
      out.faults.insert(last.faults.begin(), last.faults.end());
    }
    return out;
  };
  while (!open.empty()) {
    const State at = open.front();
    open.pop_front();
    const std::vector<Transition> here = enabled(whole, at);
    for (const Transition& member : few) {
      if (!among(here, member)) return text(member) + " can no longer be executed";
    }
    for (const Transition& other : here) {
      if (among(few, other)) continue;
      const Outcome apart = outcome(whole, at, other);
      for (const Transition& member : few) {
        bool possible = true;
        const Outcome now = outcome(whole, at, member);
        const Outcome later = both(at, other, member, possible);
        const Outcome sooner = both(at, member, other, possible);
        if (!possible || later.states != sooner.states || (!apart.states.empty() && later.faults != now.faults) ||
            (!now.states.empty() && sooner.faults != apart.faults)) {
          return text(member) + " and " + text(other) + " cannot be exchanged";
        }
      }
      for (const State& next : apart.states) {
        if (seen.size() < most && seen.insert(next).second) open.push_back(next);
      }
    }
  }
  return "";
}

// The states without the variables of processes, which a reduced program forgets where they are dead.
std::set<State> without_locals(Executor& model, const std::set<State>& states) {
  std::set<State> out;
  for (State state : states) {
    model.unpack(state);
    for (const ProcessPart& process : model.interpreter().state().processes()) {
      const std::uint32_t words = model.interpreter().state().program().types[process.type].words;
      std::fill_n(state.begin() + (process.base + ProcessHeader::size) / 4, words - ProcessHeader::size / 4, 0);
    }
    out.insert(std::move(state));
  }
  return out;
}

// Compares a program with itself reduced; answers in how many states something was left out.
std::size_t compare(const std::shared_ptr<const Program>& program, std::size_t most, std::size_t most_beyond) {
  std::size_t reduced_states = 0;
  Executor whole(program);
  const Graph all = explore(whole, most);
  for (const bool cycles : {false, true}) {
    Executor reduced(program);
    EXPECT_EQ(reduced.reduce({.accepting = cycles}), "");
    const Graph part = explore(reduced, most);
    Executor forgetful(program, Executor::Steps::executed);
    EXPECT_EQ(forgetful.reduce({.accepting = cycles}), "");
    std::set<State> expanded;  // fully
    std::size_t left = 80;     // states to look at closely
    for (const auto& [state, next] : part.next) {
      const std::vector<Transition> few = enabled(reduced, state);
      EXPECT_EQ(few, enabled(forgetful, state)) << "what is remembered is not what is found";
      if (few.size() == enabled(whole, state).size()) {
        expanded.insert(state);
      } else if (left > 0) {
        --left;
        ++reduced_states;
        EXPECT_FALSE(few.empty());
        EXPECT_EQ(fault_of(whole, state, few, most_beyond), "");
      }
    }
    if (!all.complete || !part.complete) continue;
    const auto is_broken = [](const std::set<std::string>& faults) {
      return std::any_of(faults.begin(), faults.end(), [](const std::string& fault) {
        return fault.starts_with("exclusive") || fault.starts_with("bounds");
      });
    };
    EXPECT_EQ(is_broken(all.faults), is_broken(part.faults));
    if (is_broken(part.faults)) {  // what comes behind a step that fails for good is not looked for
      EXPECT_TRUE(std::includes(all.faults.begin(), all.faults.end(), part.faults.begin(), part.faults.end()));
      continue;
    }
    EXPECT_EQ(without_locals(whole, all.deadlocks), without_locals(whole, part.deadlocks));
    EXPECT_LE(part.next.size(), all.next.size());
    EXPECT_EQ(all.faults, part.faults);
    // Nothing is put off for ever: states from which one that is fully expanded must be reached (with cycles: on every
    // way, so that the rest has no cycle; else on some way).
    std::set<State> good = expanded;
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [state, next] : part.next) {
        const auto is_good = [&](const State& to) { return good.contains(to); };
        const bool leads = cycles ? std::all_of(next.begin(), next.end(), is_good)
                                  : next.empty() || std::any_of(next.begin(), next.end(), is_good);
        if (leads && good.insert(state).second) changed = true;
      }
    }
    EXPECT_EQ(good.size(), part.next.size()) << "something is put off for ever";
  }
  return reduced_states;
}

// Small programs in which everything that reduction looks at occurs: shared and private variables, guards, both kinds
// of channels, polls, else, unless, atomic sequences, d_steps, processes that start and end.
class RandomProgram {
 public:
  // With claims: processes claim ends of channels, rightly or not, and hold channels in variables. Indexed: they have
  // elements of their own, by a variable that is assigned at the start and perhaps later. Timeouts: they also ask for
  // one beside other things, and keep what they learn.
  enum class Kind : std::uint8_t { plain, claims, indexed, timeouts };
  explicit RandomProgram(unsigned seed, Kind kind = Kind::plain)
      : random_(seed),
        claims_(kind == Kind::claims),
        indexed_(kind == Kind::indexed),
        timeouts_(kind == Kind::timeouts) {}

  std::string text() {
    std::string out = "byte x, y; byte a[2]; chan q = [1] of {byte}; chan r = [0] of {byte}; chan p = [2] of {byte};\n";
    const unsigned count = 2 + pick(2);
    if (pick(4) == 0) {
      out += indexed_ ? "proctype Late(byte v) { byte i; i = v & 1; a[i] = 0; a[1 - i] == 0; y = i }\n"
                      : "proctype Late(byte v) { x = v; q!v }\n";
    }
    const bool late = out.find("Late") != std::string::npos;
    for (unsigned i = 0; i < count; ++i) {
      out += "active proctype P" + std::to_string(i) + "() { " + claims() + "byte v, w; " + index() +
             body(3, late && i == 0) + " }\n";
    }
    return out;
  }

 private:
  unsigned pick(unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(random_); }
  std::string one(std::initializer_list<const char*> of) {
    return *(of.begin() + pick(static_cast<unsigned>(of.size())));
  }
  std::string claims() {
    if (!claims_) return "";
    std::string out = "chan h; ";
    const bool claims = pick(3) == 0;
    if (claims) out += one({"xs q; ", "xr q; ", "xs p; ", "xr p; "});
    return out + "h = " + (claims ? out.substr(11, 1) : one({"p", "q"})) + "; ";
  }
  std::string index() {
    if (!indexed_) return "";
    return one({"byte i = _pid % 2; ", "byte i; i = _pid % 2; ", "byte i, j; j = 1; i = j - _pid % 2; ",
                "byte i; if :: i = 0 :: i = 1 fi; ", "byte i = 1; atomic { i = 1 - i; skip }; ",
                "byte i; d_step { i = _pid; i = i % 2 }; ", "byte i; i = (_pid == 0 -> 1 : 0); "});
  }
  std::string test() {
    if (indexed_ && pick(2) == 0) return one({"a[i] == 0", "a[i] < 2", "a[1 - i] == 1", "i == 1", "a[i + v] == 0"});
    if (claims_ && pick(4) == 0) return one({"nempty(h)", "len(h) > 0", "nfull(h)"});
    if (timeouts_ && pick(3) == 0) {
      return one({"timeout && v == 1", "timeout || w == 1", "(timeout -> v : w) == 1", "timeout && a[v & 1] == 0"});
    }
    return one({"x == 1", "y != 0", "a[v] == 0", "v == 1", "nempty(q)", "nfull(p)", "empty(q)", "p?[1]", "len(p) > 0",
                "x == 0 && y == 0", "a[_pid % 2] != 1", "v < 2 && nfull(q)"});
  }
  std::string act() {
    if (indexed_ && pick(2) == 0) {
      return one({"a[i] = 1 - (a[i] & 1)", "a[i] = v & 1", "v = a[i]", "a[1 - i] = 1", "a[i]++; a[i] = a[i] % 2",
                  "i = 1 - (i & 1)", "i = v & 1", "q?i; i = i & 1", "a[i + v] = 1", "i = 0", "w = i"});
    }
    if (claims_ && pick(3) == 0) return one({"h!v", "h?v", "h = q", "h = p", "h?1"});
    if (timeouts_ && pick(4) == 0) {
      return one(
          {"d_step { timeout; v = timeout }", "d_step { timeout; a[timeout] = v & 1 }", "w = (timeout -> v : w)"});
    }
    return one({"x = (x + 1) % 3", "y = v", "v = x", "v = 1 - (v & 1)", "a[_pid % 2] = v & 1", "a[v & 1] = 1",
                "w = a[0]", "q!v", "q?v", "q?1", "r!v", "r?v", "r?1", "p!w", "p?w", "p??1", "skip", "assert(x + y < 4)",
                "v = 0"});
  }
  std::string body(unsigned depth, bool starts) {
    std::string out;
    const unsigned count = 1 + pick(3);
    for (unsigned i = 0; i < count; ++i) {
      if (i > 0) out += "; ";
      const unsigned kind = pick(depth == 0 ? 2 : 8);
      if (kind == 0) {
        out += test();
      } else if (kind < 4) {
        out += act();
      } else if (kind == 4) {
        out += "if :: " + test() + " -> " + body(depth - 1, false) +
               " :: " + one({"else -> skip", "y == 0", "q?v", "x = 0"}) + " fi";
      } else if (kind == 5) {
        out += "do :: " + test() + "; " + body(depth - 1, false) +
               " :: " + one({"else -> break", "break", "w < 2 -> w++"}) + " od";
      } else if (kind == 6) {
        out += one({"atomic { ", "d_step { "}) + one({"x == 0", "v = 1", "nempty(q)"}) + "; x = v; " +
               one({"v = 0", "a[0] = 1", "y++; y = y % 2"}) + " }";
      } else if (depth == 3 && pick(3) == 0) {
        out += "{ " + body(0, false) + " } unless { " + test() + " }";
      } else {
        out += act();
      }
    }
    if (starts) out += "; run Late(1)";
    return out;
  }

  std::mt19937 random_;
  bool claims_;
  bool indexed_;
  bool timeouts_;
};

TEST(Reduction, takes_stubborn_sets_on_the_corpus) {
  std::size_t reduced = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WAYMARK_SOURCE_DIR "/tests/promela/corpus")) {
    if (entry.path().extension() != ".pml") continue;
    const auto program = compile(parse_file(entry.path().string()));
    if (!Reducer::obstacle(*program).empty()) continue;
    SCOPED_TRACE(entry.path().filename());
    reduced += compare(program, 300, 12);
  }
  EXPECT_GT(reduced, 1000u);
}

TEST(Reduction, takes_stubborn_sets_on_random_programs) {
  std::size_t reduced = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const std::string text = RandomProgram(seed).text();
    SCOPED_TRACE(text);
    reduced += compare(program_of(text), 1500, 25);
    if (HasFailure()) break;
  }
  EXPECT_GT(reduced, 1000u);
}

TEST(Reduction, takes_stubborn_sets_where_variables_index_arrays) {
  std::size_t reduced = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const std::string text = RandomProgram(seed, RandomProgram::Kind::indexed).text();
    SCOPED_TRACE(text);
    reduced += compare(program_of(text), 1500, 25);
    if (HasFailure()) break;
  }
  EXPECT_GT(reduced, 1000u);
}

// However the index came to be known, each process has its element for itself, and one order of their steps is enough:
// of `steps` each, its end included.
TEST(Reduction, takes_elements_apart_where_the_index_has_one_value) {
  const auto states = [](const std::string& text) {
    Executor model(program_of(text));
    EXPECT_EQ(model.reduce({}), "");
    return explore(model, 40000).next.size();
  };
  const std::string touch = "a[i] = 1; a[i] = a[i] + 1; a[i] = 3 }";
  for (const unsigned n : {2u, 3u, 4u}) {
    const std::string array = "byte a[" + std::to_string(n) + "]; ";
    const std::string active = array + "active [" + std::to_string(n) + "] proctype P() { ";
    EXPECT_EQ(states(active + "a[_pid] = 1; a[_pid] = a[_pid] + 1; a[_pid] = 3 }"), 4 * n + 1);
    EXPECT_EQ(states(active + "byte i = _pid; " + touch), 4 * n + 1);
    EXPECT_EQ(states(active + "byte i; i = _pid; " + touch), 5 * n + 1);
    EXPECT_EQ(states(active + "byte i, j; j = _pid; i = j; j = 7; " + touch), 7 * n + 1);
    // The element changes, but is known at each statement.
    EXPECT_EQ(states(active + "byte i; i = _pid; a[i] = 1; i = " + std::to_string(n - 1) + " - i; i = _pid; " + touch),
              8 * n + 1);
    std::string start = "init { atomic { ";
    for (unsigned i = 0; i < n; ++i) start += "run P(" + std::to_string(i) + "); ";
    EXPECT_EQ(states(array + "proctype P(byte me) { byte i; i = me; " + touch + start + "skip } }"), 5 * n + 3);
    // Those who are started one by one do what their arguments say, so the first need not wait for the last.
    std::string steps = "init { ";
    for (unsigned i = 0; i < n; ++i) steps += "run P(" + std::to_string(i) + "); ";
    EXPECT_LT(states(array + "proctype P(byte me) { byte i; i = me; " + touch + steps + "skip }"), 40 * n);
    // Which element it is depends on the way: nothing is known of it.
    EXPECT_GT(states(active + "byte i; if :: i = 0 :: i = 1 fi; " + touch), 12 * n);
  }
}

TEST(Reduction, relies_on_claims_and_finds_who_breaks_them) {
  std::size_t reduced = 0;
  std::size_t broken = 0;
  std::size_t kept = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const std::string text = RandomProgram(seed, RandomProgram::Kind::claims).text();
    SCOPED_TRACE(text);
    const auto program = program_of(text);
    reduced += compare(program, 1500, 25);
    if (text.find("xr ") == std::string::npos && text.find("xs ") == std::string::npos) continue;
    Executor model(program);
    ASSERT_EQ(model.reduce({}), "");
    const Graph graph = explore(model, 1500);
    const bool is_broken = std::any_of(graph.faults.begin(), graph.faults.end(),
                                       [](const std::string& fault) { return fault.starts_with("exclusive"); });
    ++(is_broken ? broken : kept);
    if (HasFailure()) break;
  }
  EXPECT_GT(reduced, 500u);
  EXPECT_GT(broken, 10u);
  EXPECT_GT(kept, 10u);
}

// Walks a program beside itself with dead variables set to 0. Both can do the same, with the same outcome, and differ
// in variables of processes only. Answers in how many states they do differ.
std::size_t walk_beside(const std::shared_ptr<const Program>& program, unsigned seed) {
  std::mt19937 random(seed);
  Executor plain(program);
  Executor forgetful(program);
  EXPECT_EQ(forgetful.reduce({}), "");
  Executor judge(program);  // of what forgetful could do, nothing left out
  std::size_t different = 0;
  plain.reset();
  forgetful.reset();
  for (unsigned i = 0; i < 60; ++i) {
    const State here = state_of(plain);
    const State there = state_of(forgetful);
    different += here != there ? 1 : 0;
    EXPECT_EQ(without_locals(judge, {here}), without_locals(judge, {there}));
    std::vector<Transition> ways;
    plain.enabled(ways);
    judge.unpack(there);
    std::vector<Transition> others;
    judge.enabled(others);
    EXPECT_EQ(ways, others);
    if (ways.empty() || ways != others) break;
    const Transition way = ways[std::uniform_int_distribution<std::size_t>(0, ways.size() - 1)(random)];
    Step step = plain.fire(way);
    EXPECT_EQ(step, forgetful.fire(way));
    // Inside an indivisible sequence nothing is left out.
    while (step == Step::intermediate) {
      plain.enabled(ways);
      forgetful.enabled(others);
      EXPECT_EQ(ways, others);
      if (ways.empty() || ways != others) return different;
      step = plain.fire(ways.front());
      EXPECT_EQ(step, forgetful.fire(others.front()));
    }
    if (step == Step::failed) {
      EXPECT_EQ(plain.violation().detail, forgetful.violation().detail);
      break;
    }
    if (step != Step::moved) break;
  }
  return different;
}

TEST(DeadVariables, make_no_difference_to_any_step) {
  std::size_t different = 0;
  for (const auto kind : {RandomProgram::Kind::plain, RandomProgram::Kind::claims, RandomProgram::Kind::indexed,
                          RandomProgram::Kind::timeouts}) {
    for (unsigned seed = 1; seed <= 300; ++seed) {
      const std::string text = RandomProgram(seed, kind).text();
      SCOPED_TRACE(text);
      for (unsigned walk = 0; walk < 4; ++walk) different += walk_beside(program_of(text), seed + walk);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(different, 1000u);
}

TEST(DeadVariables, make_no_difference_to_any_step_of_the_corpus) {
  std::size_t different = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WAYMARK_SOURCE_DIR "/tests/promela/corpus")) {
    if (entry.path().extension() != ".pml") continue;
    const auto program = compile(parse_file(entry.path().string()));
    if (!Reducer::obstacle(*program).empty()) continue;
    SCOPED_TRACE(entry.path().filename());
    for (unsigned walk = 0; walk < 5; ++walk) different += walk_beside(program, walk);
  }
  EXPECT_GT(different, 500u);
}

// What happens at a timeout reads variables, and leaves values, as anything else does.
TEST(DeadVariables, are_alive_where_only_a_timeout_reads_them) {
  for (const char* text : {
           "active proctype P() { byte x; if :: x = 1 :: x = 2 fi; end: timeout && x == 2; assert(false) }",
           "active proctype P() { byte x; if :: x = 1 :: x = 2 fi; end: (timeout -> x : 0) == 1; assert(false) }",
           "active proctype P() { byte x, y; if :: x = 1 :: x = 2 fi; end: d_step { timeout; y = (timeout -> x : 5) }; "
           "assert(y != 2) }",
       }) {
    SCOPED_TRACE(text);
    Executor model(program_of(text));
    EXPECT_EQ(model.reduce({}), "");
    EXPECT_EQ(explore(model, 1000).faults.size(), 1u);
  }
}

TEST(Reduction, does_not_take_a_timeout_for_a_constant) {
  const std::string reader = "active proctype Q() { end: go == 1; assert(a[1] == 0) }";
  for (const char* writer : {"byte i; d_step { timeout; i = timeout }; go = 1; skip; a[i] = 7",
                             "byte i = 1; d_step { timeout; i = (timeout -> i : 0) }; go = 1; skip; a[i] = 7"}) {
    SCOPED_TRACE(writer);
    Executor model(program_of("byte a[2], go; active proctype P() { " + std::string(writer) + " } " + reader));
    EXPECT_EQ(model.reduce({}), "");
    EXPECT_EQ(explore(model, 1000).faults.size(), 1u);
  }
}

// One process, so that reduction leaves nothing out: what is fewer is what is forgotten.
TEST(DeadVariables, are_zero_from_their_last_use_to_their_next_assignment) {
  const auto states = [](const std::string& body, const char* watched = nullptr) {
    Executor model(program_of("byte g; byte a[4]; active proctype P() { byte x, y; byte z[2]; " + body + " }"));
    if (watched != nullptr) (void)model.watch(watched);
    EXPECT_EQ(model.reduce({}), "");
    return explore(model, 1000).next.size();
  };
  const std::string choose = "if :: x = 1 :: x = 2 fi; ";
  // The start, and then two states up to where x is dead, one from there on; the last is after the end.
  EXPECT_EQ(states(choose + "g = 5; skip"), 1u + 1 + 1 + 1 + 1);
  EXPECT_EQ(states(choose + "x > 0; g = 5; skip"), 1u + 2 + 1 + 1 + 1 + 1);
  EXPECT_EQ(states(choose + "g = 5; y = x; skip"), 1u + 2 + 2 + 1 + 1 + 1);
  // Of two ways one reads it, so it lives until the way is chosen.
  EXPECT_EQ(states(choose + "if :: g = x :: g = 3 fi"), 1u + 2 + 3 + 3);
  // What may be another element overwrites nothing; a condition that decides is a use, and so are asserts and prints.
  EXPECT_EQ(states("if :: z[0] = 1 :: z[0] = 2 fi; z[g] = 1; g = z[0]"), 1u + 2 + 1 + 1 + 1);
  EXPECT_EQ(states(choose + "g = 5; assert(x > 0)"), 1u + 2 + 2 + 1 + 1);
  EXPECT_EQ(states(choose + "g = 5; printf(\"%d\", x)"), 1u + 2 + 2 + 1 + 1);
  // Others who look at variables of a process see them all.
  EXPECT_EQ(states(choose + "g = 5", "P[0]:x == 2"), 1u + 2 + 2 + 1);
}

// P sends to a channel that it was told, so it might be the one that Q receives from; Q's claim says that it is not.
TEST(Reduction, leaves_out_more_where_an_end_is_claimed) {
  const auto states = [](const std::string& claim) {
    Executor model(
        program_of("chan a = [2] of {byte}; chan b = [2] of {byte}; chan name = [1] of {chan};"
                   "active proctype P() { chan to; byte v; name?to; to!1; to!2; to!3 }"
                   "active proctype Q() { " +
                   claim +
                   " byte v; a!1; a!2; a!3; a!4 }"
                   "active proctype R() { byte w; name!b; do :: a?w :: b?w od }"));
    EXPECT_EQ(model.reduce({}), "");
    return explore(model, 10000).next.size();
  };
  EXPECT_LT(states("xs a;"), states(""));
}

TEST(Reduction, of_claims_on_variables_that_change_is_refused) {
  Executor model(
      program_of("chan a = [1] of {byte}; chan b = [1] of {byte};"
                 "proctype P(chan c) { xs c; c!1; c = b; c!2 } init { run P(a) }"));
  EXPECT_EQ(model.reduce({}), "xr or xs names a channel variable that changes");
}

// Figure 11 of the notes: two processes, two statements each.
constexpr const char* figure =
    "byte x, y, g; active proctype T1() { x = 1; g = g + 2 } active proctype T2() { y = 1; g = g * 2 }";

TEST(Reduction, leaves_out_what_nobody_asks_about) {
  Executor whole(program_of(figure));
  Executor reduced(program_of(figure));
  ASSERT_EQ(reduced.reduce({}), "");
  EXPECT_LT(explore(reduced, 1000).next.size(), explore(whole, 1000).next.size());
}

TEST(Reduction, keeps_the_order_of_statements_that_a_watch_tells_apart) {
  for (const bool watching : {false, true}) {
    Executor reduced(program_of(figure));
    Executor judge(program_of(figure));
    const model::Watch ordered = judge.watch("x >= y");
    if (watching) (void)reduced.watch("x >= y");
    ASSERT_EQ(reduced.reduce({}), "");
    bool always = true;
    for (const auto& [state, next] : explore(reduced, 1000).next) {
      judge.unpack(state);
      always = always && judge.holds(ordered);
    }
    // Without being told of the watch, one order is as good as the other, and here it hides the violation.
    EXPECT_TRUE(!watching || !always);
  }
}

TEST(Reduction, needs_one_order_only_where_each_channel_has_one_sender_and_one_receiver) {
  const auto program = program_of(
      "chan a = [2] of {byte}; chan b = [2] of {byte};"
      "active proctype P() { byte v; a!1; a!2; b?v; v = 0 } active proctype Q() { byte w; a?w; b!w; a?w; w = 0 }");
  Executor reduced(program);
  ASSERT_EQ(reduced.reduce({}), "");
  for (const auto& [state, next] : explore(reduced, 1000).next) EXPECT_LE(next.size(), 1u);
}

// Whoever of the two is first, the other one is next, and then the state is the same; before that, none of the other
// steps is taken, of which one order is left: the start, one state for each who is first, and five from where they
// meet.
TEST(Reduction, lets_those_go_first_who_are_the_last_to_touch_something) {
  Executor reduced(program_of("byte used; active [2] proctype C() { atomic { used < 9 -> used++ }; skip }"));
  ASSERT_EQ(reduced.reduce({}), "");
  EXPECT_EQ(explore(reduced, 1000).next.size(), 8u);
}

// Local steps come before those of which others only wait for the end, so that these are not taken once for each state
// in which somebody else's local steps were left.
TEST(Reduction, leaves_no_more_of_a_monitor_than_spin) {
  Executor reduced(compile(parse_file(WAYMARK_SOURCE_DIR "/bench/models/thesis/bounded_buffer.pml",
                                      {.defines = {"ROUNDS=1", "PRODUCERS=2", "CONSUMERS=2"}})));
  ASSERT_EQ(reduced.reduce({}), "");
  EXPECT_LE(explore(reduced, 10000).next.size(), 243u);  // Spin 6.5.2, -o1 -o2 -o3 -DSAFETY
}

TEST(Reduction, is_refused_with_a_reason_where_steps_are_counted) {
  Executor model(program_of("active proctype P() { _last == 0 }"));
  EXPECT_EQ(model.reduce({}), "it uses _last");
}

}  // namespace
}  // namespace waymark::promela

#include "check/plan/compatibility.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "check/run/check.hpp"
#include "cluster/transport/threads.hpp"
#include "load/load.hpp"
#include "load/program_options.hpp"
#include "observe/profile.hpp"
#include "scratch.hpp"

namespace waymark::check {
namespace {

struct Request {
  Settings settings;
  load::Source source;
};

// One part with all that it cannot do without, so that it is accepted alone.
struct Choice {
  std::string slot;                  // two of one slot cannot be chosen together
  std::vector<std::string> options;  // by which a refusal may name it
  std::function<void(Request&)> choose;
};

Choice order(const std::string& option, Order order) {
  return {"search", {option}, [order](Request& r) { r.settings.search = order; }};
}

void keep_in(StoreKind kind, Request& r) { r.settings.store.choose(kind); }

Choice store(StoreKind kind) {
  const std::string option = "--store " + std::string(base::name(kind));
  return {"store", {option}, [kind](Request& r) { keep_in(kind, r); }};
}

// A key that needs a store, named by either.
Choice of_store(const std::string& option, StoreKind kind, const std::function<void(Request&)>& choose) {
  return {"store", {option, "--store " + std::string(base::name(kind))}, [kind, choose](Request& r) {
            keep_in(kind, r);
            choose(r);
          }};
}

// A key that needs --cluster.
Choice of_cluster(const std::string& slot, const std::string& option, const std::function<void(Request&)>& choose) {
  return {slot, {option, "--cluster"}, [choose](Request& r) {
            r.settings.cluster.wanted = true;
            choose(r);
          }};
}

std::vector<Choice> searches(const tests::Scratch& scratch) {
  return {
      order("--search dfs", Order::dfs),
      {"hunt", {"--hunt"}, [](Request& r) { r.settings.hunt = true; }},
      {"hunt",
       {"--tune runs", "--hunt"},
       [](Request& r) {
         r.settings.hunt = true;
         r.settings.runs = 2;
       }},
      {"swarm", {"--swarm"}, [](Request& r) { r.settings.swarm = 2; }},
      {"estimate", {"--estimate"}, [](Request& r) { r.settings.estimate.wanted = true; }},
      {"shortest", {"--shortest"}, [](Request& r) { r.settings.shortest = true; }},
      {"preemptions", {"--preemptions"}, [](Request& r) { r.settings.preemptions = 2; }},
      {"por", {"--por off"}, [](Request& r) { r.settings.reduction.choose(Reduction::off); }},
      {"por", {"--por on"}, [](Request& r) { r.settings.reduction.choose(Reduction::on); }},
      {"jobs", {"--jobs"}, [](Request& r) { r.settings.jobs.choose(2); }},
      {"script", {"--script"}, [&](Request& r) { r.settings.script = scratch.file("s.way"); }},
      {"profile", {"--profile"}, [&](Request& r) { r.settings.profile = scratch.file("p.csv"); }},
      {"checkpoint", {"--checkpoint"}, [&](Request& r) { r.settings.checkpoint = scratch.file("c"); }},
      {"errors", {"--errors"}, [](Request& r) { r.settings.limits.errors = 0; }},
      {"depth", {"--depth"}, [](Request& r) { r.settings.limits.depth = 5; }},
      {"states", {"--states"}, [](Request& r) { r.settings.limits.states = 20; }},
  };
}

std::vector<Choice> stores() {
  std::vector<Choice> all;
  for (const base::Named<StoreKind>& one : base::Names<StoreKind>::table) all.push_back(store(one.value));
  all.push_back(
      of_store("--tune hash-bits", StoreKind::hash_compact, [](Request& r) { r.settings.hash_bits.choose(32); }));
  all.push_back(
      of_store("--tune hash-functions", StoreKind::bitstate, [](Request& r) { r.settings.hash_functions.choose(4); }));
  all.push_back(of_store("--seed", StoreKind::hash_compact, [](Request& r) { r.settings.seed.choose(7); }));
  all.push_back(of_store("--tune cache-states", StoreKind::cache, [](Request& r) { r.settings.cache_states = 10; }));
  all.push_back(of_store("--disk", StoreKind::disk, [](Request& r) { r.settings.disk = "/tmp"; }));
  return all;
}

std::vector<Choice> exchanges() {
  const auto mapping = [](Request& r) { r.settings.cluster.mapping = Mapping::balanced; };
  return {
      of_cluster("cluster", "--cluster", [](Request&) {}),
      of_cluster("mapping", "--tune mapping=balanced", mapping),
      of_cluster("move-at", "--tune mapping=balanced",
                 [mapping](Request& r) {
                   mapping(r);
                   r.settings.cluster.move_at = 1 << 20;
                 }),
      of_cluster("lookahead", "--tune lookahead", [](Request& r) { r.settings.cluster.lookahead = 1; }),
      of_cluster("partition", "--tune partition",
                 [](Request& r) { r.settings.cluster.partition = model::PartitionKey::counter; }),
      of_cluster("ask-first", "--tune ask-first", [](Request& r) { r.settings.cluster.ask_first = true; }),
  };
}

std::vector<Choice> questions() {
  const auto property = [](Property kind) { return [kind](Request& r) { r.settings.properties.selected = {kind}; }; };
  const auto formula = [](Request& r) { r.settings.properties.formulas = {"<> (n == 3)"}; };
  return {
      {"property", {"--property acceptance"}, property(Property::acceptance)},
      {"property", {"--property deadlock"}, property(Property::deadlock)},
      {"ltl", {"--ltl"}, formula},
      {"ltl",
       {"--fair", "--ltl"},
       [formula](Request& r) {
         formula(r);
         r.settings.properties.fair = true;
       }},
      {"invariant", {"--invariant"}, [](Request& r) { r.settings.properties.invariants = {"n <= 3"}; }},
  };
}

Result run(const load::Program& program, const Request& request) {
  base::Budget budget(std::uint64_t{1} << 26);
  observe::Profile profile;
  std::vector<search::StepListener*> listeners;
  if (!request.settings.profile.empty()) listeners.push_back(&profile);
  if (!request.settings.cluster.wanted) return check(program, request.settings, {budget, listeners, nullptr});
  Result first;
  cluster::Threads(2).run([&](cluster::Transport& transport) {
    Result its = check(program, request.settings, {budget, {}, nullptr, Team(&transport)});
    if (transport.rank() == 0) first = std::move(its);
  });
  return first;
}

// How it is refused; empty if it works.
std::string refusal(const Request& request) {
  if (std::string why = options::conflict(parts_of(request.settings, request.source)); !why.empty()) return why;
  try {
    const Result result = run(load::load(request.source), request);
    EXPECT_NE(result.verdict, Verdict::error) << result.detail;
    return "";
  } catch (const base::InputError& fault) {
    return fault.what();
  }
}

bool names(const std::string& why, const Choice& choice) {
  return std::any_of(choice.options.begin(), choice.options.end(),
                     [&](const std::string& option) { return why.find(option) != std::string::npos; });
}

bool has_remedy(const std::string& why) {
  const std::string remedy = why.substr(std::min(why.find("; "), why.size()));
  for (const char* start : {"; use --", "; add --", "; leave ", "; check one"}) {
    if (remedy.starts_with(start)) return true;
  }
  return false;
}

class Compatibility : public testing::Test {
 protected:
  Compatibility() {
    base::write_file(scratch.file("toy.pml"),
                     "byte n;\nactive [2] proctype P() { accept: do :: n < 3 -> n++ :: n == 3 -> break od }\n");
  }
  [[nodiscard]] Request plain() const {
    Request request;
    request.source.program = scratch.file("toy.pml");
    return request;
  }
  [[nodiscard]] std::vector<Choice> choices() const {
    std::vector<Choice> all;
    for (std::vector<Choice> more : {searches(scratch), stores(), exchanges(), questions()}) {
      std::move(more.begin(), more.end(), std::back_inserter(all));
    }
    return all;
  }

  tests::Scratch scratch;
};

TEST_F(Compatibility, accepts_each_part_alone) {
  for (const Choice& choice : choices()) {
    Request request = plain();
    choice.choose(request);
    EXPECT_EQ(refusal(request), "") << choice.options.front();
  }
}

TEST_F(Compatibility, accepts_each_pair_or_names_both_and_a_remedy) {
  const std::vector<Choice> all = choices();
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (auto one = all.begin(); one != all.end(); ++one) {
    for (auto other = all.begin(); other != one; ++other) {
      if (one->slot == other->slot) continue;
      Request request = plain();
      one->choose(request);
      other->choose(request);
      const std::string why = refusal(request);
      ++(why.empty() ? accepted : refused);
      if (why.empty()) continue;
      EXPECT_TRUE(names(why, *one) && names(why, *other))
          << one->options.front() << ", " << other->options.front() << ": " << why;
      EXPECT_TRUE(has_remedy(why)) << why;
    }
  }
  EXPECT_GT(accepted, 200u);
  EXPECT_GT(refused, 200u);
}

// Options of a program are for its language.
TEST_F(Compatibility, refuses_options_of_another_language) {
  Request request = plain();
  request.source.spurious = true;
  EXPECT_EQ(options::conflict(load::parts_of(request.source)), "--spurious does not go with " + request.source.program +
                                                                   ": it needs a Java, C or C++ program; leave it out");
  request.source = {};
  request.source.program = "x.jar";
  request.source.judged.overflow = true;
  EXPECT_EQ(options::conflict(load::parts_of(request.source)),
            "--overflow does not go with x.jar: it needs a C or C++ program; leave it out");
  request.source = {};
  request.source.program = "x.graph";
  request.source.defines = {"N=1"};
  EXPECT_EQ(options::conflict(load::parts_of(request.source)),
            "--define does not go with x.graph: it needs a program with macros or properties; leave it out");
}

}  // namespace
}  // namespace waymark::check

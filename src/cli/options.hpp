// What the user asked for. One struct for all commands; each command declares the options it knows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/trail.hpp"

namespace CLI {
class App;
}

namespace waymark::cli {

struct Options {
  std::string program;
  std::vector<std::string> defines;    // NAME or NAME=VALUE
  std::vector<std::string> arguments;  // of the program
  std::string classpath;
  std::string jdk;
  std::string symmetry = "site";
  std::string garbage = "mark-sweep";
  bool spurious = false;
  std::uint64_t frames = 1024;
  std::vector<std::string> properties{"deadlock", "assertion"};  // and of Java "exception", unless given
  std::vector<std::string> invariants;
  std::vector<std::string> formulas;  // names or texts; empty: those of the program
  bool fair = false;                  // only weakly fair runs count
  bool por = true;                    // partial order reduction
  bool por_given = false;

  std::string search = "bfs";
  std::string store = "exact";
  std::optional<std::uint64_t> cache_states;
  std::string replace;          // empty: rungs
  unsigned hash_bits = 64;      // of --store hash-compact
  unsigned hash_functions = 3;  // of --store bitstate
  unsigned swarm = 0;           // so many searches with different orders and hash functions
  bool estimate = false;        // estimate what part of the states a search that does not fit into memory has covered
  std::optional<std::uint64_t> states;  // most states to keep
  std::string estimator = "sample";     // coverage: or probes
  unsigned first = 50;                  // coverage: percent of the memory for the first part
  std::string first_search = "bfs";     // coverage by probes: order of the first part
  unsigned together = 1;                // coverage by probes: how many of them take turns
  std::string compare;                  // coverage: a result to be repeated
  std::string profile;                  // check: where the shape of the search is written to
  bool shortest = false;
  std::uint64_t seed = 1;
  std::uint64_t walks = 1000;
  std::uint64_t steps = 100;

  std::optional<std::uint64_t> memory;
  std::optional<double> seconds;
  std::optional<std::uint64_t> depth;
  std::uint64_t errors = 1;

  bool json = false;
  bool quiet = false;
  bool full_trail = false;
  std::string trail;
  std::string script;                // check: to be written; script info: to be read
  std::vector<std::string> scripts;  // certify: one, or the parts of one
  std::vector<std::string> step_invariants;
  unsigned jobs = 0;  // 0: as many as there are processors
  bool explain = false;
  std::string task;                // certify: this one only, as I/N
  std::string run;                 // certify: the run that its tasks belong to
  std::string task_result;         // certify: where a task's result goes
  std::vector<std::string> merge;  // certify: results of tasks
  std::uint64_t audit = 0;         // certify: so many of them are run again
  bool trustful = false;           // certify: follow a trustful script
  std::string key;                 // a key file
  std::string signature;           // a signature's file
  std::uint64_t parts = 0;         // script split
  std::string output;              // script: what the files written are called, or begin with
  std::string formula;             // ltl
  bool negate = false;             // ltl
  bool dot = false;                // ltl: for Graphviz
  bool never = false;              // ltl: as a never claim

  std::string cut = "slice";               // certify: how ids scripts are shared out, or subtree
  std::vector<std::uint64_t> task_counts;  // script info: how even so many tasks would be

  report::TrailStyle style = report::TrailStyle::steps;

  // Which of the options were given on the command line, where that makes a difference.
  bool store_given = false;
  bool properties_given = false;
  bool search_given = false;
};

// Each adds a command to the app and fills in the options when it is parsed.
CLI::App* declare_check(CLI::App& app, Options& options);
CLI::App* declare_coverage(CLI::App& app, Options& options);
CLI::App* declare_certify(CLI::App& app, Options& options);
// Has commands of its own.
struct ScriptCommands {
  CLI::App* info = nullptr;
  CLI::App* split = nullptr;
  CLI::App* ids = nullptr;
  CLI::App* text = nullptr;
  CLI::App* read = nullptr;
  CLI::App* trustful = nullptr;
  CLI::App* keygen = nullptr;
  CLI::App* sign = nullptr;
  CLI::App* verify = nullptr;
};
ScriptCommands declare_script(CLI::App& app, Options& options);
CLI::App* declare_simulate(CLI::App& app, Options& options);
CLI::App* declare_replay(CLI::App& app, Options& options);
CLI::App* declare_ltl(CLI::App& app, Options& options);

}  // namespace waymark::cli

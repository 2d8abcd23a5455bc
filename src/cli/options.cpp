#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/quantities.hpp"

namespace waymark::cli {

namespace {

void declare_program(CLI::App& command, Options& options) {
  command
      .add_option("PROGRAM", options.program,
                  "FILE.pml (Promela), FILE.jar, FILE.class or a main class (Java), FILE.graph (edges, one per line)")
      ->required();
  command.add_option("ARG", options.arguments, "What a Java program's main gets");
  command.add_option("--classpath", options.classpath, "Java: where classes are looked for, separated by ':'")
      ->type_name("PATH");
  command.add_option("--jdk", options.jdk, "Java: the JDK [JAVA_HOME, or that of 'java' on the PATH]")
      ->type_name("DIR");
  command
      .add_option("--symmetry", options.symmetry,
                  "Java: how objects are named: site (thread and place), canonical (as they are reached) or none")
      ->check(CLI::IsMember({"site", "canonical", "none"}))
      ->capture_default_str();
  command
      .add_option("--gc", options.garbage, "Java: what becomes of garbage: mark-sweep, refcount (cycles stay) or none")
      ->check(CLI::IsMember({"mark-sweep", "refcount", "none"}))
      ->capture_default_str();
  command.add_flag("--spurious", options.spurious, "Java: waits may end for no reason");
  command.add_option("--frames", options.frames, "Java: calls within calls before a StackOverflowError")
      ->capture_default_str();
  command.add_option("-D,--define", options.defines, "Define a preprocessor macro; may be given again")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
}

void declare_properties(CLI::App& command, Options& options) {
  command
      .add_option(
          "--property", options.properties,
          "What to check, separated by commas: deadlock, assertion, exception (Java), acceptance, progress, none")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("KIND,...")
      ->default_str("deadlock,assertion")
      ->each([&options](const std::string&) { options.properties_given = true; });
  command
      .add_option("--invariant", options.invariants, "A condition that every state must satisfy; may be given again")
      ->type_name("EXPR")
      ->allow_extra_args(false);
}

void declare_limits(CLI::App& command, Options& options) {
  const auto memory = [&options](const std::string& text) {
    options.memory = base::parse_size(text);
    if (!options.memory) throw CLI::ValidationError("--memory", "'" + text + "' is no size; write 512M, 4G or 1.5G");
  };
  const auto time = [&options](const std::string& text) {
    options.seconds = base::parse_time(text);
    if (!options.seconds) throw CLI::ValidationError("--time", "'" + text + "' is no time; write 90s, 5m or 1h30m");
  };
  command.add_option_function<std::string>("--memory", memory, "Most memory to use [75% of the machine's]")
      ->type_name("SIZE");
  command.add_option_function<std::string>("--time", time, "Stop after this time")->type_name("TIME");
}

void declare_states(CLI::App& command, Options& options) {
  command.add_option("--states", options.states, "Most states to keep [what fits]")
      ->check(CLI::Range(std::uint64_t{10}, std::uint64_t{1} << 40))
      ->type_name("N");
}

void declare_output(CLI::App& command, Options& options) {
  command.add_flag("--full-trail", options.full_trail, "Print all steps of a long counterexample");
  command.add_flag("--json", options.json, "Print the result as one JSON object");
  command.add_flag("--quiet", options.quiet, "Print the verdict only");
}

std::vector<std::string> policy_list() {
  return {"cost", "cost-exact", "random", "age", "hits", "most-hits", "stratified", "depth", "rungs"};
}

std::string policy_names() {
  std::string names;
  for (const std::string& name : policy_list()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

void declare_cut(CLI::App& command, Options& options) {
  command.add_option("--cut", options.cut, "How to share out an ids script: slice or subtree")
      ->check(CLI::IsMember({"slice", "subtree"}))
      ->type_name("HOW")
      ->capture_default_str();
}

void declare_style(CLI::App& command, Options& options) {
  const auto columns = [&options](std::int64_t) { options.style = report::TrailStyle::columns; };
  const auto chart = [&options](std::int64_t) { options.style = report::TrailStyle::chart; };
  CLI::Option* as_columns = command.add_flag_function("--columns", columns, "One column per process");
  CLI::Option* as_chart = command.add_flag_function("--msc", chart, "A message sequence chart");
  as_columns->excludes(as_chart);
  const auto output = [&options](std::int64_t) { options.style = report::TrailStyle::output; };
  CLI::Option* as_output = command.add_flag_function("--output", output, "Only what the program prints");
  as_output->excludes(as_columns)->excludes(as_chart);
}

void declare_reduction(CLI::App& command, Options& options) {
  const auto por = [&options](const std::string& text) {
    options.por = text == "on";
    options.por_given = true;
  };
  command
      .add_option_function<std::string>("--por", por,
                                        "Partial order reduction, on or off [on]: leave out orders of steps that make "
                                        "no difference to what is judged")
      ->check(CLI::IsMember({"on", "off"}))
      ->type_name("on|off");
}

}  // namespace

CLI::App* declare_check(CLI::App& app, Options& options) {
  CLI::App* command = app.add_subcommand("check", "Explore every reachable state and judge it");
  declare_program(*command, options);
  declare_properties(*command, options);
  command
      ->add_option("--ltl", options.formulas,
                   "A formula of temporal logic, or the name of one in the program; may be given again; 'none': not "
                   "even those in the program")
      ->type_name("FORMULA|NAME")
      ->allow_extra_args(false);
  command->add_flag("--fair", options.fair, "In cycles, only those count that are weakly fair to every process");
  command
      ->add_option("--search", options.search, "bfs (short counterexamples, lean scripts), dfs (ids scripts) or random")
      ->check(CLI::IsMember({"bfs", "dfs", "random"}))
      ->type_name("ORDER")
      ->capture_default_str()
      ->each([&options](const std::string&) { options.search_given = true; });
  command
      ->add_option("--store", options.store,
                   "exact (fastest), collapse, tree (smallest), cache (forgets); hash-compact "
                   "and bitstate may miss states, so they prove nothing; auto: exact, then tree, hash-compact, "
                   "bitstate as memory runs short")
      ->check(CLI::IsMember({"exact", "collapse", "tree", "cache", "hash-compact", "bitstate", "auto"}))
      ->type_name("STORE")
      ->capture_default_str()
      ->each([&options](const std::string&) { options.store_given = true; });
  command->add_option("--hash-bits", options.hash_bits, "Of each state that --store hash-compact keeps")
      ->check(CLI::Range(8u, 64u))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--hash-functions", options.hash_functions, "Of --store bitstate: bits that a state sets")
      ->check(CLI::Range(1u, 16u))
      ->type_name("N")
      ->capture_default_str();
  CLI::Option* swarm =
      command
          ->add_option(
              "--swarm", options.swarm,
              "Search N times with --store bitstate, by different orders and hash functions, until --time is up")
          ->check(CLI::Range(1u, 65535u))
          ->type_name("N");
  command->add_option("--jobs", options.jobs, "Searches of a --swarm at a time [one per processor]")
      ->needs(swarm)
      ->type_name("N");
  command->add_option("--cache-states", options.cache_states, "Most states that --store cache keeps [what fits]")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 31))
      ->type_name("N");
  command
      ->add_option("--replace", options.replace,
                   "Which states --store cache forgets first: " + policy_names() + " [rungs]")
      ->check(CLI::IsMember(policy_list()))
      ->type_name("POLICY");
  command->add_flag("--estimate", options.estimate,
                    "If the states do not fit into --memory, estimate what part of them was covered");
  command->add_flag("--shortest", options.shortest,
                    "Report a shortest counterexample: --search bfs, and of cycles a shortest way to and around one");
  declare_reduction(*command, options);
  command->add_option("--errors", options.errors, "Stop after N violations; 0: never")->capture_default_str();
  declare_limits(*command, options);
  declare_states(*command, options);
  command->add_option("--depth", options.depth, "Do not look further than N steps")->type_name("N");
  command
      ->add_option("--seed", options.seed,
                   "For --search random, --replace random, --estimate and hashes that may collide")
      ->capture_default_str();
  command->add_option("--walks", options.walks, "How many walks --search random makes, each of --depth steps [10000]")
      ->capture_default_str();
  command->add_option("--profile", options.profile, "Write levels and rate of new states to FILE, as CSV")
      ->type_name("FILE");
  command->add_option("--trail", options.trail, "Write the counterexample to FILE, for 'waymark replay'")
      ->type_name("FILE");
  command->add_option("--script", options.script, "If all holds, write a search script to FILE, for 'waymark certify'")
      ->type_name("FILE");
  declare_output(*command, options);
  command->footer(
      "Examples:\n"
      "  waymark check mutex.pml\n"
      "  waymark check mutex.pml -D N=3 --invariant 'critical <= 1' --trail mutex.trail\n"
      "  waymark check mutex.pml --ltl '[] (request -> <> grant)' --fair\n"
      "  waymark check --classpath classes Main --invariant 'Main.count <= 3' --ltl '<> Main.done'\n"
      "  waymark check large.pml --search dfs --store tree --memory 8G --time 1h30m\n"
      "  waymark check larger.pml --store cache --memory 2G\n"
      "  waymark check huge.pml --swarm 20 --memory 4G --time 1h\n\n"
      "Exit codes: 0 holds, 1 violation, 2 bad usage or input, 3 incomplete.");
  return command;
}

CLI::App* declare_coverage(CLI::App& app, Options& options) {
  CLI::App* command =
      app.add_subcommand("coverage", "Search as far as memory allows and estimate what part of the states was covered");
  declare_program(*command, options);
  declare_properties(*command, options);
  declare_reduction(*command, options);
  declare_limits(*command, options);
  declare_states(*command, options);
  command
      ->add_option("--estimator", options.estimator,
                   "sample (of all states beyond the first part), or the thesis' probes: depth-first searches from "
                   "transitions drawn at random")
      ->check(CLI::IsMember({"sample", "probes"}))
      ->type_name("HOW")
      ->capture_default_str();
  command->add_option("--first", options.first, "Percent of the memory that the first part may fill")
      ->check(CLI::Range(10u, 90u))
      ->type_name("PERCENT")
      ->capture_default_str();
  command->add_option("--first-search", options.first_search, "Of --estimator probes: order of the first part")
      ->check(CLI::IsMember({"bfs", "dfs"}))
      ->type_name("ORDER")
      ->capture_default_str();
  command->add_option("--together", options.together, "Of --estimator probes: how many of them take turns")
      ->check(CLI::Range(1u, 1000u))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option(
          "--compare", options.compare,
          "Repeat the search of an earlier result, written with --json, and compare: the same seed has to give "
          "the same estimate")
      ->type_name("FILE");
  command->add_option("--errors", options.errors, "Stop after N violations; 0: never")->capture_default_str();
  command->add_option("--seed", options.seed, "For the sample of states; the same seed gives the same estimate")
      ->capture_default_str();
  command->add_option("--trail", options.trail, "Write the counterexample to FILE, for 'waymark replay'")
      ->type_name("FILE");
  declare_output(*command, options);
  command->footer(
      "Examples:\n"
      "  waymark coverage large.pml --memory 2G\n"
      "  waymark coverage large.pml --states 1000000 --seed 7 --json > result.json\n"
      "  waymark coverage large.pml --compare result.json\n\n"
      "Exit codes: 0 holds (everything was covered) or certified (--compare agrees), 1 violation, 2 bad usage or "
      "input,\n"
      "3 incomplete, 4 rejected (--compare differs).");
  return command;
}

CLI::App* declare_certify(CLI::App& app, Options& options) {
  CLI::App* command = app.add_subcommand("certify", "Re-check a search script against the program, trusting nobody");
  declare_program(*command, options);
  command->add_option("--script", options.scripts, "The script; once for each part if it was split")
      ->type_name("FILE")
      ->allow_extra_args(false);
  declare_properties(*command, options);
  command
      ->add_option("--step-invariant", options.step_invariants,
                   "Whenever a step starts where BEFORE holds, AFTER holds where it ends")
      ->type_name("BEFORE=>AFTER")
      ->allow_extra_args(false);
  command->add_option("--jobs", options.jobs, "Workers [one per processor]")->type_name("N");
  declare_cut(*command, options);
  command->add_flag("--explain", options.explain, "Name the first false step of a rejected script; needs more memory");
  CLI::Option* key = command->add_option("--key", options.key, "The public key of whom you trust")->type_name("FILE");
  command->add_flag("--trustful", options.trustful, "Follow a trustful script, if its signature is good")->needs(key);
  command->add_option("--signature", options.signature, "The script's signature [its name with .sig]")
      ->needs(key)
      ->type_name("FILE");
  CLI::Option* run =
      command->add_option("--run", options.run, "For tasks: what 'waymark script split' has drawn")->type_name("FILE");
  CLI::Option* task = command->add_option("--task", options.task, "Do one task of a run only")->type_name("I/N");
  CLI::Option* result =
      command->add_option("--result", options.task_result, "Where to write the result of --task")->type_name("FILE");
  CLI::Option* merge = command->add_option("--merge", options.merge, "Join the results of all tasks and judge")
                           ->type_name("FILE")
                           ->allow_extra_args(false);
  task->needs(run)->needs(result)->excludes(merge);
  result->needs(task);
  merge->needs(run);
  command->add_option("--audit", options.audit, "With --merge: do N tasks again, chosen at random")
      ->needs(merge)
      ->type_name("N");
  declare_limits(*command, options);
  declare_output(*command, options);
  command->footer(
      "Examples:\n"
      "  waymark check mutex.pml --script mutex.way\n"
      "  waymark certify mutex.pml --script mutex.way\n"
      "  waymark certify mutex.pml --script mutex.way --invariant 'critical <= 1'\n\n"
      "Exit codes: 0 certified, 1 violation, 2 bad usage or input, 3 incomplete, 4 script rejected.");
  return command;
}

ScriptCommands declare_script(CLI::App& app, Options& options) {
  CLI::App* command = app.add_subcommand("script", "Look into search scripts, split them");
  command->require_subcommand(1);
  CLI::App* info = command->add_subcommand("info", "What a script says about itself");
  info->add_option("FILE", options.script, "The script")->required();
  info->add_option("-k", options.task_counts,
                   "How even the script would be shared out among N tasks; may be given again")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->allow_extra_args(false);
  info->footer("Exit codes: 0, 2 bad usage, 4 this is no script.");
  CLI::App* split = command->add_subcommand(
      "split", "Split a script into parts of equal length and draw a run: a secret for your own workers");
  split->add_option("FILE", options.scripts, "The script; or all parts of one, then only a run is drawn")->required();
  split->add_option("-k", options.parts, "How many parts")->type_name("N");
  split->add_option("-o", options.output, "What the names of the files begin with [the script's]")->type_name("PREFIX");
  declare_cut(*split, options);
  split->footer(
      "Examples:\n"
      "  waymark script split mutex.way -k 2\n"
      "  waymark certify mutex.pml --script mutex.1-of-2.way --run mutex.run --task 1/2 --result one\n"
      "  waymark certify mutex.pml --script mutex.2-of-2.way --run mutex.run --task 2/2 --result two\n"
      "  waymark certify mutex.pml --run mutex.run --merge one --merge two\n\n"
      "Exit codes: 0, 2 bad usage, 4 this is no script.");
  CLI::App* ids = command->add_subcommand(
      "ids", "Number the states of a raw script, as a search with a bounded cache records it, and drop repetitions");
  ids->add_option("FILE", options.script, "The raw script")->required();
  ids->add_option("-o", options.output, "Where to write the ids script")->type_name("FILE")->required();
  ids->footer("Exit codes: 0, 2 bad usage, 4 this is no raw script of a complete search.");
  CLI::App* text = command->add_subcommand("text", "Print an ids script as text that names statements");
  declare_program(*text, options);
  text->add_option("--script", options.script, "The script")->type_name("FILE")->required();
  CLI::App* read = command->add_subcommand("read", "Make an ids script of such a text");
  declare_program(*read, options);
  read->add_option("--text", options.script, "The text")->type_name("FILE")->required();
  read->add_option("-o", options.output, "Where to write the script")->type_name("FILE")->required();
  read->footer(
      "Examples:\n"
      "  waymark check mutex.pml --search dfs --script mutex.way\n"
      "  waymark script text mutex.pml --script mutex.way > mutex.txt\n"
      "  waymark script read mutex.pml --text mutex.txt -o again.way\n\n"
      "Exit codes: 0, 2 bad usage or input, 4 the text does not fit the program.");
  CLI::App* trustful = command->add_subcommand(
      "trustful", "Make a trustful script, of tree edges only, out of a lean one: for those who trust your signature");
  declare_program(*trustful, options);
  trustful->add_option("--script", options.script, "The lean script")->type_name("FILE")->required();
  trustful->add_option("-o", options.output, "Where to write it")->type_name("FILE")->required();
  CLI::App* keygen =
      command->add_subcommand("keygen", "Make a pair of keys: NAME.key to sign with, NAME.pub to give away");
  keygen->add_option("NAME", options.output, "What the key files are called")->required();
  CLI::App* sign = command->add_subcommand("sign", "Sign a script");
  CLI::App* verify = command->add_subcommand("verify", "Verify a script's signature");
  for (CLI::App* each : {sign, verify}) {
    each->add_option("FILE", options.script, "The script")->required();
    each->add_option("--key", options.key, each == sign ? "The secret key" : "The public key")
        ->type_name("FILE")
        ->required();
    each->add_option("--signature", options.signature, "The signature's file [the script's name with .sig]")
        ->type_name("FILE");
  }
  trustful->footer(
      "Examples:\n"
      "  waymark script keygen me\n"
      "  waymark script trustful mutex.pml --script mutex.way -o mutex-trustful.way\n"
      "  waymark script sign mutex-trustful.way --key me.key\n"
      "  waymark certify mutex.pml --script mutex-trustful.way --trustful --key me.pub\n\n"
      "Exit codes: 0, 2 bad usage or input, 4 the script does not fit the program.");
  verify->footer("Exit codes: 0 the signature is good, 2 bad usage or input, 4 it is not.");
  return {info, split, ids, text, read, trustful, keygen, sign, verify};
}

CLI::App* declare_simulate(CLI::App& app, Options& options) {
  CLI::App* command = app.add_subcommand("simulate", "Run the program once, choosing at random");
  declare_program(*command, options);
  declare_properties(*command, options);
  command->add_option("--seed", options.seed, "The same seed gives the same run")->capture_default_str();
  command->add_option("--steps", options.steps, "Stop after N steps")->capture_default_str()->type_name("N");
  declare_style(*command, options);
  command->footer(
      "Examples:\n"
      "  waymark simulate leader.pml --seed 7 --steps 200 --msc\n\n"
      "Exit codes: 0 ran without a violation, 1 violation, 2 bad usage or input.");
  return command;
}

CLI::App* declare_replay(CLI::App& app, Options& options) {
  CLI::App* command = app.add_subcommand("replay", "Show a counterexample that check --trail has written");
  declare_program(*command, options);
  command->add_option("--trail", options.trail, "The counterexample")->type_name("FILE")->required();
  declare_style(*command, options);
  command->footer(
      "Examples:\n"
      "  waymark check mutex.pml --trail mutex.trail\n"
      "  waymark replay mutex.pml --trail mutex.trail --columns\n\n"
      "Exit codes: 1 the violation happens as the trail says, 2 it does not, or bad usage or input.");
  return command;
}

CLI::App* declare_ltl(CLI::App& app, Options& options) {
  CLI::App* command = app.add_subcommand("ltl", "Show the automaton of a formula of linear temporal logic");
  command
      ->add_option("FORMULA", options.formula,
                   "As '[] (p -> <> q)', 'G(p -> F q)' or 'always (p implies eventually q)'")
      ->required();
  command->add_flag("--negate", options.negate, "The automaton of what violates the formula: what a check looks for");
  CLI::Option* dot = command->add_flag("--dot", options.dot, "As input for Graphviz");
  command->add_flag("--never", options.never, "As a never claim")->excludes(dot);
  command->footer(
      "Examples:\n"
      "  waymark ltl '[] (request -> <> grant)'\n"
      "  waymark ltl 'G (x == 1 -> y > 0 U done)' --negate --dot | dot -Tsvg > automaton.svg\n\n"
      "Exit codes: 0, 2 bad usage or formula.");
  return command;
}

}  // namespace waymark::cli

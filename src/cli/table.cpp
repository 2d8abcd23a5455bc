#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/commands.hpp"
#include "cli/groups.hpp"
#include "cli/options.hpp"

namespace waymark::cli {

namespace {

// A command whose options go to an `Asked` of its own.
template <typename Asked>
Command command(std::string name, std::string summary, std::vector<Group> (*groups)(Asked&),
                int (*run)(const Asked&, base::Stop&), std::string footer) {
  const auto asked = std::make_shared<Asked>();
  const check::Limits* limits = nullptr;
  if constexpr (requires { asked->settings.limits; }) limits = &asked->settings.limits;
  if constexpr (requires { asked->limits; }) limits = &asked->limits;
  return {
      std::move(name), std::move(summary), std::move(footer), groups(*asked), limits, [asked, run](base::Stop& stop) {
        return run(*asked, stop);
      }};
}

// One that is refused where it has no effect.
template <typename Number>
Option optional_number(std::string name, std::optional<Number>& place, Number standard, std::string help) {
  Option option = value(std::move(name), "N", &place, std::move(help));
  option.standard = std::to_string(standard);
  return option;
}

Group formula_options(check::Properties& properties) {
  return {"check",
          {value("--ltl", "FORMULA|NAME", &properties.formulas,
                 "A formula of temporal logic, or the name of one in the program; may be given again; 'none': not "
                 "even those in the program"),
           flag("--fair", properties.fair, "In cycles, only those count that are weakly fair to every process")}};
}

Group search_options(CheckOptions& asked) {
  check::Settings& settings = asked.settings;
  Option order = choice<check::Order>("--search", "ORDER", settings.search,
                                      "bfs (short counterexamples, lean scripts), dfs (ids scripts) or random");
  order.standard = base::name(settings.order());
  Option store =
      choice<check::StoreKind>("--store", "STORE", asked.store,
                               "exact (fastest), collapse, tree (smallest), disk (128 bits of each state on --disk), "
                               "cache (forgets); hash-compact "
                               "and bitstate may miss states, so they prove nothing; auto: exact, then "
                               "tree, hash-compact, bitstate as memory runs short");
  store.standard = base::name(settings.store);
  return {
      "check",
      {order, store,
       optional_number("--hash-bits", asked.hash_bits, settings.hash_bits,
                       "Of each state that --store hash-compact keeps")
           .within(8, 64),
       optional_number("--hash-functions", asked.hash_functions, settings.hash_functions,
                       "Of --store bitstate: bits that a state sets")
           .within(1, 16),
       value("--disk", "DIR", &settings.disk, "Where --store disk keeps states, under no name [the current directory]"),
       value("--swarm", "N", &settings.swarm,
             "Search N times with --store bitstate, by different orders and hash functions, until --time is up")
           .within(1, 65535),
       value("--jobs", "N", &settings.jobs,
             "Workers of a search breadth-first, with --store exact, collapse, tree or hash-compact, or for cycles; "
             "of each process of a --cluster; searches of a --swarm at a time [one per processor for swarms and for "
             "breadth-first searches of Promela "
             "and C with --store exact and without --memory; else 1]")
           .within(1, 256),
       value("--cache-states", "N", &settings.cache.states, "Most states that --store cache keeps [what fits]")
           .within(1, std::uint64_t{1} << 31),
       choice<check::Policy>("--replace", "POLICY", settings.cache.policy,
                             fmt::format("Which states --store cache forgets first: {} [rungs]",
                                         fmt::join(all_names<check::Policy>(), ", "))),
       flag("--estimate", settings.estimate.wanted,
            "If the states do not fit into --memory, estimate what part of them was covered"),
       flag("--shortest", settings.shortest,
            "Report a shortest counterexample: --search bfs, and of cycles a shortest way to and around one")}};
}

std::vector<Group> check_groups(CheckOptions& asked) {
  check::Settings& settings = asked.settings;
  return {
      program_group(asked.program),
      properties_group(settings.properties, asked.program),
      formula_options(settings.properties),
      search_options(asked),
      cluster_group(asked),
      reduction_group(asked),
      {"check", {errors_option(settings.limits)}},
      limits_group(settings.limits),
      {"check",
       {states_option(settings.limits),
        value("--depth", "N", &settings.limits.depth, "Do not look further than N steps"),
        optional_number("--seed", asked.seed, settings.seed,
                        "For --search random, --replace random, --estimate, --swarm and hashes that may collide"),
        optional_number("--walks", asked.walks, settings.walks,
                        "How many walks --search random makes, each of --depth steps [10000]"),
        progress_option(asked.progress),
        value("--profile", "FILE", &asked.profile, "Write levels and rate of new states to FILE, as CSV"),
        graph_option(asked.output), trail_option(asked.trail),
        value("--script", "FILE", &settings.script,
              "If nothing is violated, write a search script of what was explored to FILE, for 'waymark certify'; of "
              "several searches each one's, with its name before the extension"),
        value("--checkpoint", "FILE", &settings.checkpoint,
              "Keep the search in FILE from time to time, and when a limit or a signal ends it, for --resume"),
        time("--every", settings.every, "Time between two checkpoints [10m]").needing({"--checkpoint"}),
        value("--resume", "FILE", &settings.resume,
              "Go on with the search that a checkpoint keeps, of the same program and with the same options")}},
      format_group(asked.output),
      output_group(asked.output)};
}

std::vector<Group> coverage_groups(CheckOptions& asked) {
  using check::Estimator;
  using check::Order;
  check::Settings& settings = asked.settings;
  check::EstimateSettings& estimate = settings.estimate;
  estimate.wanted = true;
  return {program_group(asked.program),
          properties_group(settings.properties, asked.program),
          reduction_group(asked),
          limits_group(settings.limits),
          {"coverage",
           {states_option(settings.limits),
            choice_with_default("--estimator", "HOW", estimate.estimator,
                                "sample (of all states beyond the first part), or the thesis' probes: depth-first "
                                "searches from transitions drawn at random",
                                {Estimator::sample, Estimator::probes}),
            number("--first", "PERCENT", estimate.first, "Percent of the memory that the first part may fill")
                .within(10, 90),
            choice_with_default("--first-search", "ORDER", estimate.first_search,
                                "Of --estimator probes: order of the first part", {Order::bfs, Order::dfs}),
            number("--together", "N", estimate.together, "Of --estimator probes: how many of them take turns")
                .within(1, 1000),
            value("--compare", "FILE", &asked.compare,
                  "Repeat the search of an earlier result, written with --json, and compare: the same seed has to "
                  "give the same estimate"),
            errors_option(settings.limits),
            number("--seed", "N", settings.seed, "For the sample of states; the same seed gives the same estimate"),
            progress_option(asked.progress), trail_option(asked.trail)}},
          format_group(asked.output),
          output_group(asked.output)};
}

std::vector<Group> certify_groups(CertifyOptions& asked) {
  return {
      program_group(asked.program),
      {"certify", {value("--script", "FILE", &asked.scripts, "The script; once for each part if it was split")}},
      properties_group(asked.properties, asked.program),
      {"certify",
       {value("--ltl", "FORMULA|NAME", &asked.properties.formulas,
              "Of a script about cycles: what it has to show, a formula or the name of one in the program"),
        flag("--fair", asked.properties.fair, "It may show that of weakly fair runs only")}},
      {"certify",
       {value("--step-invariant", "BEFORE=>AFTER", &asked.properties.step_invariants,
              "Whenever a step starts where BEFORE holds, AFTER holds where it ends"),
        value("--jobs", "N", &asked.jobs, "Workers [one per processor]"), cut_option(asked.cut),
        progress_option(asked.progress),
        flag("--plain", asked.program.plain,
             "Execute every step and make every decision of a reduction anew; slower, but presumes less"),
        flag("--unreduced", asked.unreduced, "Refuse scripts made with partial order reduction"),
        flag("--slice", asked.slice,
             "Accept a script of a slice: what it leaves out is derived anew from what the script names"),
        abstract_option(asked.program),
        choice<certify::Count>(
            "--count", "HOW", asked.count,
            "Count different states: by a sketch, or exact, which needs memory [of partial scripts: sketch]"),
        flag("--explain", asked.explain, "Name the first false step of a rejected script; needs more memory"),
        value("--key", "FILE", &asked.key, "The public key of whom you trust"),
        flag("--trustful", asked.trustful, "Follow a trustful script, if its signature is good").needing({"--key"}),
        value("--signature", "FILE", &asked.signature, "The script's signature [its name with .sig]")
            .needing({"--key"}),
        flag("--cluster", asked.cluster,
             "Share the work among all processes that mpirun has started; only the first needs the script")
            .excluding({"--trustful", "--explain", "--run"}),
        value("--run", "FILE", &asked.run, "For tasks: what 'waymark script split' has drawn"),
        value("--task", "I/N", &asked.task, "Do one task of a run only")
            .needing({"--run", "--result"})
            .excluding({"--merge"}),
        value("--result", "FILE", &asked.task_result, "Where to write the result of --task").needing({"--task"}),
        value("--merge", "FILE", &asked.merge, "Join the results of all tasks and judge").needing({"--run"}),
        value("--audit", "N", &asked.audit, "With --merge: do N tasks again, chosen at random").needing({"--merge"})}},
      limits_group(asked.limits),
      format_group(asked.output),
      output_group(asked.output)};
}

std::vector<Group> extract_groups(ExtractOptions& asked) {
  load::Source& source = asked.program;
  return {
      {"extract",
       {positional("FILE.c", source.program, "The C program").must_be_given(),
        positional("FILES", source.arguments, "Its further files"),
        value("-o", "MODEL.pml", &asked.output, "Where to write the model [standard output]"),
        value(
            "--table", "FILE", &source.table,
            "What becomes of which statement. If there is no such file, one is written that keeps all; otherwise it is "
            "brought up to date"),
        value("-D,--define", "NAME[=VALUE]", &source.defines, "Define a preprocessor macro; may be given again"),
        flag("--spurious", source.spurious, "Waits for a condition may end for no reason"),
        flag("--overflow", source.overflow, "Signed overflow is an error; otherwise it wraps round"),
        choice_with_default("--inputs", "HOW", source.inputs,
                            "What becomes of inputs of more than 8 bits without a range: refused, or sample (what the "
                            "program compares with, one more and one less), which is a restriction"),
        value("--range", "FUNCTION=LOW..HIGH", &source.ranges,
              "The results of an input that are tried; may be given again")}}};
}

std::vector<Group> info_groups(ScriptInfoOptions& asked) {
  return {{"script info",
           {positional("FILE", asked.script, "The script").must_be_given(),
            value("-k", "N", &asked.task_counts,
                  "How even the script would be shared out among N tasks; may be given again")
                .within(1)}},
          limits_group(asked.limits)};
}

std::vector<Group> split_groups(ScriptSplitOptions& asked) {
  return {
      {"script split",
       {positional("FILE", asked.scripts, "The script; or all parts of one, then only a run is drawn").must_be_given(),
        value("-k", "N", &asked.parts, "How many parts"),
        value("-o", "PREFIX", &asked.prefix, "What the names of the files begin with [the script's]"),
        cut_option(asked.cut)}},
      limits_group(asked.limits)};
}

std::vector<Group> ids_groups(ScriptIdsOptions& asked) {
  return {{"script ids",
           {positional("FILE", asked.script, "The raw script").must_be_given(),
            value("-o", "FILE", &asked.output, "Where to write the ids script").must_be_given()}},
          limits_group(asked.limits)};
}

std::vector<Group> text_groups(ConvertOptions& asked) {
  return {program_group(asked.program),
          {"script text", {value("--script", "FILE", &asked.input, "The script").must_be_given()}},
          limits_group(asked.limits)};
}

std::vector<Group> read_groups(ConvertOptions& asked) {
  return {program_group(asked.program),
          {"script read",
           {value("--text", "FILE", &asked.input, "The text").must_be_given(),
            value("-o", "FILE", &asked.output, "Where to write the script").must_be_given()}},
          limits_group(asked.limits)};
}

std::vector<Group> trustful_groups(ConvertOptions& asked) {
  return {program_group(asked.program),
          {"script trustful",
           {value("--script", "FILE", &asked.input, "The lean script").must_be_given(),
            value("-o", "FILE", &asked.output, "Where to write it").must_be_given()}},
          limits_group(asked.limits)};
}

std::vector<Group> keygen_groups(KeygenOptions& asked) {
  return {{"script keygen", {positional("NAME", asked.name, "What the key files are called").must_be_given()}}};
}

Group signature_group(const std::string& title, const std::string& key, SignatureOptions& asked) {
  return {title,
          {positional("FILE", asked.script, "The script").must_be_given(),
           value("--key", "FILE", &asked.key, key).must_be_given(),
           value("--signature", "FILE", &asked.signature, "The signature's file [the script's name with .sig]")}};
}

std::vector<Group> sign_groups(SignatureOptions& asked) {
  return {signature_group("script sign", "The secret key", asked), limits_group(asked.limits)};
}

std::vector<Group> verify_groups(SignatureOptions& asked) {
  return {signature_group("script verify", "The public key", asked), limits_group(asked.limits)};
}

std::vector<Group> simulate_groups(SimulateOptions& asked) {
  return {program_group(asked.program),
          properties_group(asked.properties, asked.program),
          {"simulate",
           {number("--seed", "N", asked.seed, "The same seed gives the same run"),
            number("--steps", "N", asked.steps, "Stop after N steps; with --interactive, 'run' and 'until' do"),
            flag("--interactive", asked.interactive,
                 "Choose each step by hand, go back, run until a condition, save a trail")
                .excluding({"--columns", "--msc", "--output"}),
            value("--trail", "FILE", &asked.trail, "A trail to begin with").needing({"--interactive"}),
            value("--at", "N", &asked.at, "The step of the trail to begin at [its last]").needing({"--trail"})}},
          limits_group(asked.limits),
          style_group(asked.style)};
}

std::vector<Group> replay_groups(ReplayOptions& asked) {
  return {
      program_group(asked.program),
      {"replay",
       {value("--trail", "FILE", &asked.trail, "The counterexample").must_be_given(),
        flag("--interactive", asked.interactive, "Go along it by hand, forth and back, and leave it")
            .excluding({"--columns", "--msc", "--output", "--format", "--json", "--html"}),
        number("--at", "N", asked.at, "The step to begin at").needing({"--interactive"}), graph_option(asked.output)}},
      limits_group(asked.limits),
      format_group(asked.output),
      style_group(asked.style)};
}

std::vector<Group> report_groups(ReportOptions& asked) {
  return {{"report",
           {positional("RESULT", asked.result, "What check, coverage, certify or replay has printed with --format json")
                .must_be_given(),
            positional("ARG", asked.program.arguments, "What the program was given, for --trail"),
            html_option(asked.html).must_be_given(),
            value("--trail", "FILE", &asked.trail, "The counterexample in full, if the result has only a part of it"),
            value("-D,--define", "NAME[=VALUE]", &asked.program.defines, "As the program was checked, for --trail")
                .needing({"--trail"}),
            value("--classpath", "PATH", &asked.program.classpath, "As the program was checked, for --trail")
                .needing({"--trail"})}},
          limits_group(asked.limits)};
}

std::vector<Group> graph_groups(GraphOptions& asked) {
  return {program_group(asked.program),
          {"graph",
           {number("--states", "N", asked.states, "Draw the first N states at most").within(1, 100'000),
            choice_with_default("--format", "FORMAT", asked.format, "dot (for Graphviz) or graphml"),
            value("--trail", "FILE", &asked.trail, "Mark the way of this counterexample"),
            value("-o", "FILE", &asked.output, "Where to write it [standard output]")}},
          limits_group(asked.limits)};
}

std::vector<Group> slice_groups(SliceOptions& asked) {
  return {program_group(asked.program),
          properties_group(asked.properties, asked.program),
          {"slice",
           {value("--ltl", "FORMULA|NAME", &asked.properties.formulas,
                  "A formula of temporal logic, or the name of one in the program; may be given again; 'none': not "
                  "even those in the program"),
            prints_option(asked.keep_prints),
            value("-o", "FILE", &asked.output, "Where to write the text [standard output]"),
            flag("--json", asked.json, "Print what is cut away as one JSON object; needs -o").needing({"-o"})}},
          limits_group(asked.limits)};
}

std::vector<Group> abstract_groups(AbstractOptions& asked) {
  return {program_group(asked.program),
          {"abstract",
           {abstract_option(asked.program),
            value("-o", "FILE", &asked.output, "Where to write the abstract program's text as well")}},
          limits_group(asked.limits)};
}

std::vector<Group> ltl_groups(LtlOptions& asked) {
  return {
      {"ltl",
       {positional("FORMULA", asked.formula, "As '[] (p -> <> q)', 'G(p -> F q)' or 'always (p implies eventually q)'")
            .must_be_given(),
        flag("--negate", asked.negate, "The automaton of what violates the formula: what a check looks for"),
        flag("--dot", asked.dot, "As input for Graphviz"),
        flag("--never", asked.never, "As a never claim").excluding({"--dot"})}},
      limits_group(asked.limits)};
}

std::vector<Group> schema_groups(SchemaOptions&) { return {}; }

std::vector<Group> completion_groups(CompletionOptions& asked) {
  return {
      {"completion", {choice<Shell>("SHELL", "", asked.shell, "Whose completion: bash, zsh or fish").must_be_given()}}};
}

std::vector<Group> manual_groups(ManualOptions& asked) {
  return {{"manual",
           {positional("COMMAND", asked.command, "Whose page [that of waymark]"),
            value("-o", "DIR", &asked.folder, "Write the pages of all commands there")}}};
}

std::vector<Group> doctor_groups(DoctorOptions&) { return {}; }

std::vector<Command> script_commands() {
  return {
      command("script info", "What a script says about itself", info_groups, script_info,
              "Exit codes: 0, 2 bad usage, 3 a limit was reached first, 4 this is no script."),
      command("script split", "Split a script into parts of equal length and draw a run: a secret for your own workers",
              split_groups, script_split,
              "Examples:\n"
              "  waymark script split mutex.way -k 2\n"
              "  waymark certify mutex.pml --script mutex.1-of-2.way --run mutex.run --task 1/2 --result one\n"
              "  waymark certify mutex.pml --script mutex.2-of-2.way --run mutex.run --task 2/2 --result two\n"
              "  waymark certify mutex.pml --run mutex.run --merge one --merge two\n\n"
              "Exit codes: 0, 2 bad usage, 3 a limit was reached first, 4 this is no script."),
      command("script ids",
              "Number the states of a raw script, as a search with a bounded cache records it, and drop repetitions",
              ids_groups, script_ids,
              "Exit codes: 0, 2 bad usage, 3 a limit was reached first, 4 this is no raw script of a complete search."),
      command("script text", "Print an ids script as text that names statements", text_groups, script_text, ""),
      command("script read", "Make an ids script of such a text", read_groups, script_read,
              "Examples:\n"
              "  waymark check mutex.pml --search dfs --script mutex.way\n"
              "  waymark script text mutex.pml --script mutex.way > mutex.txt\n"
              "  waymark script read mutex.pml --text mutex.txt -o again.way\n\n"
              "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first, 4 the text does not fit the program."),
      command(
          "script trustful",
          "Make a trustful script, of tree edges only, out of a lean one: for those who trust your signature",
          trustful_groups, script_trustful,
          "Examples:\n"
          "  waymark script keygen me\n"
          "  waymark script trustful mutex.pml --script mutex.way -o mutex-trustful.way\n"
          "  waymark script sign mutex-trustful.way --key me.key\n"
          "  waymark certify mutex.pml --script mutex-trustful.way --trustful --key me.pub\n\n"
          "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first, 4 the script does not fit the program."),
      command("script keygen", "Make a pair of keys: NAME.key to sign with, NAME.pub to give away", keygen_groups,
              script_keygen, ""),
      command("script sign", "Sign a script", sign_groups, script_sign, ""),
      command("script verify", "Verify a script's signature", verify_groups, script_verify,
              "Exit codes: 0 the signature is good, 2 bad usage or input, 3 a limit was reached first, 4 it is not."),
  };
}

Command check_command() {
  return command("check", "Explore every reachable state and judge it", check_groups, check,
                 "Examples:\n"
                 "  waymark check mutex.pml\n"
                 "  waymark check mutex.pml -D N=3 --invariant 'critical <= 1' --trail mutex.trail\n"
                 "  waymark check mutex.pml --ltl '[] (request -> <> grant)' --fair\n"
                 "  waymark check --classpath classes Main --invariant 'Main.count <= 3' --ltl '<> Main.done'\n"
                 "  waymark check large.pml --search dfs --store tree --memory 8G --time 1h30m\n"
                 "  waymark check larger.pml --store cache --memory 2G\n"
                 "  waymark check huge.pml --swarm 20 --memory 4G --time 1h\n"
                 "  mpirun -n 8 waymark check large.pml --cluster --store tree --memory 8G\n\n"
                 "Exit codes: 0 holds, 1 violation, 2 bad usage or input, 3 incomplete.");
}

Command coverage_command() {
  return command("coverage", "Search as far as memory allows and estimate what part of the states was covered",
                 coverage_groups, check,
                 "Examples:\n"
                 "  waymark coverage large.pml --memory 2G\n"
                 "  waymark coverage large.pml --states 1000000 --seed 7 --json > result.json\n"
                 "  waymark coverage large.pml --compare result.json\n\n"
                 "Exit codes: 0 holds (everything was covered) or certified (--compare agrees), 1 violation, 2 bad "
                 "usage or input,\n"
                 "3 incomplete, 4 rejected (--compare differs).");
}

Command certify_command() {
  return command(
      "certify", "Re-check a search script against the program, trusting nobody", certify_groups, certify,
      "Examples:\n"
      "  waymark check mutex.pml --script mutex.way\n"
      "  waymark certify mutex.pml --script mutex.way\n"
      "  waymark certify mutex.pml --script mutex.way --invariant 'critical <= 1'\n\n"
      "Exit codes: 0 certified, 1 violation, 2 bad usage or input, 3 incomplete, or certified in part: the script "
      "is one of a\nsearch that did not end; 4 script rejected.");
}

std::vector<Command> other_commands() {
  return {
      command("extract", "Write the model of a C program, in Promela", extract_groups, extract,
              "Examples:\n"
              "  waymark extract queue.c -o queue.pml\n"
              "  waymark check queue.pml\n\n"
              "Exit codes: 0, 2 bad usage, bad C, or what has no exact model."),
      command(
          "simulate", "Run the program once, choosing at random", simulate_groups, simulate,
          "Examples:\n"
          "  waymark simulate leader.pml --seed 7 --steps 200 --msc\n"
          "  waymark simulate leader.pml --interactive\n\n"
          "Exit codes: 0 ran without a violation, or by hand; 1 violation, 2 bad usage or input, 3 a limit ended it "
          "early."),
      command(
          "replay", "Show a counterexample that check --trail has written", replay_groups, replay,
          "Examples:\n"
          "  waymark check mutex.pml --trail mutex.trail\n"
          "  waymark replay mutex.pml --trail mutex.trail --columns\n"
          "  waymark replay mutex.pml --trail mutex.trail --interactive\n\n"
          "Exit codes: 0 the trail leads to no violation, or it was gone by hand; 1 the violation happens as the trail "
          "says, 2 it\ndoes not, or bad usage or input, 3 a limit was reached first."),
      command("report", "Make a page of a result that was printed before", report_groups, report_again,
              "Examples:\n"
              "  waymark check mutex.pml --format json > result.json\n"
              "  waymark report result.json --html result.html\n\n"
              "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first."),
      command(
          "graph", "Draw the states of a small program", graph_groups, draw_graph,
          "Examples:\n"
          "  waymark graph peterson.pml | dot -Tsvg > peterson.svg\n"
          "  waymark graph peterson.pml --format graphml -o peterson.graphml\n\n"
          "Exit codes: 0 all states are there, 2 bad usage or input, 3 there are more, or a limit was reached first."),
      command("slice", "Write the Promela program that is left when what bears on nothing that is asked is cut away",
              slice_groups, show_slice,
              "Examples:\n"
              "  waymark slice words.pml --invariant 'characters >= lines' -o sliced.pml\n"
              "  waymark check words.pml --slice --invariant 'characters >= lines'\n\n"
              "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first."),
      command("abstract", "Show what becomes of each statement when only conditions on some variables are known",
              abstract_groups, show_abstraction,
              "Examples:\n"
              "  waymark abstract counter.pml --abstract 'x:<0'\n"
              "  waymark check counter.pml --abstract 'x:sign,0..3' --refine 5\n\n"
              "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first."),
      command("ltl", "Show the automaton of a formula of linear temporal logic", ltl_groups, show_ltl,
              "Examples:\n"
              "  waymark ltl '[] (request -> <> grant)'\n"
              "  waymark ltl 'G (x == 1 -> y > 0 U done)' --negate --dot | dot -Tsvg > automaton.svg\n\n"
              "Exit codes: 0, 2 bad usage or formula, 3 a limit was reached first."),
      command("schema", "Print the JSON schema that every result of --format json obeys", schema_groups, show_schema,
              "Exit codes: 0, 2 bad usage."),
      command("completion", "Print what a shell needs to complete command lines", completion_groups, completion,
              "Examples:\n"
              "  source <(waymark completion bash)\n"
              "  waymark completion fish > ~/.config/fish/completions/waymark.fish\n\n"
              "Exit codes: 0, 2 bad usage."),
      command("manual", "Print a manual page, as input for man", manual_groups, manual,
              "Examples:\n"
              "  waymark manual check | man -l -\n\n"
              "Exit codes: 0, 2 bad usage."),
      command("doctor", "Say which parts that not everybody needs are there, and what each is for", doctor_groups,
              doctor, "Exit codes: 0, 2 bad usage."),
  };
}

}  // namespace

std::vector<Command> commands() {
  std::vector<Command> all{check_command(), coverage_command(), certify_command()};
  for (std::vector<Command> more : {script_commands(), other_commands()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> options;
  for (const Group& group : command.groups) {
    for (const Option& option : group.options) options.push_back(&option);
  }
  return options;
}

std::vector<std::string> first_words(const std::vector<Command>& commands) {
  std::vector<std::string> words;
  for (const Command& command : commands) {
    std::string word = command.name.substr(0, command.name.find(' '));
    if (words.empty() || words.back() != word) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace waymark::cli

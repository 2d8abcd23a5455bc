#include "cli/commands/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/diagnostics.hpp"
#include "check/plan/compatibility.hpp"
#include "cli/agents/mcp.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/completion.hpp"
#include "cli/options/groups.hpp"
#include "cli/options/manual.hpp"
#include "cli/options/options.hpp"
#include "cli/options/quote_command.hpp"

namespace waymark::cli {

namespace {

using options::choice;
using options::choice_with_default;
using options::flag;
using options::number;
using options::positional;
using options::size;
using options::time;
using options::tuning_group;
using options::value;
using options::words_behind;

// Several values may stand in one word.
Option listed(Option option) {
  option.listed = true;
  return option;
}

void append(std::vector<Group>& all, Group group) { all.push_back(std::move(group)); }
void append(std::vector<Group>& all, std::vector<Group> groups) {
  std::move(groups.begin(), groups.end(), std::back_inserter(all));
}
// Groups, and lists of them, as one list.
template <typename... Parts>
std::vector<Group> joined(Parts... parts) {
  std::vector<Group> all;
  (append(all, std::move(parts)), ...);
  return all;
}

bool is_c_text(const load::Source& source) {
  return source.program.ends_with(".c") && load::kind_of(source) == load::Kind::llvm;
}

// Slices, abstractions and texts for the kernel are of models in Promela. Of a C program the model is extracted first.
template <typename Asked>
void refuse_c_text(const Asked& asked) {
  const load::Source& source = asked.program;
  bool of_models = !source.promela.abstract.empty();
  if constexpr (requires { asked.slice; }) of_models = of_models || asked.slice;
  for (const bool always : {std::is_same_v<Asked, SliceOptions>, std::is_same_v<Asked, AbstractOptions>,
                            std::is_same_v<Asked, KernelOptions>}) {
    of_models = of_models || always;
  }
  if (!of_models || !is_c_text(source)) return;
  throw base::InputError(fmt::format("waymark: error: this is done with models in Promela, and {} is C; type: {}",
                                     source.program, typed_of_model(source)));
}

// What no command does with such a program: its options, and the question, if it has one, are not of its language.
template <typename Asked>
void refuse_unfit(const Asked& asked) {
  load::Source source = asked.program;
  if constexpr (requires { asked.slice; }) source.promela.sliced = asked.slice;
  if (is_c_text(source)) {  // refuse_c_text() says what to type instead
    source.promela.sliced = false;
    source.promela.abstract.clear();
  }
  check::Properties properties;
  if constexpr (requires { asked.properties; }) properties = asked.properties;
  if constexpr (requires { asked.settings.properties; }) properties = asked.settings.properties;
  options::refuse_conflict(check::parts_of(source, properties));
}

// A command whose options go to an `Asked` of its own.
template <typename Asked>
Command command(std::string name, std::string summary, std::vector<Group> (*groups)(Asked&),
                std::type_identity_t<std::function<int(const Asked&, base::Stop&)>> run, std::string footer) {
  const auto asked = std::make_shared<Asked>();
  const check::Limits* limits = nullptr;
  if constexpr (requires { asked->settings.limits; }) limits = &asked->settings.limits;
  if constexpr (requires { asked->limits; }) limits = &asked->limits;
  const auto run_with = [asked, run](base::Stop& stop) {
    if constexpr (requires { asked->program; }) {
      refuse_unfit(*asked);
      refuse_c_text(*asked);
    }
    return run(*asked, stop);
  };
  return {std::move(name), std::move(summary), std::move(footer), with_tune(groups(*asked)), limits, run_with};
}

Option ltl_option(check::Properties& properties) {
  return value("--ltl", "FORMULA|NAME", &properties.formulas,
               "An LTL formula, or the name of one in the program; repeatable; none: not even those in the program")
      .for_agents();
}

Group formula_options(check::Properties& properties) {
  return {"What to check",
          "",
          {ltl_option(properties),
           flag("--fair", properties.fair, "Of cycles, judge only those weakly fair to every process").for_agents()}};
}

std::vector<Group> check_groups(CheckOptions& asked) {
  check::Settings& settings = asked.settings;
  Group writes{"What to write",
               "",
               {check::script_option(settings), trail_option(asked.trail), check::checkpoint_option(settings),
                check::resume_option(settings)}};
  return joined(program_groups(asked.program, "What to check"), properties_group(settings.properties, asked.program),
                formula_options(settings.properties), check::search_limits(settings), check::search_groups(settings),
                reduction_group(asked), check::cluster_groups(settings.cluster), writes, format_group(asked.output),
                output_group(asked.output),
                more_output_group(
                    asked.output,
                    {progress_option(asked.progress),
                     time("--every", settings.every, "Time between two checkpoints [10m]").needing({"--checkpoint"}),
                     check::profile_option(settings), graph_option(asked.output)}));
}

std::vector<Group> coverage_groups(CheckOptions& asked) {
  check::Settings& settings = asked.settings;
  settings.estimate.wanted = true;
  return joined(
      program_groups(asked.program, "What to check"), properties_group(settings.properties, asked.program),
      check::limits_group(settings.limits), Group{"Limits", "", {check::states_option(settings.limits)}},
      Group{check::how_to_search,
            "",
            {number("--seed", "N", settings.seed, "Seed of the sample; the same seed gives the same estimate"),
             check::por_option(settings)}},
      tuning_group({number("first", "PERCENT", settings.estimate.first, "Share of the memory for the first part")
                        .within(10, 90)}),
      reduction_group(asked), Group{"More on the search", "search", {check::errors_option(settings.limits)}},
      Group{"What to write", "", {trail_option(asked.trail)}}, format_group(asked.output), output_group(asked.output),
      Group{"What to write", "", {progress_option(asked.progress)}}, more_output_group(asked.output));
}

std::vector<Group> certify_groups(CertifyOptions& asked) {
  return joined(
      program_groups(asked.program, "What to check"),
      Group{"What to check",
            "",
            {value("--script", "FILE", &asked.scripts, "The script; if it was split, once for each part")
                 .for_agents(Agents::file)}},
      properties_group(asked.properties, asked.program),
      Group{"What to check",
            "",
            {value("--step-invariant", "BEFORE=>AFTER", &asked.properties.step_invariants,
                   "A step from a state where BEFORE holds ends in one where AFTER holds"),
             ltl_option(asked.properties),
             flag("--fair", asked.properties.fair, "Accept a script about weakly fair cycles only").for_agents()}},
      check::limits_group(asked.limits),
      Group{"Limits", "", {value("--jobs", "N", &asked.jobs, "Worker threads [one per processor]").for_agents()}},
      Group{"What to trust",
            "",
            {flag("--plain", asked.program.promela.plain, "Use no caches of steps and reductions; slower"),
             flag("--unreduced", asked.unreduced, "Refuse scripts made with partial-order reduction").for_agents(),
             flag("--slice", asked.slice, "Accept scripts of slices, and derive the slice anew").for_agents(),
             load::abstract_option(asked.program)}},
      Group{
          "Signatures",
          "signatures",
          {value("--key", "FILE", &asked.key, "The public key of the signer that you trust").needing({"--trustful"}),
           flag("--trustful", asked.trustful, "Follow a trustful script, if its signature is valid").needing({"--key"}),
           value("--signature", "FILE", &asked.signature, "The script's signature [its name with .sig]")
               .needing({"--key"})}},
      Group{"Tasks and clusters",
            "tasks",
            {flag("--cluster", asked.cluster,
                  "Share the work among all processes that mpirun started; only the first one needs the script")
                 .excluding({"--trustful", "--explain", "--run"}),
             value("--run", "FILE", &asked.run, "For tasks: the run file of 'waymark script split'"),
             value("--task", "I/N", &asked.task, "Do one task of a run only")
                 .needing({"--run", "--result"})
                 .excluding({"--merge"}),
             value("--result", "FILE", &asked.task_result, "Where to write the result of --task").needing({"--task"}),
             value("--merge", "FILE", &asked.merge, "Merge the results of all tasks and give the verdict; repeatable")
                 .needing({"--run"}),
             value("--audit", "N", &asked.audit, "With --merge: repeat N random tasks").needing({"--merge"})}},
      tuning_group({cut_option(asked.cut)}), format_group(asked.output), output_group(asked.output),
      Group{"What to write",
            "",
            {progress_option(asked.progress),
             choice<certify::Count>("--count", "HOW", asked.count,
                                    "Count distinct states, by sketch or exact (needs memory)")
                 .with_more("Of partial scripts, sketch is the default"),
             flag("--explain", asked.explain, "Name the first false step of a rejected script")}},
      more_output_group(asked.output));
}

std::vector<Group> extract_groups(ExtractOptions& asked) {
  return {{"C",
           "",
           {positional("FILE.c", asked.files, "The files of the C program").must_be_given(),
            value("-o", "MODEL.pml", &asked.output, "Where to write the model [standard output]"),
            value("--table", "FILE", &asked.table,
                  "How each statement is modelled. A missing file is written, and models every statement; an existing "
                  "one is updated"),
            value("-D,--define", "NAME[=VALUE]", &asked.defines, "A preprocessor macro; repeatable"),
            load::spurious_option(asked.spurious), load::overflow_option(asked.overflow),
            load::inputs_option(asked.inputs), load::range_option(asked.ranges)}},
          check::limits_group(asked.limits)};
}

std::vector<Group> info_groups(ScriptInfoOptions& asked) {
  return {
      {"Arguments",
       "",
       {positional("FILE", asked.script, "The script").must_be_given(),
        value("-k", "N", &asked.task_counts, "Show how evenly N tasks would divide the script; repeatable").within(1)}},
      check::limits_group(asked.limits)};
}

std::vector<Group> split_groups(ScriptSplitOptions& asked) {
  return {
      {"Arguments",
       "",
       {positional("FILE", asked.scripts, "The script; or all parts of one, to write a run file only").must_be_given(),
        value("-k", "N", &asked.parts, "Number of parts"),
        value("-o", "PREFIX", &asked.prefix, "Prefix of the names of the files [the script's name]")}},
      tuning_group({cut_option(asked.cut)}),
      check::limits_group(asked.limits)};
}

std::vector<Group> trustful_groups(TrustfulOptions& asked) {
  return joined(program_groups(asked.program),
                Group{"Arguments",
                      "",
                      {value("--script", "FILE", &asked.script, "The lean script").must_be_given(),
                       value("-o", "FILE", &asked.output, "Where to write it").must_be_given()}},
                check::limits_group(asked.limits));
}

std::vector<Group> kernel_groups(KernelOptions& asked) {
  return joined(
      program_groups(asked.program), properties_group(asked.properties, asked.program),
      Group{"Arguments",
            "",
            {value("--script", "FILE", &asked.script, "The lean script, made with --por off [the program alone]"),
             value("-o", "FILE", &asked.output, "Where to write it").must_be_given()}},
      check::limits_group(asked.limits));
}

std::vector<Group> keygen_groups(KeygenOptions& asked) {
  return {{"Arguments",
           "",
           {positional("NAME", asked.name, "The name of the key files, without extension").must_be_given()}}};
}

Group signature_group(const std::string& title, const std::string& key, SignatureOptions& asked) {
  return {title,
          "",
          {positional("FILE", asked.script, "The script").must_be_given(),
           value("--key", "FILE", &asked.key, key).must_be_given(),
           value("--signature", "FILE", &asked.signature, "The signature's file [the script's name with .sig]")}};
}

std::vector<Group> sign_groups(SignatureOptions& asked) {
  return {signature_group("Arguments", "The secret key", asked), check::limits_group(asked.limits)};
}

std::vector<Group> verify_groups(SignatureOptions& asked) {
  return {signature_group("Arguments", "The public key", asked), check::limits_group(asked.limits)};
}

std::vector<Group> simulate_groups(SimulateOptions& asked) {
  return joined(
      program_groups(asked.program), properties_group(asked.properties, asked.program),
      Group{"Simulation",
            "",
            {number("--seed", "N", asked.seed, "The same seed gives the same run"),
             number("--steps", "N", asked.steps, "Stop after N steps; with --interactive, of 'run' and 'until'"),
             flag("--interactive", asked.interactive,
                  "Choose each step by hand, go back, run until a condition, save a trail")
                 .excluding({"--columns", "--msc", "--output"}),
             value("--trail", "FILE", &asked.trail, "The trail to start with").needing({"--interactive"}),
             value("--at", "N", &asked.at, "The step of the trail to start at [its last]").needing({"--trail"})}},
      check::limits_group(asked.limits), style_group(asked.style));
}

// The program that --dap debugs comes from the editor.
std::vector<Group> program_groups_unless_dap(load::Source& source) {
  std::vector<Group> groups = program_groups(source);
  for (Group& group : groups) {
    for (Option& option : group.options) {
      if (option.names == "PROGRAM") option.unless.emplace_back("--dap");
    }
  }
  return groups;
}

std::vector<Group> debug_groups(DebugOptions& asked) {
  return joined(
      program_groups_unless_dap(asked.program), properties_group(asked.properties, asked.program),
      Group{"Debugger",
            "",
            {value("--trail", "FILE", &asked.trail, "Step along this counterexample"),
             value("--at", "N", &asked.at, "The step of the trail to start at [0]").needing({"--trail"}),
             number("--seed", "N", asked.seed, "Seed of random choices, where no trail says which"),
             number("--steps", "N", asked.steps, "Most steps of one run"),
             flag("--dap", asked.dap, "Serve an editor by the Debug Adapter Protocol, on standard input and output")
                 .excluding({"PROGRAM", "WORD", "--trail"})}},
      check::limits_group(asked.limits));
}

std::vector<Group> replay_groups(ReplayOptions& asked) {
  return joined(
      program_groups(asked.program),
      Group{"Replay",
            "",
            {value("--trail", "FILE", &asked.trail, "The counterexample").must_be_given().for_agents(Agents::file),
             flag("--interactive", asked.interactive, "Step through it by hand, forward and back, and leave it")
                 .excluding({"--columns", "--msc", "--output", "--format", "--json", "--html"}),
             number("--at", "N", asked.at, "The step to start at").needing({"--interactive"}),
             graph_option(asked.output), json_option(asked.output)}},
      check::limits_group(asked.limits), format_group(asked.output), style_group(asked.style));
}

std::vector<Group> step_groups(StepOptions& asked) {
  return joined(
      program_groups(asked.program),
      Group{"Where",
            "",
            {value("--trail", "FILE", &asked.trail, "The trail that leads there").for_agents(Agents::file),
             value("--at", "N", &asked.at, "The step of the trail [its last]").needing({"--trail"}).for_agents(),
             listed(value("--choices", "N,...", &asked.choices,
                          "The choices that lead there, each counted from 1 [none: the initial state]"))
                 .excluding({"--trail"})
                 .for_agents(),
             value("--invariant", "EXPR", &asked.properties.invariants, "A condition on the state; repeatable")
                 .for_agents()}},
      check::limits_group(asked.limits));
}

std::vector<Group> report_groups(ReportOptions& asked) {
  return {{"Arguments",
           "",
           {positional("RESULT", asked.result,
                       "A result that check, coverage, certify or replay printed with --format json")
                .must_be_given(),
            positional("ARG", asked.program.arguments, "The arguments of the program, for --trail"),
            words_behind("WORD", asked.program.behind, "Behind --: the same, even if they look like files"),
            html_option(asked.html).must_be_given(),
            value("--trail", "FILE", &asked.trail, "The full counterexample, if the result has a part of it only"),
            value("-D,--define", "NAME[=VALUE]", &asked.program.defines, "As the program was checked, for --trail")
                .needing({"--trail"}),
            value("--classpath", "PATH", &asked.program.classpath, "As the program was checked, for --trail")
                .needing({"--trail"})}},
          check::limits_group(asked.limits)};
}

std::vector<Group> graph_groups(GraphOptions& asked) {
  return joined(program_groups(asked.program),
                Group{"Arguments",
                      "",
                      {number("--states", "N", asked.states, "Draw the first N states at most").within(1, 100'000),
                       choice_with_default("--format", "FORMAT", asked.format, "dot (for Graphviz) or graphml"),
                       value("--trail", "FILE", &asked.trail, "Mark the path of this counterexample"),
                       value("-o", "FILE", &asked.output, "Where to write it [standard output]")}},
                check::limits_group(asked.limits));
}

std::vector<Group> slice_groups(SliceOptions& asked) {
  return joined(
      program_groups(asked.program), properties_group(asked.properties, asked.program),
      Group{"Arguments",
            "",
            {ltl_option(asked.properties), prints_option(asked.keep_prints),
             value("-o", "FILE", &asked.output, "Where to write the text [standard output]"),
             flag("--json", asked.json, "List what the slice leaves out, as one JSON object").needing({"-o"})}},
      check::limits_group(asked.limits));
}

std::vector<Group> abstract_groups(AbstractOptions& asked) {
  return joined(program_groups(asked.program),
                Group{"Arguments",
                      "",
                      {load::abstract_option(asked.program),
                       value("-o", "FILE", &asked.output, "Where to write the text of the abstract program")}},
                check::limits_group(asked.limits));
}

std::vector<Group> ltl_groups(LtlOptions& asked) {
  return {
      {"Arguments",
       "",
       {positional("FORMULA", asked.formula, "As '[] (p -> <> q)', 'G(p -> F q)' or 'always (p implies eventually q)'")
            .must_be_given(),
        flag("--negate", asked.negate, "The automaton of the negation, with which a check searches"),
        flag("--dot", asked.dot, "As input for Graphviz"),
        flag("--never", asked.never, "As a never claim").excluding({"--dot"})}},
      check::limits_group(asked.limits)};
}

std::vector<Group> mcp_groups(McpOptions& asked) {
  return {{"Arguments",
           "",
           {value("--root", "DIR", &asked.root, "The folder in which calls name files, and above which none [.]"),
            time("--time", asked.most_seconds, "Most time that a call may ask for [1h]"),
            size("--memory", asked.most_memory, "Most memory that a call may ask for [75% of RAM]")}}};
}

std::vector<Group> schema_groups(SchemaOptions&) { return {}; }

std::vector<Group> completion_groups(CompletionOptions& asked) {
  return {{"Arguments", "", {choice<Shell>("SHELL", "", asked.shell, "bash, zsh or fish").must_be_given()}}};
}

std::vector<Group> manual_groups(ManualOptions& asked) {
  return {{"Arguments",
           "",
           {positional("COMMAND", asked.command, "The command [the page of waymark itself]"),
            value("-o", "DIR", &asked.folder, "Write the pages of all commands there")}}};
}

std::vector<Group> doctor_groups(DoctorOptions&) { return {}; }

std::vector<Command> script_commands() {
  return {
      command("script info", "Show the header of a script", info_groups, script_info,
              "Exit codes: 0, 2 bad usage, 3 a limit was reached first, 4 this is no script."),
      command("script split", "Split a script into equal parts, and write a run file, a secret for your own workers",
              split_groups, script_split,
              "Examples:\n"
              "  waymark script split mutex.way -k 2\n"
              "  waymark certify mutex.pml --script mutex.1-of-2.way --run mutex.run --task 1/2 --result one\n"
              "  waymark certify mutex.pml --script mutex.2-of-2.way --run mutex.run --task 2/2 --result two\n"
              "  waymark certify mutex.pml --run mutex.run --merge one --merge two\n\n"
              "Exit codes: 0, 2 bad usage, 3 a limit was reached first, 4 this is no script."),
      command(
          "script trustful",
          "Make a trustful script of a lean one: tree edges only, for readers who trust your signature",
          trustful_groups, script_trustful,
          "Examples:\n"
          "  waymark script keygen me\n"
          "  waymark script trustful mutex.pml --script mutex.way -o mutex-trustful.way\n"
          "  waymark script sign mutex-trustful.way --key me.key\n"
          "  waymark certify mutex.pml --script mutex-trustful.way --trustful --key me.pub\n\n"
          "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first, 4 the script does not fit the program."),
      command(
          "script kernel", "Write a program and its lean script as text for the verified kernel, waymark-kernel",
          kernel_groups, script_kernel,
          "Examples:\n"
          "  waymark check mutex.pml --por off --script mutex.way\n"
          "  waymark script kernel mutex.pml --script mutex.way -o mutex.k\n"
          "  waymark-kernel mutex.k\n\n"
          "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first, 4 the script does not fit the program."),
      command("script keygen", "Make a pair of keys: NAME.key for signing, NAME.pub to publish", keygen_groups,
              script_keygen, ""),
      command("script sign", "Sign a script", sign_groups, script_sign, ""),
      command("script verify", "Verify a script's signature", verify_groups, script_verify,
              "Exit codes: 0 the signature is good, 2 bad usage or input, 3 a limit was reached first, 4 it is not."),
  };
}

Command check_command() {
  return command("check", "Explore every reachable state of a program, and check its properties", check_groups, check,
                 "Examples:\n"
                 "  waymark check mutex.pml --invariant 'critical <= 1' --trail mutex.trail\n"
                 "  waymark check --classpath classes Main --ltl '<> Main.done' --fair\n"
                 "  waymark check large.pml --store tree --memory 8G --time 1h30m\n\n"
                 "Exit codes: 0 holds, 1 violation, 2 bad usage or input, 3 incomplete.");
}

Command coverage_command() {
  return command("coverage", "Search as far as memory allows, and estimate which share of the states was covered",
                 coverage_groups, check,
                 "Examples:\n"
                 "  waymark coverage large.pml --memory 2G\n"
                 "  waymark coverage large.pml --states 1000000 --seed 7 --json\n\n"
                 "Exit codes: 0 holds (everything was covered), 1 violation, 2 bad usage or input, 3 incomplete.");
}

Command certify_command() {
  return command("certify", "Check a search script against the program, without trusting its author", certify_groups,
                 certify,
                 "Examples:\n"
                 "  waymark check mutex.pml --script mutex.way\n"
                 "  waymark certify mutex.pml --script mutex.way\n"
                 "  waymark certify mutex.pml --script mutex.way --invariant 'critical <= 1'\n\n"
                 "Exit codes: 0 certified, 1 violation, 2 bad usage or input, 3 incomplete, or\n"
                 "certified in part (the script is of an incomplete search), 4 script rejected.");
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
          "replay", "Show a counterexample that check --trail wrote", replay_groups, replay,
          "Examples:\n"
          "  waymark check mutex.pml --trail mutex.trail\n"
          "  waymark replay mutex.pml --trail mutex.trail --columns\n"
          "  waymark replay mutex.pml --trail mutex.trail --interactive\n\n"
          "Exit codes: 0 the trail leads to no violation, or it was gone by hand; 1 the violation happens as the trail "
          "says, 2 it\ndoes not, or bad usage or input, 3 a limit was reached first."),
      debug_command(debug_program),
      command("step", "Print one state of a program as JSON: threads, values, and the steps that are possible",
              step_groups, show_step,
              "Examples:\n"
              "  waymark step mutex.pml --trail mutex.trail --at 3\n"
              "  waymark step mutex.pml --choices 1,2,1\n\n"
              "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first."),
      command("report", "Make a web page of an earlier result", report_groups, report_again,
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
      command("slice", "Write the slice of a program: the statements that can affect the properties", slice_groups,
              show_slice,
              "Examples:\n"
              "  waymark slice words.pml --invariant 'characters >= lines' -o sliced.pml\n"
              "  waymark check words.pml --slice --invariant 'characters >= lines'\n\n"
              "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first."),
      command("abstract", "Show the abstraction of each statement when variables are replaced by predicates",
              abstract_groups, show_abstraction,
              "Examples:\n"
              "  waymark abstract counter.pml --abstract 'x:<0'\n"
              "  waymark check counter.pml --abstract 'x:sign,0..3' --refine 5\n\n"
              "Exit codes: 0, 2 bad usage or input, 3 a limit was reached first."),
      command("ltl", "Show the automaton of an LTL formula", ltl_groups, show_ltl,
              "Examples:\n"
              "  waymark ltl '[] (request -> <> grant)'\n"
              "  waymark ltl 'G (x == 1 -> y > 0 U done)' --negate --dot | dot -Tsvg > automaton.svg\n\n"
              "Exit codes: 0, 2 bad usage or formula, 3 a limit was reached first."),
  };
}

std::vector<Command> helping_commands() {
  return {
      command(
          "mcp", "Serve the Model Context Protocol on standard input and output, for agents", mcp_groups,
          [](const McpOptions& asked, base::Stop& stop) { return serve_agents(asked, commands(), stop); },
          "Examples:\n"
          "  waymark mcp --root src --time 5m --memory 2G\n\n"
          "Exit codes: 0 the client has closed the input, 2 bad usage, 3 interrupted."),
      command("schema", "Print the JSON schema of results", schema_groups, show_schema, "Exit codes: 0, 2 bad usage."),
      command(
          "completion", "Print the completion script of a shell", completion_groups,
          [](const CompletionOptions& asked, base::Stop&) { return print_completion(asked, commands()); },
          "Examples:\n"
          "  source <(waymark completion bash)\n"
          "  waymark completion fish > ~/.config/fish/completions/waymark.fish\n\n"
          "Exit codes: 0, 2 bad usage."),
      command(
          "manual", "Print a manual page, as input for man", manual_groups,
          [](const ManualOptions& asked, base::Stop&) { return write_manual(asked, commands()); },
          "Examples:\n"
          "  waymark manual check | man -l -\n\n"
          "Exit codes: 0, 2 bad usage."),
      command("doctor", "Show which optional parts are installed, and what each is for", doctor_groups, doctor,
              "Exit codes: 0, 2 bad usage."),
  };
}

}  // namespace

std::vector<Group> with_tune(std::vector<Group> groups) {
  Option tune{std::string(tune_name), "KEY=VALUE,...", "Settings for experiments: see --help tune"};
  tune.again = true;
  tune.listed = true;
  for (const Group& group : groups) {
    for (const Option& option : group.options) {
      if (option.tuning) tune.keys.push_back(option.name());
    }
  }
  if (tune.keys.empty()) return groups;
  const auto searching = [](const Group& group) { return group.title == check::how_to_search; };
  const bool searches = std::any_of(groups.begin(), groups.end(), searching);
  const std::string title = searches ? check::how_to_search : groups.front().title;
  groups.push_back({title, "", {std::move(tune)}});
  return groups;
}

Command debug_command(std::function<int(const DebugOptions&, base::Stop&)> run) {
  return command("debug", "Step through the program, forth and back; serve editors", debug_groups, std::move(run),
                 "Examples:\n"
                 "  waymark debug mutex.pml --trail mutex.trail\n"
                 "  waymark debug --dap\n\n"
                 "Exit codes: 0 the session has ended, 2 bad usage or input, 3 a limit was reached first.");
}

std::vector<Command> commands() {
  std::vector<Command> all{check_command(), coverage_command(), certify_command()};
  for (std::vector<Command> more : {script_commands(), other_commands(), helping_commands()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace waymark::cli

#include "cli/groups.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_states = std::uint64_t{1} << 40;

check::Property selected(const std::string& word) {
  const auto property = base::named<check::Property>(word);
  if (property && check::selectable(*property)) return *property;
  throw base::InputError(fmt::format(
      "waymark: error: --property {}: there are deadlock, assertion, exception, race, acceptance and progress, or none "
      "alone",
      word));
}

std::string default_kinds() {
  std::string text;
  for (const check::Property kind : check::Properties{}.kinds()) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", base::name(kind));
  }
  return text;
}

}  // namespace

Group program_group(load::Source& source) {
  return {
      "PROGRAM",
      {positional(
           "PROGRAM", source.program,
           "FILE.pml (Promela), FILE.c (C), FILE.jar, FILE.class or a main class (Java), FILE.graph (edges, one per "
           "line)")
           .must_be_given_unless("--test"),
       value("--test", "CLASS[#METHOD]", &source.test,
             "Java: the JUnit tests of a class, or one of them, in place of a program; 'waymark check' tells a verdict "
             "of each"),
       choice<load::Language>("--language", "LANGUAGE", source.language,
                              "What FILE is written in, promela or graph [as its ending says]"),
       choice_with_default("--claim", "HOW", source.claims, "Promela: kept, or none: as if there were no never claim"),
       positional("ARG", source.arguments, "What a Java program's main gets; further files of a C program"),
       value("--classpath", "PATH", &source.classpath, "Java: where classes are looked for, separated by ':'"),
       value("--jdk", "DIR", &source.jdk, "Java: the JDK [JAVA_HOME, or that of 'java' on the PATH]"),
       choice_with_default(
           "--symmetry", "HOW", source.symmetry,
           "Java: how objects are named: site (thread and place), canonical (as they are reached) or none"),
       choice_with_default("--gc", "HOW", source.garbage,
                           "Java: what becomes of garbage: mark-sweep, refcount (cycles stay) or none"),
       flag("--spurious", source.spurious, "Java and C: waits for a condition may end for no reason"),
       value("--table", "FILE", &source.table, "C: what becomes of which statement; 'waymark extract' writes one"),
       flag("--overflow", source.overflow, "C: signed overflow is an error; otherwise it wraps round"),
       choice_with_default(
           "--inputs", "HOW", source.inputs,
           "C: what becomes of inputs of more than 8 bits without a range: refused, or sample (what the "
           "program compares with, one more and one less), which is a restriction"),
       value("--range", "FUNCTION=LOW..HIGH", &source.ranges,
             "C: the results of an input that are tried; may be given again"),
       choice<load::Library>(
           "--library", "HOW", source.library,
           "Java: how calls into classes that are safe for threads are run, as one step (atomic) or like the program's "
           "code (steps) [atomic; where no orders of steps are left out, as with --por off, steps]"),
       value(
           "--library-package", "PACKAGE", &source.library_packages,
           "Java: for --library atomic, a package of the program whose classes are safe for threads, too; may be given "
           "again"),
       choice_with_default(
           "--timeouts", "WHEN", source.timeouts,
           "Java: when timed waits end that nobody ends: at any moment (any), when nobody else can go on "
           "(last; sleeps, too), or never"),
       number("--random", "N", source.random,
              "Java: try out all numbers of a random range of up to N; others are one fixed sequence")
           .within(0, 1000),
       value("--stdin", "FILE", &source.stdin_file, "Java: what the program reads from System.in [nothing]"),
       value("--files", "PATH", &source.files,
             "Java: a file, or a directory with all below it, that the program may read; may be given again"),
       value("--env", "NAME=VALUE", &source.environment,
             "Java: a variable of the environment, which is empty otherwise; may be given again"),
       number("--frames", "N", source.frames, "Java: calls within calls before a StackOverflowError"),
       value("-D,--define", "NAME[=VALUE]", &source.defines,
             "Define a preprocessor macro, or a property of a Java program; may be given again")}};
}

Group properties_group(check::Properties& properties, load::Source& source) {
  const TakeWords select = [&](const std::vector<std::string>& words) {
    properties.selected.emplace();
    if (words.size() == 1 && words.front() == "none") return;
    for (const std::string& word : words) properties.selected->push_back(selected(word));
    source.races = properties.includes(check::Property::race);
  };
  Option kinds = value(
      "--property", "KIND,...", select,
      "What to check, separated by commas: deadlock, assertion, exception (Java), race (Java), acceptance, progress, "
      "none");
  kinds.listed = true;
  kinds.quote_command = [&properties]() -> std::vector<std::string> {
    if (!properties.selected) return {};
    std::vector<std::string> names;
    for (const check::Property kind : *properties.selected) names.emplace_back(base::name(kind));
    return {names.empty() ? "none" : fmt::format("{}", fmt::join(names, ","))};
  };
  for (const std::string& name : all_names<check::Property>()) {
    if (check::selectable(*base::named<check::Property>(name))) kinds.choices.push_back(name);
  }
  kinds.choices.emplace_back("none");
  kinds.standard = default_kinds();
  return {"Properties",
          {kinds, value("--invariant", "EXPR", &properties.invariants,
                        "A condition that every state must satisfy; may be given again")}};
}

Option prints_option(bool& keep_prints) {
  return flag("--keep-prints", keep_prints, "In a slice, keep what the program prints");
}

Option abstract_option(load::Source& source) {
  return value("--abstract", "VARIABLE:ITEM,...", &source.abstract,
               "Promela, C: know of a variable only sign, parity, LOW..HIGH, comparisons as <5, or {EXPR,...}; may be "
               "given again");
}

Group cluster_group(CheckOptions& asked) {
  check::ClusterSettings& cluster = asked.settings.cluster;
  return {
      "check",
      {flag("--cluster", asked.cluster,
            "Search together with all processes that mpirun has started: each keeps a part of the states"),
       number("--remember", "N", cluster.remembered,
              "Of --cluster: states sent to each other process that are not sent again")
           .within(0, 1u << 24)
           .needing({"--cluster"}),
       choice_with_default("--partition", "WHAT", cluster.partition,
                           "Of --cluster: what says who keeps a state: all of it, where its threads stand and their "
                           "variables, the same of every second thread (half), the counter of their innermost call, or "
                           "all their program counters; threads "
                           "are processes in Promela")
           .needing({"--cluster"}),
       number("--lookahead", "N", cluster.lookahead,
              "Of --cluster: generations in which a process looks for its own states behind one that it sends")
           .within(0, 4)
           .needing({"--cluster"}),
       choice_with_default("--mapping", "HOW", cluster.mapping,
                           "Of --cluster: fixed (each keeps an equal part), balanced (who is short of memory gives "
                           "states away), first (the same, and one begins alone), shared (the same, and all begin "
                           "with all states)")
           .needing({"--cluster"}),
       size("--move-at", cluster.move_at,
            "Of --mapping: what one process has in use when states move [half of --memory]")
           .needing({"--cluster"}),
       flag("--ask-first", cluster.ask_first,
            "Of --cluster: send a state's fingerprint of 128 bits, and the state only if it is new there; the verdict "
            "then rests on fingerprints")
           .needing({"--cluster"}),
       flag("--by-parts", cluster.by_parts,
            "Of --cluster, for Java: parts of a state, such as its objects, that the other end has are not sent again")
           .needing({"--cluster"}),
       flag("--unordered", cluster.unordered,
            "Of --cluster: nobody waits for the end of a level; same verdict, states and transitions, but a violation "
            "may be told by a longer way")
           .needing({"--cluster"})}};
}

Group reduction_group(CheckOptions& asked) {
  return {
      "Reduction",
      {choice<check::Reduction>("--por", "on|off", asked.settings.reduction,
                                "Partial order reduction, on or off [on]: leave out orders of steps that make no "
                                "difference to what is judged"),
       flag("--slice", asked.slice,
            "Promela, C: leave out the statements and variables that bear on nothing that is asked, and tell which"),
       prints_option(asked.keep_prints).needing({"--slice"}), abstract_option(asked.program),
       number("--refine", "N", asked.refine,
              "If what is found of an abstraction is spurious, add the conditions that rule it out, up to N times")
           .needing({"--abstract"})}};
}

Group limits_group(check::Limits& limits) {
  return {"Limits",
          {size("--memory", limits.memory, "Most memory to use [75% of the machine's]"),
           time("--time", limits.seconds, "Stop after this time")}};
}

Group style_group(report::TrailStyle& style) {
  const auto becomes = [&style](report::TrailStyle wanted) { return Happen([&style, wanted] { style = wanted; }); };
  return {"Style",
          {flag("--columns", becomes(report::TrailStyle::columns), "One column per process").excluding({"--msc"}),
           flag("--msc", becomes(report::TrailStyle::chart), "A message sequence chart"),
           flag("--output", becomes(report::TrailStyle::output), "Only what the program prints")
               .excluding({"--columns", "--msc"})}};
}

Group format_group(Output& output) {
  const Happen json = [&output] { output.format = OutputFormat::json; };
  return {"Format",
          {choice_with_default(
               "--format", "FORMAT", output.format,
               "How the result is printed: text, json (one object, as 'waymark schema' describes), sarif (2.1.0, for "
               "code hosts) or junit (XML, for build servers)"),
           flag("--json", json, "The same as --format json").excluding({"--format"}), html_option(output.html)}};
}

Group output_group(Output& output) {
  return {"Output",
          {flag("--full-trail", output.full_trail,
                "Tell all steps of a counterexample, of a long one and of calls into a library"),
           flag("--quiet", output.quiet, "Print the verdict only")}};
}

Option errors_option(check::Limits& limits) {
  return number("--errors", "N", limits.errors, "Stop after N violations; 0: never");
}

Option states_option(check::Limits& limits) {
  return value("--states", "N", &limits.states, "Most states to keep [what fits]").within(10, most_states);
}

Option cut_option(script::IdsCut& cut) {
  return choice_with_default("--cut", "HOW", cut, "How to share out an ids script: slice or subtree");
}

Option progress_option(ProgressForm& form) {
  return choice_with_default("--progress", "HOW", form,
                             "How far it has come: line (redrawn, on a terminal), json (an object a line, on "
                             "standard error) or none");
}

Option graph_option(Output& output) {
  const Happen draw = [&output] { output.graph_states = GraphOptions().states; };
  return flag("--graph", draw, "Draw the states into the page, the first 2000, with the way of the counterexample")
      .needing({"--html"});
}

Option html_option(std::string& html) {
  return value("--html", "FILE", &html,
               "Write a page to FILE that shows the result, and a counterexample step by step");
}

Option trail_option(std::string& trail) {
  return value("--trail", "FILE", &trail, "Write the counterexample to FILE, for 'waymark replay'");
}

}  // namespace waymark::cli

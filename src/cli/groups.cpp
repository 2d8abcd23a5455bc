#include "cli/groups.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/diagnostics.hpp"
#include "cli/terminal.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_states = std::uint64_t{1} << 40;

check::Property selected(const std::string& word) {
  const auto property = base::named<check::Property>(word);
  if (property && check::selectable(*property)) return *property;
  throw base::InputError(
      fmt::format("waymark: error: --property {}: there are deadlock, assertion, exception, race, leak, overflow, "
                  "acceptance and progress, or none "
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

std::vector<Group> program_groups(load::Source& source, const std::string& title) {
  source.tell = [last = std::make_shared<std::string>()](const std::string& text) {
    if (std::exchange(*last, text) != text) print_error(text);  // programs are loaded several times
  };
  return {
      {title,
       "",
       {positional("PROGRAM", source.program,
                   "FILE.pml (Promela), FILE.c, FILE.cpp, FILE.ll, FILE.bc, FILE.jar, FILE.class, a Java main class, "
                   "or FILE.graph")
            .must_be_given_unless("--test")
            .must_be_given_unless("--linearizable")
            .must_be_given_unless("--compile-commands"),
        positional("ARG", source.arguments,
                   "Further files of a C or C++ program; arguments of a Java, C or C++ program"),
        words_behind("WORD", source.behind, "Behind --: arguments of the program, even if they look like files"),
        value("-D,--define", "NAME[=VALUE]", &source.defines, "A macro, or a Java system property; repeatable"),
        value("--classpath", "PATH", &source.classpath, "Java: directories and jars, separated by ':'"),
        value("--test", "NAME", &source.test,
              "Tests instead of main: CLASS[#METHOD] of JUnit; SUITE.NAME of GoogleTest or a test case of Catch2, with "
              "'*' for any text")
            .with_more("'waymark check' gives each test its own verdict")}},
      {"Promela",
       "promela",
       {choice<load::Language>("--language", "LANGUAGE", source.language,
                               "The language of FILE, promela or graph [by its extension]"),
        choice_with_default("--claim", "HOW", source.claims,
                            "What to do with the program's never claim: kept, or none (ignore it)")}},
      {"Java and C", "java c", {spurious_option(source.spurious)}},
      {"Java",
       "java",
       {value("--linearizable", "SCENARIO", &source.linearizable,
              "Operations of a class by several threads instead of main, as in 'Queue = java.util.ArrayDeque: offer(1) "
              "poll() | poll()': every history must be one of the sequential twin"),
        value("--jdk", "DIR", &source.jdk, "The JDK [JAVA_HOME, or that of 'java' on the PATH]"),
        choice<load::Library>(
            "--library", "HOW", source.library,
            "How calls into thread-safe library classes run: as one step (atomic), or like the program's code (steps) "
            "[atomic; steps where all interleavings are explored, as with --por off]"),
        value("--library-package", "PACKAGE", &source.library_packages,
              "With --library atomic: a package of the program whose classes are thread-safe too; repeatable"),
        choice_with_default(
            "--timeouts", "WHEN", source.timeouts,
            "When a timed wait ends without a signal: at any moment (any), when no other thread can run (last; sleeps "
            "too), or never"),
        choice_with_default("--weak", "HOW", source.weak,
                            "Weak and soft references to what nothing else leads to: kept, or perhaps cleared when the "
                            "program asks for the referent; without reduction"),
        number("--carriers", "N", source.carriers,
               "Threads that run virtual threads, or 0 for one each: a virtual thread that is pinned keeps its own "
               "while it waits; without reduction")
            .within(0, 1000),
        number("--random", "N", source.random,
               "Explore all values of a random number in a range of up to N; other ranges yield one fixed sequence")
            .within(0, 1000),
        value("--stdin", "FILE", &source.stdin_file, "What the program reads from System.in [nothing]"),
        value("--files", "PATH", &source.files,
              "A file, or a directory with all below it, that the program may read; repeatable"),
        value("--env", "NAME=VALUE", &source.environment,
              "A variable of the environment, which is empty otherwise; repeatable"),
        number("--frames", "N", source.frames, "Depth of calls that raises a StackOverflowError")}},
      {"C",
       "c",
       {value("-I,--include", "DIR", &source.includes, "A folder of headers; repeatable"),
        value("-std,--std", "STANDARD", &source.standard, "The standard of the text, as c11 or gnu89"),
        value("--cflags", "FLAGS", &source.compile_flags, "Further flags for the compiler"),
        value("--compile-commands", "FILE", &source.compile_commands,
              "compile_commands.json of a build: how each file is compiled; without files, all of it is the program"),
        value("--compiler", "PATH", &source.compiler, "The compiler [clang, or clang-14 to clang-19]"),
        value("--entry", "FUNCTION", &source.entry, "Where the program begins [main]"),
        overflow_option(source.judged.overflow), inputs_option(source.inputs), range_option(source.ranges)}},
      tuning_group(
          {choice_with_default("pinning", "HOW", source.pinning,
                               "Java: with --carriers, what pins a virtual thread: what does so in this JDK (jdk), or "
                               "monitors as well, as in JDK 21"),
           flag("reuse", source.reuse,
                "C: malloc may hand out a freed block again while pointers to it are left, as ABA needs it")})};
}

Group properties_group(check::Properties& properties, load::Source& source) {
  const TakeWords select = [&](const std::vector<std::string>& words) {
    properties.selected.emplace();
    if (words.size() == 1 && words.front() == "none") return;
    for (const std::string& word : words) properties.selected->push_back(selected(word));
    source.judged = {.races = properties.includes(check::Property::race),
                     .leaks = properties.includes(check::Property::leak),
                     .overflow = source.judged.overflow || properties.includes(check::Property::overflow)};
  };
  Option kinds = value("--property", "KIND,...", select,
                       "deadlock, assertion, exception, race, leak, overflow, acceptance, progress, or none");
  kinds.more = "exception is for Java, leak and overflow are for C, acceptance and progress are about cycles";
  kinds.listed = true;
  kinds.spell = [&properties]() -> std::vector<std::string> {
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
  return {"What to check",
          "",
          {kinds, value("--invariant", "EXPR", &properties.invariants, "A condition on every state; repeatable")}};
}

Option prints_option(bool& keep_prints) {
  return flag("--keep-prints", keep_prints, "In a slice, keep the program's output");
}

Option abstract_option(load::Source& source) {
  return value("--abstract", "VARIABLE:ITEM,...", &source.abstract,
               "Promela: replace a variable by predicates on it: sign, parity, LOW..HIGH, comparisons as <5, or "
               "{EXPR,...}; repeatable");
}

std::vector<Group> cluster_groups(CheckOptions& asked) {
  check::ClusterSettings& cluster = asked.settings.cluster;
  const auto key = [](Option option) { return std::move(option).needing({"--cluster"}); };
  return {
      {"Cluster",
       "cluster",
       {flag("--cluster", asked.cluster,
             "Search together with all processes that mpirun started: each keeps a part of the states")}},
      tuning_group(
          {key(number("remember", "N", cluster.remembered,
                      "--cluster: how many sent states each process remembers for each other, and does not send again")
                   .within(0, 1u << 24)),
           key(choice_with_default(
               "partition", "WHAT", cluster.partition,
               "--cluster: which part of a state decides the process that keeps it: all of it, the program counters "
               "and "
               "variables of its threads (in Promela, processes), those of every second thread (half), the program "
               "counter of the innermost call (counter), or all program counters (counters)")),
           key(number("lookahead", "N", cluster.lookahead,
                      "--cluster: generations in which a process searches for states of its own behind a state that it "
                      "sends")
                   .within(0, 4)),
           key(choice_with_default(
               "mapping", "HOW", cluster.mapping,
               "--cluster: fixed (each process keeps an equal part), balanced (a process short of memory gives states "
               "away), first (balanced, starting with one process) or shared (balanced, all start with all states)")),
           key(size("move-at", cluster.move_at,
                    "--cluster: memory in use by one process at which mapping moves states [half of --memory]")),
           key(flag("ask-first", cluster.ask_first,
                    "--cluster: send the 128-bit fingerprint of a state first, and the state only if it is new; the "
                    "verdict then rests on fingerprints")),
           key(flag("by-parts", cluster.by_parts,
                    "--cluster, Java: do not send parts of a state, such as objects, that the receiver has"))})};
}

Group reduction_group(CheckOptions& asked) {
  return {"Abstraction",
          "abstraction",
          {flag("--slice", asked.slice,
                "Promela: leave out statements and variables that cannot affect the properties, and list them"),
           prints_option(asked.keep_prints).needing({"--slice"}), abstract_option(asked.program),
           number("--refine", "N", asked.refine,
                  "Add the predicates that rule a spurious counterexample out, up to N times")
               .needing({"--abstract"})}};
}

Option por_option(check::Settings& settings) {
  return choice<check::Reduction>("--por", "on|off", settings.reduction, "Partial-order reduction [on]");
}

Group limits_group(check::Limits& limits) {
  return {"Limits",
          "",
          {time("--time", limits.seconds, "Stop after this time, as in 90s, 5m or 1h30m"),
           size("--memory", limits.memory, "Most memory to use, as in 512M or 4G [75% of RAM]")}};
}

Group style_group(report::TrailStyle& style) {
  const auto becomes = [&style](report::TrailStyle wanted) { return Happen([&style, wanted] { style = wanted; }); };
  return {"What to write",
          "",
          {flag("--columns", becomes(report::TrailStyle::columns), "One column per process").excluding({"--msc"}),
           flag("--msc", becomes(report::TrailStyle::chart), "A message sequence chart"),
           flag("--output", becomes(report::TrailStyle::output), "Only what the program prints")
               .excluding({"--columns", "--msc"})}};
}

Group format_group(Output& output) {
  return {"What to write",
          "",
          {choice_with_default("--format", "FORMAT", output.format, "text, json, sarif or junit")
               .with_more("json is one object, as 'waymark schema' describes; sarif is version 2.1.0; junit is XML"),
           html_option(output.html)}};
}

Group output_group(Output& output) {
  return {"What to write", "", {flag("--quiet", output.quiet, "Print the verdict only")}};
}

Group more_output_group(Output& output, std::vector<Option> others) {
  others.push_back(json_option(output));
  others.push_back(value("--sources", "DIR", &output.sources, "Where the program's text is; repeatable"));
  others.push_back(flag("--full-trail", output.full_trail,
                        "Print all steps of a counterexample, also of long ones and of library calls"));
  return {"More output", "output", std::move(others)};
}

Option json_option(Output& output) {
  const Happen json = [&output] { output.format = OutputFormat::json; };
  return flag("--json", json, "The same as --format json").excluding({"--format"});
}

Option errors_option(check::Limits& limits) {
  return number("--errors", "N", limits.errors, "Stop after N violations; 0: never");
}

Option states_option(check::Limits& limits) {
  return value("--states", "N", &limits.states, "Most states to keep [what fits into memory]").within(10, most_states);
}

Option cut_option(script::IdsCut& cut) {
  return choice_with_default("cut", "HOW", cut, "How an ids script is divided among tasks: slice or subtree");
}

Option progress_option(ProgressForm& form) {
  return choice_with_default("--progress", "HOW", form, "Progress on standard error: line, json or none")
      .with_more("line is redrawn, on a terminal only; json is one object on each line");
}

Option graph_option(Output& output) {
  const Happen draw = [&output] { output.graph_states = GraphOptions().states; };
  return flag("--graph", draw, "Draw the first 2000 states into the page, with the path of the counterexample")
      .needing({"--html"});
}

Option html_option(std::string& html) {
  return value("--html", "FILE", &html, "A web page: the result, a counterexample step by step");
}

Option spurious_option(bool& spurious) {
  return flag("--spurious", spurious, "Waits for a condition may end without a signal (spurious wakeups)");
}

Option overflow_option(bool& overflow) {
  return flag("--overflow", overflow, "Signed overflow is an error; otherwise it wraps around");
}

Option inputs_option(load::WideInputs& inputs) {
  return choice_with_default("--inputs", "HOW", inputs,
                             "Inputs of more than 8 bits without a range: refused, or sample (0, 1, -1, the least, the "
                             "greatest, the constants that the program compares with, plus and minus one), which "
                             "restricts the verdict");
}

Option range_option(std::vector<std::string>& ranges) {
  return value("--range", "FUNCTION=LOW..HIGH", &ranges, "The values of an input; repeatable");
}

Option trail_option(std::string& trail) {
  return value("--trail", "FILE", &trail, "The counterexample, for 'waymark replay'");
}

}  // namespace waymark::cli

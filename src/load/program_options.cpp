#include "load/program_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/check.hpp"
#include "base/escaped.hpp"
#include "base/input_ranges.hpp"
#include "java/program/start.hpp"
#include "load/features.hpp"
#include "load/java.hpp"
#include "load/llvm.hpp"

namespace waymark::load {

namespace {

using options::Agents;
using options::choice;
using options::choice_with_default;
using options::Demand;
using options::Features;
using options::flag;
using options::Group;
using options::number;
using options::Option;
using options::Part;
using options::positional;
using options::value;
using options::words_behind;

// The order in which a script's text names them.
enum Place : unsigned {
  frames,
  overflow,
  leaks,
  spurious,
  races,
  timeouts,
  weak,
  carriers,
  pinning,
  random_numbers,
  standard_input,
  library,
  reuse,
  inputs,
  ranges,
  environment,
  defines,
  arguments,
};

constexpr std::string_view in_java = "java";
constexpr std::string_view in_llvm = "llvm";
constexpr std::string_view in_digest = "the digest of the program covers it";
constexpr std::string_view entry_of_tests = "the function that it names is the one that runs, as the digest says";

// Other than for people, so that other options always have other texts: what an entry may be ends at the first of
// these.
constexpr std::string_view ends_entry = ";[]";

std::function<std::string()> if_set(const bool& flag, std::string_view word) {
  return [&flag, word] { return flag ? fmt::format(" {}", word) : ""; };
}

template <typename Value>
std::function<std::string()> if_not(const Value& value, Value usual, std::string_view word) {
  return [&value, usual, word]() -> std::string {
    if (value == usual) return "";
    if constexpr (std::is_enum_v<Value>)
      return fmt::format(" {} {}", word, base::name(value));
    else
      return fmt::format(" {} {}", word, value);
  };
}

// Entries stand in brackets and say of which list they are.
std::function<std::string()> pairs(const std::vector<std::string>& texts, std::string_view list,
                                   std::string_view option) {
  return [&texts, list, option] {
    std::string text;
    for (const auto& [name, value] : java::pairs_of(texts, option)) {
      text += fmt::format(" [{} {}={}]", list, base::escaped(name, ";[]="), base::escaped(value, ends_entry));
    }
    return text;
  };
}

std::string arguments_text(const Source& source) {
  std::string text;
  for (const std::string& argument : source.arguments) {
    text += fmt::format(" [argument {}]", base::escaped(argument, ends_entry));
  }
  return text;
}

std::string ranges_text(const std::vector<std::string>& given) {
  std::string text;
  for (const auto& [name, range] : base::input_ranges(given)) {
    text += fmt::format(" range {}={}..{}", base::escaped(name, " ;=[]"), range.low, range.high);
  }
  return text;
}

std::string library_text(const JavaOptions& given) {
  std::string text = fmt::format(" library {}", base::name(given.library.value));
  for (const std::string& package : given.library_packages) text += " " + package;
  return text;
}

// Rows that demand nothing else demand the language.
Group of_language(Group group, const options::Feature& language) {
  for (Option& option : group.options) {
    if (!option.demand) option.demand = [language] { return Demand{.needs = {language}}; };
  }
  return group;
}

Group program_group(Source& source, const std::string& title) {
  return {
      title,
      "",
      {positional("PROGRAM", source.program,
                  "FILE.pml (Promela), FILE.c, FILE.cpp, FILE.ll, FILE.bc, FILE.jar, FILE.class, a Java main "
                  "class, or FILE.graph")
           .must_be_given_unless({"--test", "--linearizable", "--compile-commands"})
           .unsaid(in_digest)
           .for_agents(Agents::file),
       positional("ARG", source.arguments, "Further files of a C or C++ program; arguments of a Java, C or C++ program")
           .said_in({in_java, in_llvm}, arguments, [&source] { return arguments_text(source); })
           .for_agents(Agents::file),
       words_behind("WORD", source.behind, "Behind --: arguments of the program, even if they look like files")
           .unsaid("the text of the arguments names these, too")
           .for_agents(),
       value("-D,--define", "NAME[=VALUE]", &source.defines, "A macro, or a Java system property; repeatable")
           .demanding({.needs = {feature::macros}})
           .said_in({in_java}, defines, pairs(source.defines, "define", "--define"))
           .for_agents(),
       value("--classpath", "PATH", &source.classpath, "Java: directories and jars, separated by ':'")
           .demanding({.needs = {feature::java_program}})
           .unsaid(in_digest)
           .for_agents(Agents::files),
       value("--test", "NAME", &source.test,
             "Tests instead of main: CLASS[#METHOD] of JUnit; SUITE.NAME of GoogleTest or a test case of Catch2, "
             "with '*' for any text")
           .with_more("'waymark check' gives each test its own verdict")
           .demanding({.needs = {feature::java_or_c}, .denies = {feature::own_entry}})
           .unsaid(entry_of_tests)
           .for_agents()}};
}

Group promela_group(Source& source) {
  return {"Promela",
          "promela",
          {choice<Language>("--language", "LANGUAGE", source.language,
                            "The language of FILE, promela or graph [by its extension]")
               .unsaid("the text of another language is another one"),
           choice_with_default("--claim", "HOW", source.promela.claims,
                               "What to do with the program's never claim: kept, or none (ignore it)")
               .demanding({.needs = {feature::promela_program}})
               .unsaid("a program without its claim has another digest")
               .for_agents()}};
}

Group java_group(JavaOptions& given) {
  const auto calls = [&given] {
    if (given.library == java::LibraryCalls::steps) return Demand{.needs = {feature::java_program}};
    return Demand{.needs = {feature::java_program, feature::reduction}};
  };
  const Demand in_all_orders{.needs = {feature::java_program}, .denies = {feature::reduction, feature::any_reduction}};
  return {"Java",
          "java",
          {value("--linearizable", "SCENARIO", &given.linearizable,
                 "Operations of a class by several threads instead of main, as in 'Queue = java.util.ArrayDeque: "
                 "offer(1) poll() | poll()': every history must be one of the sequential twin")
               .demanding({.needs = {feature::java_program, feature::own_entry}, .denies = {feature::own_entry}})
               .unsaid("the scenario is the program's arguments, which the text names"),
           value("--jdk", "DIR", &given.jdk, "The JDK [JAVA_HOME, or that of 'java' on the PATH]").unsaid(in_digest),
           choice<java::LibraryCalls>(
               "--library", "HOW", given.library,
               "How calls into thread-safe library classes run: as one step (atomic), or like the program's code "
               "(steps) [atomic; steps where all interleavings are explored, as with --por off]")
               .demanding(calls)
               .said_in({in_java}, library, [&given] { return library_text(given); })
               .for_agents(),
           value("--library-package", "PACKAGE", &given.library_packages,
                 "With --library atomic: a package of the program whose classes are thread-safe too; repeatable")
               .demanding({.needs = {feature::java_program, feature::reduction}})
               .unsaid("the text of --library names the packages"),
           choice_with_default("--timeouts", "WHEN", given.timeouts,
                               "When a timed wait ends without a signal: at any moment (any), when no other thread can "
                               "run (last; sleeps too), or never")
               .said_in({in_java}, timeouts, if_not(given.timeouts, java::Timeouts::any, "timeouts"))
               .for_agents(),
           choice_with_default("--weak", "HOW", given.weak,
                               "Weak and soft references to what nothing else leads to: kept, or perhaps cleared when "
                               "the program asks for the referent; without reduction")
               .demanding(in_all_orders)
               .said_in({in_java}, weak, if_not(given.weak, java::Weak::kept, "weak"))
               .restricting({"with weak references that are never cleared", "--weak cleared explores that"})
               .for_agents(),
           number("--carriers", "N", given.carriers,
                  "Threads that run virtual threads, or 0 for one each: a virtual thread that is pinned keeps its own "
                  "while it waits; without reduction")
               .within(0, 1000)
               .demanding({.needs = {feature::java_program},
                           .denies = {feature::reduction, feature::any_reduction},
                           .gives = {feature::carriers}})
               .said_in({in_java}, carriers, if_not<std::uint64_t>(given.carriers, 0, "carriers"))
               .for_agents(),
           number("--random", "N", given.random,
                  "Explore all values of a random number in a range of up to N; other ranges yield one fixed sequence")
               .within(0, 1000)
               .said_in({in_java}, random_numbers, if_not<std::uint64_t>(given.random, 0, "random"))
               .restricting({"for one sequence of random numbers", "--random N explores ranges of up to N"})
               .for_agents()}};
}

// What a Java program finds around it.
std::vector<Option> world_rows(JavaOptions& given) {
  return {value("--stdin", "FILE", &given.stdin_file, "What the program reads from System.in [nothing]")
              .said_in({in_java}, standard_input,
                       [&given] { return given.input.empty() ? "" : " stdin " + hexadecimal(digest(given.input)); })
              .restricting({"with an empty standard input", "--stdin FILE gives another"}),
          value("--files", "PATH", &given.files,
                "A file, or a directory with all below it, that the program may read; repeatable")
              .unsaid(in_digest),
          value("--env", "NAME=VALUE", &given.environment,
                "A variable of the environment, which is empty otherwise; repeatable")
              .said_in({in_java}, environment, pairs(given.environment, "env", "--env"))
              .restricting({"for one environment", "--env NAME=VALUE gives another"}),
          number("--frames", "N", given.frames, "Depth of calls that raises a StackOverflowError")
              .said_in({in_java}, frames, [&given] { return fmt::format(" frames {}", given.frames); })};
}

Group c_group(Source& source) {
  COptions& given = source.c;
  return {
      "C",
      "c",
      {value("-I,--include", "DIR", &given.includes, "A folder of headers; repeatable")
           .unsaid(in_digest)
           .for_agents(Agents::file),
       value("-std,--std", "STANDARD", &given.standard, "The standard of the text, as c11 or gnu89")
           .unsaid(in_digest)
           .for_agents(),
       // Agents give no flags that could name programs to be run, and no compiler.
       value("--cflags", "FLAGS", &given.compile_flags, "Further flags for the compiler").unsaid(in_digest),
       value("--compile-commands", "FILE", &given.compile_commands,
             "compile_commands.json of a build: how each file is compiled; without files, all of it is the program")
           .unsaid(in_digest),
       value("--compiler", "PATH", &given.compiler, "The compiler [clang, or clang-14 to clang-19]").unsaid(in_digest),
       value("--entry", "FUNCTION", &given.entry, "Where the program begins [main]")
           .demanding({.needs = {feature::c_program, feature::own_entry}})
           .unsaid(in_digest)
           .for_agents(),
       overflow_option(source.judged.overflow), inputs_option(given.inputs), range_option(given.ranges)}};
}

// What kinds of programs give, of which each denies what it does not.
Features denied_by(Kind kind) {
  using feature::c_program, feature::java_program, feature::java_or_c, feature::macros, feature::processes,
      feature::promela_program;
  const Features all{java_program, c_program, promela_program, java_or_c, macros, feature::processes};
  switch (kind) {
    case Kind::java:
      return without(all, {java_program, java_or_c, macros, feature::processes});
    case Kind::llvm:
      return without(all, {c_program, java_or_c, macros, feature::processes});
    case Kind::promela:
      return without(all, {promela_program, macros, feature::processes});
    case Kind::graph:
      return all;
  }
  CHECK(false);
}

}  // namespace

Option spurious_option(bool& given) {
  return flag("--spurious", given, "Waits for a condition may end without a signal (spurious wakeups)")
      .demanding({.needs = {feature::java_or_c}})
      .said_in({in_java, in_llvm}, spurious, if_set(given, "spurious"))
      .restricting({"with a wait outside a loop that never ends for no reason", "--spurious explores that"})
      .for_agents();
}

Option overflow_option(bool& given) {
  return flag("--overflow", given, "Signed overflow is an error; otherwise it wraps around")
      .demanding({.needs = {feature::c_program}})
      .said_in({in_llvm}, overflow, if_set(given, "overflow"))
      .for_agents();
}

Option inputs_option(base::WideInputs& given) {
  return choice_with_default("--inputs", "HOW", given,
                             "Inputs of more than 8 bits without a range: refused, or sample (0, 1, -1, the least, the "
                             "greatest, the constants that the program compares with, plus and minus one), which "
                             "restricts the verdict")
      .demanding({.needs = {feature::c_program}})
      .said_in({in_llvm}, inputs, [&given] { return given == base::WideInputs::sample ? " sampled" : ""; })
      .for_agents();
}

Option range_option(std::vector<std::string>& given) {
  return value("--range", "FUNCTION=LOW..HIGH", &given, "The values of an input; repeatable")
      .demanding({.needs = {feature::c_program}})
      .said_in({in_llvm}, ranges, [&given] { return ranges_text(given); })
      .for_agents();
}

Option abstract_option(Source& source) {
  return value("--abstract", "VARIABLE:ITEM,...", &source.promela.abstract,
               "Promela: replace a variable by predicates on it: sign, parity, LOW..HIGH, comparisons as <5, or "
               "{EXPR,...}; repeatable")
      .demanding({.needs = {feature::promela_program}, .denies = {feature::own_steps, feature::exchanges}})
      .unsaid("the abstraction names what it was made of");
}

std::vector<Group> program_options(Source& source, const std::string& title) {
  Option pins =
      choice_with_default("pinning", "HOW", source.java.pinning,
                          "Java: with --carriers, what pins a virtual thread: what does so in this JDK (jdk), "
                          "or monitors as well, as in JDK 21")
          .demanding({.needs = {feature::carriers}})
          .said_in({in_java}, pinning, if_not(source.java.pinning, java::Pinning::jdk, "pinning"));
  Option reuses = flag("reuse", source.c.reuse,
                       "C: malloc may hand out a freed block again while pointers to it are left, as ABA needs it")
                      .demanding({.needs = {feature::c_program}})
                      .said_in({in_llvm}, reuse, if_set(source.c.reuse, "reuse"));
  Group java = java_group(source.java);
  std::vector<Option> world = world_rows(source.java);
  std::move(world.begin(), world.end(), std::back_inserter(java.options));
  return {program_group(source, title),
          promela_group(source),
          {"Java and C", "java c", {spurious_option(source.spurious)}},
          of_language(std::move(java), feature::java_program),
          of_language(c_group(source), feature::c_program),
          options::tuning_group({std::move(pins), std::move(reuses)})};
}

std::vector<Group> program_rows(Source& source) {
  std::vector<Group> all = program_options(source, "");
  all.push_back({"",
                 "",
                 {flag("--property race", source.judged.races, "")
                      .demanding({.needs = {feature::java_or_c}})
                      .said_in({in_java}, races, if_set(source.judged.races, "races")),
                  flag("--property leak", source.judged.leaks, "")
                      .demanding({.needs = {feature::c_program}})
                      .said_in({in_llvm}, leaks, if_set(source.judged.leaks, "leaks")),
                  flag("--slice", source.promela.sliced, "")
                      .demanding({.needs = {feature::promela_program}, .denies = {feature::own_steps}})
                      .unsaid("the derivation names the slice"),
                  flag("--plain", source.promela.plain, "").unsaid("no state depends on what is taken from memory"),
                  abstract_option(source)}});
  return all;
}

std::string said_options(const Source& source, std::string_view language) {
  Source copy = source;
  copy.arguments = language == in_llvm ? llvm_arguments(source) : java_arguments(source);
  std::vector<std::pair<unsigned, std::string>> said;
  for (const Group& group : program_rows(copy)) {
    for (const Option& option : group.options) {
      const std::vector<std::string_view>& languages = option.said.languages;
      if (std::find(languages.begin(), languages.end(), language) == languages.end()) continue;
      said.emplace_back(option.said.place, option.said.text());
    }
  }
  std::sort(said.begin(), said.end());
  std::string text;
  for (const auto& [place, words] : said) text += words;
  return text;
}

std::vector<Part> parts_of(const Source& source) {
  Source copy = source;
  Source usual;
  const std::vector<Group> rows = program_rows(copy);
  std::vector<Part> parts = options::parts_of(rows, program_rows(usual));
  parts.push_back(options::nowhere_given(rows, parts));
  if (const std::optional<Kind> kind = kind_of(source)) {
    const std::string named =
        source.language ? fmt::format("--language {}", base::name(*source.language)) : source.program;
    parts.insert(parts.begin(), {named, {.denies = denied_by(*kind), .replaceable = true}});
  }
  if (!source.java.linearizable.empty() && !source.program.empty() && !source.program.ends_with(".jar")) {
    parts.push_back({fmt::format("the program '{}'", source.program), {.needs = {feature::own_entry}}});
  }
  if (const std::vector<std::string> words = arguments_of(source); !words.empty()) {
    parts.push_back(
        {fmt::format("the argument '{}'", words.front()), {.needs = {feature::java_or_c, feature::own_entry}}});
  }
  return parts;
}

Restriction restriction_without(std::string_view name) {
  Source none;
  for (const Group& group : program_rows(none)) {
    for (const Option& option : group.options) {
      if (option.name() == name) return option.restriction;
    }
  }
  CHECK(false && "an option of programs");
}

}  // namespace waymark::load

#include "load/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/files.hpp"
#include "base/utf8.hpp"
#include "graph/graph.hpp"
#include "load/c.hpp"
#include "load/java.hpp"
#include "load/slice.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/slice/slice.hpp"
#include "promela/syntax/formula.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/preprocess.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::load {

namespace {

constexpr std::uint64_t most_program_bytes = 1u << 28;
constexpr std::array<std::string_view, 6> promela_endings = {".pml", ".promela", ".prom", ".pr", ".prm", ".spin"};

// By its ending.
std::optional<Language> language_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const std::string_view ending = dot == std::string::npos ? "" : std::string_view(name).substr(dot);
  if (ending == ".graph") return Language::graph;
  const bool promela = std::find(promela_endings.begin(), promela_endings.end(), ending) != promela_endings.end();
  return promela ? std::optional(Language::promela) : std::nullopt;
}

void load_graph(Program& program, const Source& source) {
  if (!source.defines.empty()) {
    throw base::InputError("waymark: error: --define is for programs with a preprocessor; a graph has none");
  }
  std::string text = base::read_file(program.path, most_program_bytes);
  program.text_digest = [known = digest(text)] { return known; };
  program.rests_on.emplace_back("the reader of graphs");
  program.make = [text = std::move(text), path = program.path] { return graph::Graph::parse(text, 0, path); };
}

promela::Executor::Steps steps_of(const Source& source) {
  return source.plain ? promela::Executor::Steps::executed : promela::Executor::Steps::cached;
}

ModelFactory executors(std::shared_ptr<const promela::Specification> specification, const Source& source,
                       const base::Stop* stop) {
  auto compiled = promela::compile(std::move(specification));
  return [compiled = std::move(compiled), steps = steps_of(source), stop]() -> std::unique_ptr<model::Model> {
    base::poll(stop);
    auto model = std::make_unique<promela::Executor>(compiled, steps);
    model->set_stop(stop);
    return model;
  };
}

promela::SliceCriteria promela_criteria(const Criteria& criteria) {
  promela::SliceCriteria out;
  out.assertions = criteria.assertion;
  out.deadlock = criteria.deadlock;
  out.steps = criteria.steps;
  out.output = criteria.output;
  out.expressions = criteria.invariants;
  for (const Cycles& asked : criteria.cycles) {
    out.acceptance = out.acceptance || asked.kind == CycleKind::acceptance;
    out.progress = out.progress || asked.kind == CycleKind::progress;
    if (asked.kind != CycleKind::ltl) continue;
    out.cycles = true;
    out.steps = out.steps || ltl::uses_next(*asked.formula);
    for (std::string& proposition : ltl::propositions(*asked.formula))
      out.expressions.push_back(std::move(proposition));
  }
  return out;
}

std::vector<CutAway::Place> places(const std::vector<promela::Cut>& cuts, const promela::Specification& specification) {
  std::vector<CutAway::Place> out;
  for (const promela::Cut& cut : cuts) {
    const std::string file = cut.at.file < specification.files.size() ? specification.files[cut.at.file] : "";
    out.push_back({file, cut.at.line, cut.text});
  }
  return out;
}

// The formulas of the text that are asked, by their names.
std::vector<std::string> asked_blocks(const promela::Specification& specification, const Criteria& criteria) {
  std::vector<std::string> names;
  for (const promela::LtlBlock& block : specification.ltl) {
    if (criteria.include({CycleKind::ltl, promela::formula(*block.formula), false})) names.push_back(block.name);
  }
  return names;
}

// What is abstracted is part of what a script is tied to: the options, and the model that the solver's answers make.
std::shared_ptr<const promela::Specification> abstract_as_asked(Program& program, const Source& source,
                                                                const ReadTree& read, const base::Stop* stop) {
  auto view = std::make_shared<AbstractView>();
  std::shared_ptr<const promela::Specification> tree = abstracted(read, source.abstract, stop, *view);
  for (const std::string& item : source.abstract) {
    program.options_text +=
        fmt::format("{}abstract {}", program.options_text.empty() ? "" : "; ", base::escaped(item, ";"));
  }
  const script::Digest before = program.text_digest();
  std::string both(before.begin(), before.end());
  both += view->text;
  program.text_digest = [known = digest(both)] { return known; };
  program.view += fmt::format(", {} by {}", view->exact ? "abstracted exactly" : "over-approximated",
                              fmt::join(source.abstract, " and "));
  program.rests_on.push_back(
      fmt::format("the abstraction by {}, as Z3 decides it", fmt::join(source.abstract, " and ")));
  program.abstraction = std::move(view);
  return tree;
}

// The program's models and formulas are those of a tree.
void adopt(Program& program, const std::shared_ptr<const promela::Specification>& specification, const Source& source,
           const base::Stop* stop) {
  program.formulas.clear();
  for (const promela::LtlBlock& block : specification->ltl) {
    program.formulas.push_back({block.name, promela::formula(*block.formula)});
  }
  program.formula = [specification](const std::string& formula) {
    return promela::formula(specification->read_formula ? *specification->read_formula("--ltl", formula)
                                                        : *promela::parse_ltl(*specification, "--ltl", formula));
  };
  program.has_claim = std::any_of(specification->processes.begin(), specification->processes.end(),
                                  [](const auto& process) { return process->kind == promela::ProcessKind::never; });
  base::poll(stop);
  program.make = executors(specification, source, stop);
}

// An item whose variable is not there any more asks for nothing.
void refuse_cut_away(const std::vector<std::string>& items, const Sliced& slice) {
  for (const std::string& item : items) {
    const std::string whose = item.substr(0, item.find(':'));
    const std::string name = whose.substr(whose.find('.') == std::string::npos ? 0 : whose.find('.') + 1);
    const auto same = [&](const auto& symbol) { return symbol->name == name; };
    const std::unique_ptr<promela::Specification> left = slice.read();
    const bool stays = std::any_of(left->globals.begin(), left->globals.end(), same) ||
                       std::any_of(left->processes.begin(), left->processes.end(), [&](const auto& process) {
                         return std::any_of(process->locals.begin(), process->locals.end(), same);
                       });
    const bool gone = std::any_of(slice.away.variables.begin(), slice.away.variables.end(),
                                  [&](const CutAway::Place& cut) { return cut.text == name; });
    if (stays || !gone) continue;
    throw base::InputError(fmt::format(
        "waymark: error: --abstract {}: --slice cuts {} away, which bears on nothing that is asked; leave the "
        "item out",
        item, name));
  }
}

// What a slice of the program is: it is cut out of a tree of its own.
Sliced slice_of(const ReadTree& read, const Criteria& criteria, const Source& source, const base::Stop* stop) {
  promela::Slice slice;
  const auto cut = [read, criteria](promela::Slice& cuts) {
    std::unique_ptr<promela::Specification> tree = read();
    const std::vector<std::string> blocks = asked_blocks(*tree, criteria);
    cuts = promela::slice(*tree, promela_criteria(criteria), blocks);
    return tree;
  };
  std::unique_ptr<promela::Specification> tree = cut(slice);
  Sliced made;
  made.away = {places(slice.statements, *tree), places(slice.variables, *tree), slice.statements_before,
               slice.variables_before, slice.whole};
  made.text = promela::text(*tree);
  made.read = [cut] {
    promela::Slice cuts;
    return cut(cuts);
  };
  base::poll(stop);
  made.make = executors(std::move(tree), source, stop);
  return made;
}

// A program whose model is a text of Promela.
void take(Program& program, const Source& source, const ReadTree& read, const base::Stop* stop) {
  const bool whole = !source.abstract.empty() && !source.sliced;
  adopt(program, whole ? abstract_as_asked(program, source, read, stop) : read(), source, stop);
  program.rests_on.emplace_back("the reader and the executor of Promela");
  if (!source.plain) program.rests_on.emplace_back("steps and decisions taken from memory");
  if (whole) return;
  program.slicer = [read, source, stop](const Criteria& criteria) { return slice_of(read, criteria, source, stop); };
  if (source.abstract.empty()) return;
  program.abstract_slice = [source, stop](Program& sliced, const Sliced& slice) {
    refuse_cut_away(source.abstract, slice);
    adopt(sliced, abstract_as_asked(sliced, source, slice.read, stop), source, stop);
  };
}

void load_promela(Program& program, const Source& source, const base::Stop* stop) {
  promela::Definitions parse;
  parse.defines = source.defines;
  parse.stop = stop;
  std::string text = promela::preprocess(program.path, parse);
  const ReadTree read = [path = program.path, text = std::move(text), claims = source.claims] {
    std::unique_ptr<promela::Specification> tree = promela::parse_text(path, text);
    if (claims == Claims::none) tree->leave_out_claims();
    return tree;
  };
  program.text_digest = [known = digest(promela::text(*read()))] { return known; };
  take(program, source, read, stop);
}

// What only Java programs, or they and those in C, have a use for.
void refuse_java_options(const Source& source) {
  if (is_java(source)) return;
  const std::pair<bool, const char*> for_java[] = {{!source.jdk.empty(), "jdk"},
                                                   {source.symmetry != Symmetry::site, "symmetry"},
                                                   {source.garbage != Garbage::mark_sweep, "gc"},
                                                   {source.library.has_value(), "library"},
                                                   {!source.library_packages.empty(), "library-package"},
                                                   {source.frames != Source{}.frames, "frames"},
                                                   {source.timeouts != Timeouts::any, "timeouts"},
                                                   {source.random != 0, "random"},
                                                   {!source.stdin_file.empty(), "stdin"},
                                                   {!source.files.empty(), "files"},
                                                   {!source.environment.empty(), "env"}};
  for (const auto& [given, option] : for_java) {
    if (!given) continue;
    throw base::InputError(
        fmt::format("waymark: error: --{} is for Java programs, and {} is none", option, source.program));
  }
  if (source.spurious && !is_c(source)) {
    throw base::InputError(
        fmt::format("waymark: error: --spurious is for Java and C programs, and {} is neither", source.program));
  }
}

// The package that the source text of a class says it is in; empty: none, or it cannot be read.
std::string package_of(const std::string& path) {
  std::ifstream text(path);
  const std::regex declaration(R"(^\s*package\s+([\w.]+)\s*;)");
  std::smatch found;
  for (std::string line; std::getline(text, line);) {
    if (std::regex_search(line, found, declaration)) return found[1].str() + ".";
  }
  return "";
}

// Of a name that is no program's, what it is and what to type instead.
[[noreturn]] void refuse_unknown(const std::string& name) {
  namespace fs = std::filesystem;
  const std::string source = name.ends_with(".java") ? name : name + ".java";
  std::string classes = name;
  std::replace(classes.begin(), classes.end(), '.', '/');
  if (!name.ends_with(".java") && fs::is_regular_file(classes + ".class")) {
    throw base::InputError(
        fmt::format("{0}: error: the class of a Java program is looked for on a class path; type: waymark check "
                    "--classpath . {0}",
                    name));
  }
  if (name.ends_with(".java") && !fs::exists(name)) {
    throw base::InputError(fmt::format("{}: error: No such file or directory", name));
  }
  if (fs::is_regular_file(source)) {
    throw base::InputError(fmt::format(
        "{}: error: a Java program is checked as javac compiles it; type: javac -d . {} && waymark check --classpath . "
        "{}{}",
        name, source, package_of(source), fs::path(source).stem().string()));
  }
  throw base::InputError(fmt::format(
      "{}: error: what kind of program is this? FILE.pml, FILE.c, FILE.jar, FILE.class, FILE.graph or, with "
      "--classpath, the name of a Java class is expected; --language promela reads any file",
      name));
}

}  // namespace

bool is_c(const Source& source) {
  return !source.language && source.classpath.empty() && source.program.ends_with(".c");
}

bool is_java(const Source& source) {
  const std::string_view name = source.program;
  if (source.language) return false;
  return !source.test.empty() || !source.classpath.empty() || name.ends_with(".jar") || name.ends_with(".class");
}

Source as_made(const Source& source, std::string_view options_text) {
  Source made = source;
  const std::string_view own = options_text.substr(0, std::min(options_text.find(" ["), options_text.find(';')));
  const bool in_steps = own.starts_with("java ") && own.ends_with(" library steps");
  if (!made.library && made.library_packages.empty() && in_steps) made.library = Library::steps;
  made.sliced = made.sliced && names_slice(std::string(options_text));
  return made;
}

Program load(const Source& source, const base::Stop* stop) {
  Program program;
  program.path = source.program;
  program.formula = [](const std::string& formula) { return ltl::parse(formula, "--ltl"); };
  const std::optional<Language> language = source.language ? source.language : language_of(source.program);
  const bool java = is_java(source);
  if (!source.arguments.empty() && !java && !is_c(source)) {
    throw base::InputError(
        fmt::format("waymark: error: '{}' is too much: arguments are for Java programs (with "
                    "--classpath, FILE.jar or FILE.class)",
                    source.arguments.front()));
  }
  refuse_java_options(source);
  const std::pair<bool, const char*> for_c[] = {{source.overflow, "overflow"},
                                                {!source.table.empty(), "table"},
                                                {source.inputs != WideInputs::refused, "inputs"},
                                                {!source.ranges.empty(), "range"}};
  for (const auto& [given, option] : for_c) {
    if (!given || is_c(source)) continue;
    throw base::InputError(
        fmt::format("waymark: error: --{} is for C programs, and {} is none", option, source.program));
  }
  if (!source.abstract.empty() && (java || (!is_c(source) && language != Language::promela))) {
    throw base::InputError(
        fmt::format("waymark: error: --abstract is for Promela and C programs, and {} is neither", source.program));
  }
  if (source.language && (!source.classpath.empty() || !source.test.empty())) {
    throw base::InputError("waymark: error: a class path is a Java program's; leave out --language");
  }
  if (source.claims == Claims::none && (java || is_c(source) || language != Language::promela)) {
    throw base::InputError(
        fmt::format("waymark: error: --claim is for Promela programs, and {} is none", source.program));
  }
  if (java) {
    load_java(program, source, stop);
  } else if (is_c(source)) {
    take(program, source, load_c(program, source, stop), stop);
  } else if (language == Language::graph) {
    load_graph(program, source);
  } else if (language == Language::promela) {
    load_promela(program, source, stop);
  } else {
    refuse_unknown(source.program);
  }
  program.options_digest = digest(program.options_text);
  return program;
}

}  // namespace waymark::load

#include "load/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/files.hpp"
#include "graph/graph.hpp"
#include "load/c.hpp"
#include "load/java.hpp"
#include "load/promela.hpp"
#include "load/slice.hpp"

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
  program.front_end = std::make_shared<const FrontEnd>(digest(text));
  program.rests_on.emplace_back("the reader of graphs");
  program.make = [text = std::move(text), path = program.path] { return graph::Graph::parse(text, 0, path); };
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
  const bool says_nothing = !made.library && made.library_packages.empty();
  if (says_nothing && java_calls_in_steps(options_text)) made.library = Library::steps;
  made.sliced = made.sliced && names_slice(std::string(options_text));
  return made;
}

Program load(const Source& source, const base::Stop* stop) {
  Program program;
  program.path = source.program;
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
    load_c(program, source, stop);
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

#include "load/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/files.hpp"
#include "graph/graph.hpp"
#include "llvm/compile/compiler.hpp"
#include "load/derivation.hpp"
#include "load/java.hpp"
#include "load/llvm.hpp"
#include "load/promela.hpp"
#include "load/tests.hpp"

namespace waymark::load {

namespace {

constexpr std::uint64_t most_program_bytes = 1u << 28;
constexpr std::array<std::string_view, 6> promela_endings = {".pml", ".promela", ".prom", ".pr", ".prm", ".spin"};

void load_graph(Program& program) {
  std::string text = base::read_file(program.path, most_program_bytes);
  program.front_end = std::make_shared<const FrontEnd>(digest(text));
  program.rests_on.emplace_back("the reader of graphs");
  program.make = [text = std::move(text), path = program.path] { return graph::Graph::parse(text, 0, path); };
}

// The package that the source text of a class says it is in; empty: none, or it cannot be read.
std::string package_of(const std::string& path) {
  const auto is_of_name = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; };
  std::ifstream text(path);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string keyword, name;
    words >> keyword;
    if (keyword != "package" || !std::getline(words >> std::ws, name, ';') || words.eof()) continue;
    name.erase(name.find_last_not_of(" \t\r") + 1);
    if (!name.empty() && std::ranges::all_of(name, is_of_name)) return name + ".";
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
        fmt::format("{0}: error: the class of a Java program lies on a class path; type: waymark check "
                    "--classpath . {0}",
                    name));
  }
  if (name.ends_with(".java") && !fs::exists(name)) {
    throw base::InputError(fmt::format("{}: error: No such file or directory", name));
  }
  if (name == "-" || fs::exists(name)) base::refuse_stream(name);
  if (fs::is_regular_file(source)) {
    throw base::InputError(fmt::format(
        "{}: error: a Java program is checked as javac compiles it; type: javac -d . {} && waymark check --classpath . "
        "{}{}",
        name, source, package_of(source), fs::path(source).stem().string()));
  }
  throw base::InputError(
      fmt::format("{}: error: what kind of program is this? FILE.pml, FILE.c, FILE.cpp, FILE.ll, FILE.jar, FILE.class, "
                  "FILE.graph or, with "
                  "--classpath, the name of a Java class is expected; --language promela reads any file",
                  name));
}

}  // namespace

std::optional<Kind> kind_of(const Source& source) {
  const std::string_view name = source.program;
  if (source.language) return source.language == Language::graph ? Kind::graph : Kind::promela;
  const bool native = llvm::file_kind(name) != llvm::FileKind::other || !source.c.compile_commands.empty();
  const bool classes = !source.classpath.empty() || (!source.test.empty() && !native) ||
                       (!source.java.linearizable.empty() && name.empty());
  if (classes || name.ends_with(".jar") || name.ends_with(".class")) return Kind::java;
  if (native) return Kind::llvm;
  if (name.ends_with(".graph")) return Kind::graph;
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  if (std::any_of(promela_endings.begin(), promela_endings.end(), ends)) return Kind::promela;
  return std::nullopt;
}

std::vector<std::string> arguments_of(const Source& source) {
  return kind_of(source) == Kind::llvm ? llvm_arguments(source)
                                       : java_arguments(source);  // other languages have none, and refuse them
}

bool is_java(const Source& source) { return kind_of(source) == Kind::java; }

std::vector<Test> tests(const Source& source, const base::Stop* stop) {
  if (kind_of(source) == Kind::llvm) return llvm_tests(source, stop);
  std::vector<Test> all;
  for (java::JavaTest& one : java_tests(source, stop)) {
    std::string suite = one.name.substr(0, one.name.find('#'));
    all.push_back({std::move(one.name), std::move(suite), std::move(one.why_not), ""});
  }
  return all;
}

Source as_made(const Source& source, const Derivation& derivation) {
  Source made = source;
  const bool says_nothing = !made.java.library.by_user && made.java.library_packages.empty();
  if (says_nothing && java_calls_in_steps(derivation.own)) made.java.library = java::LibraryCalls::steps;
  made.promela.sliced = made.promela.sliced && derivation.slice;
  return made;
}

Program load(const Source& source, const base::Stop* stop) {
  Program program;
  program.path = source.program.empty() ? source.c.compile_commands : source.program;
  const std::optional<Kind> kind = kind_of(source);
  if (!kind) refuse_unknown(source.program);
  program.actors = *kind == Kind::promela || *kind == Kind::graph ? processes : threads;
  switch (*kind) {
    case Kind::java:
      load_java(program, source, stop);
      break;
    case Kind::llvm:
      load_llvm(program, source, stop);
      break;
    case Kind::graph:
      load_graph(program);
      break;
    case Kind::promela:
      load_promela(program, source, stop);
      break;
  }
  return program;
}

}  // namespace waymark::load

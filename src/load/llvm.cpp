#include "load/llvm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/input_ranges.hpp"
#include "llvm/code/names.hpp"
#include "llvm/compile/build.hpp"
#include "llvm/compile/commands.hpp"
#include "llvm/compile/compiler.hpp"
#include "llvm/compile/library.hpp"
#include "llvm/llvm_model.hpp"
#include "llvm/syntax/read.hpp"
#include "load/program_options.hpp"

namespace waymark::load {

namespace {

bool is_native(std::string_view name) { return llvm::builtin_named(name) != llvm::Builtin::none; }

bool is_source(const std::string& name) { return llvm::file_kind(name) != llvm::FileKind::other; }

// Files come first; what is behind them are arguments of main, and so is all that stands behind "--".
std::size_t further_files(const Source& source) {
  std::size_t count = 0;
  while (count < source.arguments.size() && is_source(source.arguments[count])) ++count;
  return count;
}

// Functions of these names are tests, as the headers in llvm-library/include/c++ make them.
constexpr std::string_view test_mark = "waymark.test:";

// Suite.Name of GoogleTest has a suite. A sentence of Catch2 has none, even if there is a dot in it.
std::string suite_of(std::string_view name) {
  const std::size_t dot = name.find('.');
  const bool words = name.find(' ') != std::string_view::npos;
  return std::string(dot == std::string_view::npos || words ? "" : name.substr(0, dot));
}

// '*' stands for any text.
bool fits(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star + 1);
  for (std::size_t from = star; from <= name.size(); ++from) {
    if (fits(pattern, name.substr(from))) return true;
  }
  return false;
}

std::vector<Test> tests_among(const std::vector<std::string>& functions, const std::string& asked) {
  std::vector<Test> all;
  std::vector<Test> chosen;
  for (const std::string& function : functions) {
    if (!function.starts_with(test_mark)) continue;
    Test test{function.substr(test_mark.size()), "", "", function};
    test.suite = suite_of(test.name);
    const std::string own = test.suite.empty() ? test.name : test.name.substr(test.suite.size() + 1);
    if (test.suite.starts_with("DISABLED_") || own.starts_with("DISABLED_")) {
      test.why_not = "its name begins with DISABLED_";
    }
    if (test.suite == asked || fits(asked, test.name)) chosen.push_back(test);
    all.push_back(std::move(test));
  }
  if (!chosen.empty()) return chosen;
  if (all.empty()) {
    throw base::InputError(
        fmt::format("waymark: error: --test {}: the files have no tests; TEST and TEST_F of <gtest/gtest.h>, and "
                    "TEST_CASE of <catch2/catch_test_macros.hpp> make some",
                    asked));
  }
  throw base::InputError(
      fmt::format("waymark: error: --test {}: there is no such test; '{}' is one, and '*' stands for any text", asked,
                  all.front().name));
}

llvm::BuildRequest request_of(const Source& source, const base::Stop* stop) {
  llvm::BuildRequest request;
  if (!source.test.empty()) {  // before all others, so that these are the frameworks' headers
    request.flags.push_back("-I" + llvm::ModelLibrary().headers() + "/c++");
  }
  const auto behind = source.arguments.begin() + static_cast<std::ptrdiff_t>(further_files(source));
  if (!source.program.empty()) request.files.push_back(source.program);
  request.files.insert(request.files.end(), source.arguments.begin(), behind);
  for (const std::string& folder : source.c.includes) request.flags.push_back("-I" + folder);
  for (const std::string& define : source.defines) request.flags.push_back("-D" + define);
  if (!source.c.standard.empty()) request.flags.push_back("-std=" + source.c.standard);
  for (std::string& word : llvm::meaning_flags(llvm::split_words(source.c.compile_flags))) {
    request.flags.push_back(std::move(word));
  }
  request.commands = source.c.compile_commands;
  request.compiler = source.c.compiler;
  request.entry = source.c.entry;
  request.native = is_native;
  request.stop = stop;
  return request;
}

// The program, or the one test of it that is asked for: the function that the test is.
llvm::Built build_all(const Source& source, const base::Stop* stop) {
  llvm::BuildRequest request = request_of(source, stop);
  if (!source.test.empty()) {
    if (source.c.entry.starts_with(test_mark)) return llvm::build(request);
    const std::vector<Test> tests = tests_among(llvm::functions_of(request), source.test);
    if (tests.size() != 1) {
      throw base::InputError(
          fmt::format("waymark: error: --test {}: these are {} tests, and one is expected here, such as --test '{}'",
                      source.test, tests.size(), tests.front().name));
    }
    request.entry = tests.front().entry;
  }
  return llvm::build(request);
}

// Whether a function may give all these numbers: as signed ones, or as unsigned ones.
bool gives(const llvm::Type& result, const base::InputRange& range) {
  if (result.is_floating()) return false;
  if (!result.is_integer() || result.bits == 0 || result.bits >= 64) return true;
  const std::int64_t count = std::int64_t{1} << result.bits;
  return range.low >= -count / 2 && range.high < count;
}

// Functions that give inputs, whose values --range restricts. Throws base::InputError if one of them is none.
std::set<std::string> ranged(const llvm::Settings& settings, const llvm::Module& module) {
  std::set<std::string> names;
  for (const auto& [name, range] : settings.ranges) {
    const auto is = [&wanted = name](const llvm::Function& one) { return one.name == wanted && !one.defined; };
    const auto function = std::find_if(module.functions.begin(), module.functions.end(), is);
    if (function == module.functions.end()) {
      throw base::InputError(
          fmt::format("waymark: error: --range {}={}..{}: the program calls no function {} without a body", name,
                      range.low, range.high, name));
    }
    if (!gives(*function->result, range)) {
      throw base::InputError(fmt::format("waymark: error: --range {}={}..{}: {} cannot give all these numbers", name,
                                         range.low, range.high, name));
    }
    names.insert(name);
  }
  return names;
}

// Answers of our models of the library that are one of many.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> fixed_answers = {{
    {"rand", "for one sequence of random numbers"},
    {"random", "for one sequence of random numbers"},
    {"rand_r", "for one sequence of random numbers"},
    {"getenv", "without variables of the environment"},
    {"time", "with a clock that stands still"},
    {"clock", "with a clock that stands still"},
    {"clock_gettime", "with a clock that stands still"},
    {"gettimeofday", "with a clock that stands still"},
    {"getchar", "without standard input"},
    {"fgetc", "without standard input"},
    {"fgets", "without standard input"},
    {"getc", "without standard input"},
    {"_ZNSt6chrono3_V212system_clock3nowEv", "with a clock that stands still"},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", "with a clock that stands still"},
    {"_ZNSt6thread20hardware_concurrencyEv", "with two processors"},
}};

// What the program's own functions call, as far as the text says.
std::vector<Restriction> restrictions_of(const llvm::Program& program, const llvm::Settings& settings) {
  std::vector<Restriction> all;
  for (const auto& [name, range] : settings.ranges) {
    all.push_back({fmt::format("with only results from {} to {} of {}()", range.low, range.high, name), ""});
  }
  for (const auto& [name, values] : program.samples) {
    if (settings.inputs == base::WideInputs::refused || settings.ranges.contains(name)) continue;
    all.push_back({fmt::format("with only {} sampled results of {}()", values.size(), name),
                   fmt::format("--range {}=LOW..HIGH gives others", name)});
  }
  std::set<std::string_view> called;
  for (const llvm::Code& code : program.codes) {
    if (!code.defined || code.library) continue;
    for (const llvm::Call& call : code.calls) {
      if (call.function == llvm::no_slot) continue;
      const llvm::Code& callee = program.codes[call.function];
      if (!callee.defined || callee.library) called.insert(callee.name);
    }
  }
  for (const auto& [name, what] : fixed_answers) {
    const auto same = [&what = what](const Restriction& one) { return one.what == what; };
    if (!called.contains(name) || std::any_of(all.begin(), all.end(), same)) continue;
    all.push_back({std::string(what), fmt::format("a definition of {}() in a file of yours replaces ours",
                                                  llvm::short_name(std::string(name)))});
  }
  return all;
}

class LlvmFrontEnd final : public FrontEnd {
 public:
  LlvmFrontEnd(const script::Digest& text, std::shared_ptr<const llvm::Program> program, llvm::Settings settings,
               std::shared_ptr<llvm::Journal> journal)
      : FrontEnd(text),
        program_(std::move(program)),
        settings_(std::move(settings)),
        journal_(std::move(journal)),
        restrictions_(restrictions_of(*program_, settings_)) {}

  [[nodiscard]] std::vector<Restriction> restrictions() const override { return restrictions_; }
  [[nodiscard]] std::vector<model::Race> races() const override { return journal_->races.all(); }

  [[nodiscard]] std::string invalidated() const override { return journal_->dropped.text(); }
  [[nodiscard]] bool invalidate(std::string_view text) const override { return journal_->dropped.read(text); }
  [[nodiscard]] bool invalidated_by(const model::Violation& violation) const override {
    return llvm::refute(journal_->dropped, violation);
  }
  // A variable in a register moves to memory, where its changes are steps.
  [[nodiscard]] ModelFactory showing(const std::vector<std::string>& expressions) const override {
    std::set<std::string> kept;
    for (const std::string& expression : expressions) {
      kept.merge(std::set<std::string>(llvm::Proposition(expression, *program_).registers()));
    }
    std::shared_ptr<const llvm::Program> program = program_;
    if (!kept.empty()) {
      program = llvm::decode(program_->module, program_->codes[program_->entry].name, program_->inputs, kept);
    }
    for (const std::string& expression : expressions) (void)llvm::Proposition(expression, *program);
    llvm::Settings settings = settings_;
    settings.shown = expressions;
    return [program, settings, journal = journal_] {
      return std::make_unique<llvm::LlvmModel>(program, settings, journal);
    };
  }

 private:
  std::shared_ptr<const llvm::Program> program_;
  llvm::Settings settings_;
  std::shared_ptr<llvm::Journal> journal_;
  std::vector<Restriction> restrictions_;
};

}  // namespace

std::string llvm_options(const Source& source) { return "llvm" + said_options(source, "llvm"); }

std::vector<std::string> llvm_arguments(const Source& source) {
  const auto files = static_cast<std::ptrdiff_t>(further_files(source));
  std::vector<std::string> all(source.arguments.begin() + files, source.arguments.end());
  all.insert(all.end(), source.behind.begin(), source.behind.end());
  return all;
}

std::vector<Test> llvm_tests(const Source& source, const base::Stop* stop) {
  return tests_among(llvm::functions_of(request_of(source, stop)), source.test);
}

void load_llvm(Program& program, const Source& source, const base::Stop* stop) {
  if (!source.test.empty()) program.path = source.test;
  llvm::Built built = build_all(source, stop);
  if (source.tell && !built.warnings.empty()) source.tell(built.warnings);
  const std::string identity = std::move(built.identity);
  const std::string entry = built.module.functions[built.entry].name;
  const auto module = std::make_shared<const llvm::Module>(std::move(built.module));
  llvm::Settings settings;
  settings.overflow = source.judged.overflow;
  settings.races = source.judged.races;
  settings.leaks = source.judged.leaks;
  settings.spurious = source.spurious;
  settings.reuse = source.c.reuse;
  settings.inputs = source.c.inputs;
  settings.ranges = base::input_ranges(source.c.ranges);
  settings.arguments.emplace_back("program");  // whatever its file is called: a script does not name that
  for (std::string& argument : llvm_arguments(source)) settings.arguments.push_back(std::move(argument));
  const std::shared_ptr<const llvm::Program> decoded = llvm::decode(module, entry, ranged(settings, *module));
  const auto journal = std::make_shared<llvm::Journal>();
  program.front_end = std::make_shared<const LlvmFrontEnd>(digest(identity), decoded, settings, journal);
  program.derivation.own = llvm_options(source);
  if (decoded->weak_orders) program.view = " under sequential consistency";
  program.words_differ = true;
  program.whole_cycles = "cycles of C programs are judged with all steps";
  program.rests_on.emplace_back("the compiler that made LLVM IR of the program");
  program.rests_on.emplace_back("the machine for LLVM IR and its models of the C library");
  if (decoded->weak_orders) program.rests_on.emplace_back("sequential consistency of atomic operations");
  program.make = [decoded, settings, journal] { return std::make_unique<llvm::LlvmModel>(decoded, settings, journal); };
}

}  // namespace waymark::load

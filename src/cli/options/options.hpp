// What the user asked of each command. The defaults are those of the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/names.hpp"
#include "check/certify/certification.hpp"
#include "check/run/task.hpp"
#include "load/source.hpp"
#include "report/trail.hpp"

namespace waymark::cli {

// How a result is printed.
enum class OutputFormat : std::uint8_t { text, json, sarif, junit };
struct Output {
  OutputFormat format = OutputFormat::text;
  std::string html;                       // where the page goes
  std::uint64_t graph_states = 0;         // so many it draws
  std::vector<std::string> sources = {};  // folders of the program's text
  bool quiet = false;
  bool full_trail = false;
  bool aside = false;  // the report goes to standard error: standard output is for something else
};

// How far a search has come is told on one line that is redrawn, if there is a terminal; or to another program.
enum class ProgressForm : std::uint8_t { line, json, none };

struct CheckOptions : check::TaskSettings {  // coverage is a check that estimates
  ProgressForm progress = ProgressForm::line;
  Output output;
};

struct CertifyOptions : check::CertificationSettings {
  bool cluster = false;  // one of the processes that mpirun has started
  ProgressForm progress = ProgressForm::line;
  Output output;
};

struct ExtractOptions {
  std::vector<std::string> files;
  std::vector<std::string> defines;
  std::string table;  // what becomes of which statement; empty: all is kept
  bool spurious = false;
  bool overflow = false;
  base::WideInputs inputs = base::WideInputs::refused;
  std::vector<std::string> ranges;
  std::string output;  // empty: standard output
  check::Limits limits;
};

struct ScriptInfoOptions {
  std::string script;
  std::vector<std::uint64_t> task_counts;  // how even so many tasks would be
  check::Limits limits;
};

struct ScriptSplitOptions {
  std::vector<std::string> scripts;  // one, or all parts of one
  std::uint64_t parts = 0;
  std::string prefix;
  script::IdsCut cut = script::IdsCut::slice;
  check::Limits limits;
};

struct TrustfulOptions {
  load::Source program;
  std::string script;  // a lean one
  std::string output;
  check::Limits limits;
};

struct KernelOptions {
  load::Source program;
  check::Properties properties;
  std::string script;
  std::string output;
  check::Limits limits;
};

struct KeygenOptions {
  std::string name;
};

struct SignatureOptions {
  std::string script;
  std::string key;
  std::string signature;  // empty: beside the script
  check::Limits limits;
};

struct SimulateOptions {
  load::Source program;
  check::Properties properties;
  std::uint64_t seed = 1;
  std::uint64_t steps = 100;
  bool interactive = false;         // somebody chooses
  std::string trail;                // that lies ahead of him
  std::optional<std::uint64_t> at;  // the step of it to begin with
  report::TrailStyle style = report::TrailStyle::steps;
  check::Limits limits;
};

struct DebugOptions : SimulateOptions {
  DebugOptions() { steps = 10'000; }
  bool dap = false;  // the program comes from an editor
};

// One state as JSON: where a trail, or a list of choices, leads.
struct StepOptions {
  load::Source program;
  std::string trail;
  std::optional<std::uint64_t> at;     // the step of the trail; nothing: its last
  std::vector<std::uint64_t> choices;  // counted from 1
  check::Properties properties;        // only invariants
  check::Limits limits;
};

struct ReplayOptions {
  load::Source program;
  std::string trail;
  bool interactive = false;  // somebody goes along it
  std::uint64_t at = 0;      // from this step on
  report::TrailStyle style = report::TrailStyle::steps;
  Output output;
  check::Limits limits;
};

struct ReportOptions {
  std::string result;    // a file with JSON
  load::Source program;  // of the trail; its name is in there
  std::string trail;
  std::string html;
  check::Limits limits;
};

enum class GraphFormat : std::uint8_t { dot, graphml };
struct GraphOptions {
  load::Source program;
  std::uint64_t states = 2000;  // no more than these
  GraphFormat format = GraphFormat::dot;
  std::string trail;   // whose way is drawn in it
  std::string output;  // empty: standard output
  check::Limits limits;
};

struct SliceOptions {
  load::Source program;
  check::Properties properties;
  bool keep_prints = false;
  std::string output;  // where the text goes; empty: standard output
  bool json = false;
  check::Limits limits;
};

struct AbstractOptions {
  load::Source program;
  std::string output;  // where the abstract program's text goes; empty: nowhere
  check::Limits limits;
};

struct McpOptions {
  std::string root = ".";              // no file above it is named
  std::optional<double> most_seconds;  // that a call may ask for
  std::optional<std::uint64_t> most_memory;
};

struct SchemaOptions {};

struct LtlOptions {
  std::string formula;
  bool negate = false;
  bool dot = false;    // for Graphviz
  bool never = false;  // as a never claim
  check::Limits limits;
};

struct ManualOptions {
  std::vector<std::string> command;  // its words; none: the page of all
  std::string folder;                // where all pages go; empty: one to standard output
};

struct DoctorOptions {};

enum class Shell : std::uint8_t { bash, zsh, fish };
struct CompletionOptions {
  Shell shell = Shell::bash;
};

}  // namespace waymark::cli

template <>
struct waymark::base::Names<waymark::cli::GraphFormat> {
  using enum cli::GraphFormat;
  static constexpr auto table = std::to_array<Named<cli::GraphFormat>>({{dot, "dot"}, {graphml, "graphml"}});
};

template <>
struct waymark::base::Names<waymark::cli::OutputFormat> {
  using enum cli::OutputFormat;
  static constexpr auto table =
      std::to_array<Named<cli::OutputFormat>>({{text, "text"}, {json, "json"}, {sarif, "sarif"}, {junit, "junit"}});
};

template <>
struct waymark::base::Names<waymark::cli::ProgressForm> {
  using enum cli::ProgressForm;
  static constexpr auto table =
      std::to_array<Named<cli::ProgressForm>>({{line, "line"}, {json, "json"}, {none, "none"}});
};

template <>
struct waymark::base::Names<waymark::cli::Shell> {
  using enum cli::Shell;
  static constexpr auto table = std::to_array<Named<cli::Shell>>({{bash, "bash"}, {zsh, "zsh"}, {fish, "fish"}});
};

#include "load/c.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/files.hpp"
#include "base/utf8.hpp"
#include "c/reader/reader.hpp"
#include "load/promela.hpp"
#include "load/trial.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::load {

namespace {

constexpr std::uint64_t most_source_bytes = 1u << 26;
constexpr std::uint64_t most_table_bytes = 1u << 24;

std::vector<c::SourceText> read_sources(const Source& source) {
  std::vector<std::string> files{source.program};
  files.insert(files.end(), source.arguments.begin(), source.arguments.end());
  std::vector<c::SourceText> texts;
  for (const std::string& file : files) {
    if (!file.ends_with(".c")) {
      throw base::InputError(
          fmt::format("{}: error: beside a C program only further files FILE.c of it are expected", file));
    }
    texts.push_back({file, base::read_file(file, most_source_bytes)});
  }
  return texts;
}

// The model as a tree. Where an assertion stands that is about the model, the file has a name of its own, which is
// taken away here.
std::unique_ptr<promela::Specification> parsed(const Source& source, const c::Extraction& model, bool open) {
  std::unique_ptr<promela::Specification> made = promela::parse_text(source.program, model.marked());
  for (std::uint32_t i = 0; i < made->files.size(); ++i) {
    std::string& file = made->files[i];
    if (!file.ends_with(c::Extraction::presuming)) continue;
    file.resize(file.size() - std::string_view(c::Extraction::presuming).size());
    made->presuming.push_back(i);
  }
  for (const auto& process : made->processes) {
    for (const promela::Symbol* local : process->locals) {
      const std::string name = fmt::format("{}.{}", process->name, local->name);
      if (open && std::find(model.open.begin(), model.open.end(), name) != model.open.end())
        made->open.push_back(local);
    }
  }
  return made;
}

c::InputChoices choices(const Source& source) {
  c::InputChoices made;
  made.sample = source.inputs == WideInputs::sample;
  made.open = !made.sample && !source.abstract.empty();
  for (const std::string& text : source.ranges) {
    const std::size_t equals = text.find('='), dots = text.find("..", equals);
    c::Range range;
    const auto read = [&](std::size_t begin, std::size_t end, std::int64_t& into) {
      const auto [behind, fault] = std::from_chars(text.data() + begin, text.data() + end, into);
      return fault == std::errc() && behind == text.data() + end;
    };
    const bool fits = equals != std::string::npos && equals != 0 && dots != std::string::npos &&
                      read(equals + 1, dots, range.low) && read(dots + 2, text.size(), range.high) &&
                      range.low <= range.high;
    if (!fits)
      throw base::InputError(fmt::format("waymark: error: --range FUNCTION=LOW..HIGH is expected, not '{}'", text));
    made.ranges[text.substr(0, equals)] = range;
  }
  return made;
}

// A range that nothing has is a mistake.
void refuse_unused(const c::InputChoices& asked, const std::vector<c::Input>& inputs) {
  for (const auto& [name, range] : asked.ranges) {
    const auto same = [&, &wanted = name](const c::Input& one) { return one.function == wanted; };
    if (std::any_of(inputs.begin(), inputs.end(), same)) continue;
    throw base::InputError(fmt::format("waymark: error: --range: '{}' is called nowhere, or is no input", name));
  }
}

// A harness says which files it is for.
void refuse_other_files(const c::Table& table, const std::string& name, const std::vector<c::SourceText>& texts) {
  const auto last = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  for (const auto& [source, line] : table.sources()) {
    const auto same = [&, &wanted = source](const c::SourceText& text) { return last(text.path) == last(wanted); };
    if (std::any_of(texts.begin(), texts.end(), same)) continue;
    throw base::InputError(
        fmt::format("{}:{}: error: it is for {}, which is none of the files that are given", name, line, source));
  }
}

// Which results of inputs were judged, and what is presumed of them. Answers whether there are others.
bool tell_inputs(Program& program, const std::vector<c::Input>& inputs) {
  bool restricted = false;
  for (const c::Input& input : inputs) {
    const std::string name = input.function + "()";
    program.inputs.push_back(fmt::format("{} of {}", input.only.empty() ? "any results" : input.only, name));
    if (input.undefined) {
      program.rests_on.push_back(fmt::format("that {}, which is not defined, does nothing but give a value", name));
    }
    if (!input.only.empty()) {
      restricted = true;
      program.rests_on.push_back(fmt::format("a restriction: {} of {} were tried", input.only, name));
    }
    if (input.undefined || !input.only.empty()) {
      program.view += (program.view.empty() ? " with " : ", ") + program.inputs.back();
    }
  }
  return restricted;
}

}  // namespace

Extracted extract_c(const Source& source, const std::string& table, const base::Stop* stop) {
  const std::vector<c::SourceText> texts = read_sources(source);
  const c::InputChoices asked = choices(source);
  const c::Reader reader(source.program);
  const auto work = [&] {
    c::Program program = reader.read(texts, source.defines);
    c::ExtractOptions options;
    options.overflow = source.judged.overflow;
    options.spurious = source.spurious;
    options.inputs = asked;
    options.stop = stop;
    Extracted made{{}, "", c::Table(source.table, table), nullptr};
    refuse_other_files(made.table, source.table, texts);
    if (!source.table.empty()) options.table = &made.table;
    made.model = c::extract(program, options);
    made.sources = std::move(program.sources);
    made.parsed = parsed(source, made.model, asked.open);
    return made;
  };
  try_out(source.program, stop, [&] { (void)work(); });
  Extracted made = work();
  refuse_unused(asked, made.model.inputs);
  return made;
}

Source with_table(const Source& source) {
  Source made = source;
  if (!is_c(source) || source.table.empty()) return made;
  const c::Table table(source.table, base::read_file(source.table, most_table_bytes));
  for (const std::string& item : table.abstractions()) {
    if (std::find(made.abstract.begin(), made.abstract.end(), item) == made.abstract.end())
      made.abstract.push_back(item);
  }
  return made;
}

// A script is tied to all texts that were read and to the model that came of them.
void load_c(Program& program, const Source& source, const base::Stop* stop) {
  const std::string table = source.table.empty() ? "" : base::read_file(source.table, most_table_bytes);
  const Extracted extracted = extract_c(source, table, stop);
  const script::Digest known =
      digest(fmt::format("{}\n{}{}\n{}", table.size(), table, extracted.sources, promela::text(*extracted.parsed)));
  program.options_text =
      fmt::format("c{}{}{}", source.judged.overflow ? " overflow" : "", source.spurious ? " spurious" : "",
                  source.inputs == WideInputs::sample ? " sampled" : "");
  for (const auto& [name, range] : choices(source).ranges) {
    program.options_text += fmt::format(" range {}={}..{}", base::escaped(name, " ;="), range.low, range.high);
  }
  program.rests_on.emplace_back("Clang's reader of C and the extraction of the model");
  c::Approximation approximation = extracted.table.approximation();
  if (tell_inputs(program, extracted.model.inputs)) approximation.loses = true;
  if (const std::string changes = extracted.table.changes(); !changes.empty()) {
    program.view += fmt::format(" as the table {} has it", source.table);
    program.rests_on.push_back(fmt::format("the table {}: {}", source.table, changes));
  }
  program.view += approximation.text();
  program.open_inputs = !extracted.parsed->open.empty();
  const ReadTree read = [source, model = extracted.model, open = program.open_inputs] {
    return parsed(source, model, open);
  };
  take_model(program, source, read, known, stop);
}

}  // namespace waymark::load

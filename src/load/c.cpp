#include "load/c.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "c/reader/reader.hpp"
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
std::shared_ptr<const promela::Specification> parsed(const Source& source, const c::Extraction& model) {
  std::unique_ptr<promela::Specification> made = promela::parse_text(source.program, model.marked());
  for (std::uint32_t i = 0; i < made->files.size(); ++i) {
    std::string& file = made->files[i];
    if (!file.ends_with(c::Extraction::presuming)) continue;
    file.resize(file.size() - std::string_view(c::Extraction::presuming).size());
    made->presuming.push_back(i);
  }
  return made;
}

}  // namespace

Extracted extract_c(const Source& source, const std::string& table, const base::Stop* stop) {
  const std::vector<c::SourceText> texts = read_sources(source);
  const c::Reader reader(source.program);
  const auto work = [&] {
    c::Program program = reader.read(texts, source.defines);
    c::ExtractOptions options;
    options.overflow = source.overflow;
    options.spurious = source.spurious;
    options.stop = stop;
    Extracted made{{}, "", c::Table(source.table, table), nullptr};
    if (!source.table.empty()) options.table = &made.table;
    made.model = c::extract(program, options);
    made.sources = std::move(program.sources);
    made.parsed = parsed(source, made.model);
    return made;
  };
  try_out(source.program, stop, [&] { (void)work(); });
  return work();
}

// A script is tied to all texts that were read and to the model that came of them.
std::shared_ptr<const promela::Specification> load_c(Program& program, const Source& source, const base::Stop* stop) {
  const std::string table = source.table.empty() ? "" : base::read_file(source.table, most_table_bytes);
  const Extracted extracted = extract_c(source, table, stop);
  const script::Digest known =
      digest(fmt::format("{}\n{}{}\n{}", table.size(), table, extracted.sources, promela::text(*extracted.parsed)));
  program.text_digest = [known] { return known; };
  program.options_text = fmt::format("c{}{}", source.overflow ? " overflow" : "", source.spurious ? " spurious" : "");
  program.rests_on.emplace_back("Clang's reader of C and the extraction of the model");
  for (const std::string& name : extracted.model.closed) {
    program.view += fmt::format("{}{}()", program.view.empty() ? " with any results of " : ", ", name);
    program.rests_on.push_back(
        fmt::format("that {}(), which is not defined, gives any value and does nothing else", name));
  }
  if (const std::string changes = extracted.table.changes(); !changes.empty()) {
    program.view += fmt::format(" as the table {} has it", source.table);
    program.rests_on.push_back(fmt::format("the table {}: {}", source.table, changes));
  }
  return extracted.parsed;
}

}  // namespace waymark::load

// The module of the extraction: Clang's libraries read the program, and its model is made here. Nothing of either is in
// the program that loads it.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/diagnostics.hpp"
#include "c/clang/read.hpp"
#include "c/extract/extract.hpp"
#include "c/extract/request.hpp"

namespace waymark::c {

namespace {

// A range that nothing has is a mistake.
void refuse_unused(const InputChoices& asked, const std::vector<Input>& inputs) {
  for (const auto& [name, range] : asked.ranges) {
    const auto same = [&, &wanted = name](const Input& one) { return one.function == wanted; };
    if (std::any_of(inputs.begin(), inputs.end(), same)) continue;
    throw base::InputError(fmt::format("waymark: error: --range: '{}' is called nowhere, or is no input", name));
  }
}

// A harness says which files it is for.
void refuse_other_files(const Table& table, const Request& request) {
  const auto last = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  for (const auto& [source, line] : table.sources()) {
    const auto same = [&, &wanted = source](const SourceText& text) { return last(text.path) == last(wanted); };
    if (std::any_of(request.sources.begin(), request.sources.end(), same)) continue;
    throw base::InputError(fmt::format("{}:{}: error: it is for {}, which is none of the files that are given",
                                       request.table.path, line, source));
  }
}

}  // namespace

Answer extract(const Request& request) {
  Program program = read(request.sources, request.defines);
  Table table(request.table.path, request.table.text);
  refuse_other_files(table, request);
  ExtractOptions options;
  options.overflow = request.overflow;
  options.spurious = request.spurious;
  options.inputs = request.inputs;
  options.stop = request.stop;
  if (!request.table.path.empty()) options.table = &table;
  const Extraction extraction = extract(program, options);
  refuse_unused(request.inputs, extraction.inputs);
  Approximation approximation = table.approximation();
  for (const Input& input : extraction.inputs) approximation.loses = approximation.loses || !input.only.empty();
  return {.model = extraction.text(),
          .inputs = extraction.inputs,
          .approximation = approximation.text(),
          .table = {.updated = table.updated(),
                    .warnings = table.warnings(),
                    .fresh = table.fresh(),
                    .vanished = table.vanished(),
                    .abstractions = table.abstractions(),
                    .changes = table.changes()}};
}

}  // namespace waymark::c

extern "C" __attribute__((visibility("default"))) void waymark_extract_c(const waymark::c::Request& request,
                                                                         waymark::c::Answer& answer) {
  answer = waymark::c::extract(request);
}

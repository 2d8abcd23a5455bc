// extract: the model of a C program in Promela. Checks, slices, abstractions and texts for the kernel are made of it as
// of any other.
#include <fmt/format.h>

#include <filesystem>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/input_ranges.hpp"
#include "c/loader/loader.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/terminal.hpp"
#include "load/promela.hpp"
#include "report/format.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_source_bytes = 1u << 26;
constexpr std::uint64_t most_table_bytes = 1u << 24;

std::vector<c::SourceText> read_sources(const std::vector<std::string>& files) {
  std::vector<c::SourceText> texts;
  for (const std::string& file : files) {
    if (!file.ends_with(".c")) {
      throw base::InputError(fmt::format("{}: error: a model is extracted of files FILE.c only", file));
    }
    texts.push_back({file, base::read_file(file, most_source_bytes)});
  }
  return texts;
}

c::Request request_of(const ExtractOptions& options, const base::Stop& stop) {
  c::Request request;
  request.sources = read_sources(options.files);
  request.defines = options.defines;
  request.overflow = options.overflow;
  request.spurious = options.spurious;
  request.inputs.sample = options.inputs == base::WideInputs::sample;
  for (const auto& [name, range] : base::input_ranges(options.ranges)) {
    request.inputs.ranges[name] = {range.low, range.high};
  }
  request.table.path = options.table;
  if (!options.table.empty() && std::filesystem::exists(options.table)) {
    request.table.text = base::read_file(options.table, most_table_bytes);
  }
  request.stop = &stop;
  return request;
}

// Statements that the table did not know, and entries that no statement needs any more, go into it and are told.
void bring_up_to_date(const c::SourceText& table, const c::TableNotes& notes) {
  const std::string& path = table.path;
  for (const std::string& statement : notes.warnings) print_error(fmt::format("{}: warning: {}\n", path, statement));
  if (!table.text.empty()) {
    for (const std::string& statement : notes.fresh) {
      print_error(fmt::format("{}: new statement, with its default: {}\n", path, statement));
    }
    for (const std::string& entry : notes.vanished) {
      print_error(fmt::format("{}: no statement is like this any more: {}\n", path, entry));
    }
  }
  if (notes.updated != table.text) base::write_file(path, notes.updated);
}

// In which ways the model is not the program. A verdict about the model does not say so, but its text does.
std::vector<std::string> differences(const c::Answer& answer) {
  std::vector<std::string> all;
  if (!answer.table.changes.empty()) all.push_back("as the table has it: " + answer.table.changes);
  for (const c::Input& input : answer.inputs) {
    const std::string values = input.only.empty() ? "any results" : input.only;
    if (input.undefined) {
      all.push_back(fmt::format("{}() is not defined: it does nothing but give a value, {}", input.function, values));
    } else if (!input.only.empty()) {
      all.push_back(fmt::format("{} of {}()", values, input.function));
    }
  }
  if (!answer.approximation.empty()) all.push_back("so the model is not exact" + answer.approximation);
  return all;
}

std::string as_comment(std::string text) {
  text = report::printable(text);
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.insert(at + 1, " ");
  return fmt::format("/* {} */\n", text);
}

}  // namespace

int extract(const ExtractOptions& options, base::Stop& stop) {
  for (const std::string& file : {options.output, options.table}) {
    if (!file.empty()) base::refuse_unwritable(file);
  }
  const c::Request request = request_of(options, stop);
  const c::Answer answer = c::extract_in_module(request);
  load::refuse_malformed(request.sources.front().path, answer.model);
  if (!options.table.empty()) bring_up_to_date(request.table, answer.table);
  std::string model;
  for (const std::string& one : differences(answer)) {
    print_error(fmt::format("{}: {}\n", request.sources.front().path, report::printable(one)));
    model += as_comment(one);
  }
  for (const std::string& item : answer.table.abstractions) {
    print_error(fmt::format("{}: give --abstract {} to what is done with the model\n", options.table, item));
  }
  model += answer.model;
  if (options.output.empty()) {
    print(model);
  } else {
    base::write_file(options.output, model);
  }
  return exit_holds;
}

}  // namespace waymark::cli

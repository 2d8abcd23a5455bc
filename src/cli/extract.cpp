// extract: the model of a C program as a text that people can read, and change.
#include <fmt/format.h>

#include <filesystem>

#include "base/files.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "load/c.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_table_bytes = 1u << 24;

// Statements that the table did not know, and entries that no statement needs any more, go into it and are told.
void bring_up_to_date(const std::string& path, const std::string& text, const c::Table& table) {
  for (const std::string& statement : table.warnings()) print_error(fmt::format("{}: warning: {}\n", path, statement));
  if (!text.empty()) {
    for (const std::string& statement : table.fresh()) {
      print_error(fmt::format("{}: new statement, with its default: {}\n", path, statement));
    }
    for (const std::string& entry : table.vanished()) {
      print_error(fmt::format("{}: no statement is like this any more: {}\n", path, entry));
    }
  }
  for (const std::string& item : table.abstractions()) {
    print_error(fmt::format("{}: 'waymark abstract' writes the model as Abstract {} has it\n", path, item));
  }
  const std::string now = table.updated();
  if (now != text) base::write_file(path, now);
}

}  // namespace

int extract(const ExtractOptions& options, base::Stop& stop) {
  const std::string& path = options.program.table;
  for (const std::string& file : {options.output, path}) {
    if (!file.empty()) base::refuse_unwritable(file);
  }
  const bool known = !path.empty() && std::filesystem::exists(path);
  const std::string table = known ? base::read_file(path, most_table_bytes) : "";
  const load::Extracted extracted = load::extract_c(options.program, table, &stop);
  if (!path.empty()) bring_up_to_date(path, table, extracted.table);
  const std::string text = extracted.model.text();
  if (options.output.empty()) {
    print(text);
  } else {
    base::write_file(options.output, text);
  }
  return exit_holds;
}

}  // namespace waymark::cli

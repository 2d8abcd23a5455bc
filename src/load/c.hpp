// C programs: the files, the table, the model that is extracted from them, and what a script is tied to.
#pragma once

#include <memory>
#include <string>

#include "base/stop.hpp"
#include "c/extract/extract.hpp"
#include "load/program.hpp"
#include "load/source.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::load {

// A C program's model, and all texts that were read for it.
struct Extracted {
  c::Extraction model;
  std::string sources;
  c::Table table;                                        // with what it was asked about
  std::shared_ptr<const promela::Specification> parsed;  // the model, each statement at the place of its C
};

// `table` is what source.table holds, or empty. Throws base::InputError, and base::Stopped where `stop`, if any, says
// so.
[[nodiscard]] Extracted extract_c(const Source& source, const std::string& table, const base::Stop* stop);

// The source with what the table of a C program says of its variables among what is abstracted. Throws
// base::InputError.
[[nodiscard]] Source with_table(const Source& source);

// Fills in a program whose name is FILE.c. Throws as extract_c does.
void load_c(Program& program, const Source& source, const base::Stop* stop);

}  // namespace waymark::load

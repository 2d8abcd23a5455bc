// The one place that knows all front ends: from a name on the command line to a Program.
#pragma once

#include <string>

#include "base/stop.hpp"
#include "c/extract/extract.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Throws base::InputError. Reading and starting the program, and its models, mind `stop`, if any, which outlives them.
[[nodiscard]] Program load(const Source& source, const base::Stop* stop = nullptr);

// A C program's model, and all texts that were read for it.
struct Extracted {
  c::Extraction model;
  std::string sources;
  c::Table table;  // with what it was asked about
};

// `table` is what source.table holds, or empty. Throws base::InputError.
[[nodiscard]] Extracted extract_c(const Source& source, const std::string& table);

}  // namespace waymark::load

// From a C program to a model in Promela. Functions are inlined, threads become processes, and every value is exactly
// C's (value.hpp). A statement touches at most one thing that several threads use, so that their interleavings are
// those of the program. What has no exact model is refused by its name and place.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"
#include "c/extract/inputs.hpp"
#include "c/extract/lines.hpp"
#include "c/extract/table.hpp"
#include "c/syntax/tree.hpp"

namespace waymark::c {

struct Extraction {
  std::vector<Line> lines;         // the model
  std::vector<std::string> files;  // of the lines' places, fit for quotes
  std::vector<Input> inputs;       // that became choices

  // The model as Promela. Before the lines of a statement stands where it is in C: # LINE "FILE". So trails, causes and
  // pages show the C program.
  [[nodiscard]] std::string text() const;
};

struct ExtractOptions {
  bool overflow = false;   // signed overflow is an error; otherwise it wraps round
  bool spurious = false;   // waits for conditions may end for no reason
  Table* table = nullptr;  // may be null
  InputChoices inputs;
  const base::Stop* stop = nullptr;
};

// Throws base::InputError, and base::Stopped.
[[nodiscard]] Extraction extract(Program& program, const ExtractOptions& options);

}  // namespace waymark::c

// What an extraction is asked, and what it answers: all that goes into the module of the extraction and comes out.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"
#include "c/extract/inputs.hpp"
#include "c/syntax/source_text.hpp"

namespace waymark::c {

struct Request {
  std::vector<SourceText> sources;
  std::vector<std::string> defines;
  SourceText table;       // no path: none
  bool overflow = false;  // signed overflow is an error; otherwise it wraps round
  bool spurious = false;  // waits for conditions may end for no reason
  InputChoices inputs;
  const base::Stop* stop = nullptr;
};

// What the table is told, with its own text as it should be now.
struct TableNotes {
  std::string updated;
  std::vector<std::string> warnings;
  std::vector<std::string> fresh;         // statements that no entry decides
  std::vector<std::string> vanished;      // entries that decide nothing
  std::vector<std::string> abstractions;  // VARIABLE:ITEM,... for --abstract of the model
  std::string changes;                    // in which way the model is not the program; empty: in none
};

struct Answer {
  std::string model;  // in Promela
  std::vector<Input> inputs;
  std::string approximation;  // " (an over-approximation)", by the table and the inputs; empty: neither over nor under
  TableNotes table;
};

// What the module exports, and by which name. Throws base::InputError, and base::Stopped.
using ExtractFunction = void(const Request& request, Answer& answer);
constexpr const char* extract_function = "waymark_extract_c";

}  // namespace waymark::c

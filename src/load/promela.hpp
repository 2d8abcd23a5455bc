// Promela programs: their models, slices and abstractions.
#pragma once

#include <string>

#include "base/stop.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Fills in a program whose name is a file of Promela. Throws base::InputError.
void load_promela(Program& program, const Source& source, const base::Stop* stop);

// Throws base::InputError if a text of that name is no Promela.
void refuse_malformed(const std::string& name, const std::string& text);

}  // namespace waymark::load

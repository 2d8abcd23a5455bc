// Promela programs, and programs whose model is a text of Promela: their models, slices and abstractions.
#pragma once

#include "base/stop.hpp"
#include "load/abstract.hpp"
#include "load/program.hpp"
#include "load/source.hpp"
#include "script/format.hpp"

namespace waymark::load {

// Fills in a program whose name is a file of Promela. Throws base::InputError.
void load_promela(Program& program, const Source& source, const base::Stop* stop);

// Fills in a program whose model `read` reads; `text` is the digest of what it was read from. Throws base::InputError.
void take_model(Program& program, const Source& source, const ReadTree& read, const script::Digest& text,
                const base::Stop* stop);

}  // namespace waymark::load

// Makes a trustful script out of a lean one: walks its tree once more with the program, to learn which choices are the
// tree edges. For producers, who trust their own lean script.
#pragma once

#include <memory>
#include <string>

#include "model/model.hpp"
#include "script/reader.hpp"

namespace waymark::transcribe {

// False: why says what is wrong.
[[nodiscard]] bool write_trustful(model::Model& model, const std::shared_ptr<const script::File>& lean,
                                  const std::string& path, std::string& why);

}  // namespace waymark::transcribe

// The text form of an ids or a lean script, which names statements instead of counting successors: for people, and for
// other tools. Both ways it takes the program along, to name transitions and to find named ones.
#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "model/model.hpp"
#include "script/reader.hpp"

namespace waymark::transcribe {

inline constexpr std::string_view text_script_first_line = "waymark text script 1";

// Hands out the text line by line, each with its end. False: why says what is wrong with the script.
[[nodiscard]] bool write_text(model::Model& model, const std::shared_ptr<const script::File>& file,
                              std::uint64_t memory, const std::function<void(std::string_view)>& line,
                              std::string& why);

// Writes the script that a text describes to a file. False: why says what is wrong, and in which line.
[[nodiscard]] bool read_text(model::Model& model, std::istream& text, const std::string& path, std::string& why,
                             const base::Stop* stop = nullptr);

}  // namespace waymark::transcribe

// A lean script in the text that the verified kernel reads: the walk, one character for each thing that it does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "script/reader.hpp"

namespace waymark::transcribe {

// Hands out the text piece by piece. False: why says what is wrong with the script.
[[nodiscard]] bool write_kernel_script(const std::shared_ptr<const script::File>& file,
                                       const std::function<void(std::string_view)>& put, std::string& why);

}  // namespace waymark::transcribe

// Whole files in and out. What is read is bounded; what is written is an OutputFile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/output_file.hpp"
#include "base/stop.hpp"

namespace waymark::base {

// Throws InputError, naming the file, if it cannot be read or has more than `most` bytes.
// `stop`, if any, ends the waiting for a pipe.
[[nodiscard]] std::string read_file(const std::string& path, std::uint64_t most, const Stop* stop = nullptr);
// Throws InputError unless it is a file that can be read more than once, as programs are: no folder, no pipe, and not
// "-", the usual name of standard input.
void refuse_stream(const std::string& path);
// The same of a text that is parsed next, with room for what a parser may make of it. Throws Stopped, too.
[[nodiscard]] std::string read_json(const std::string& path, std::uint64_t most, const Stop& stop);

// For output that will be ready only much later: throws InputError at once if it surely cannot be written.
void refuse_unwritable(const std::string& path);

// Throws InputError, naming the file; then nothing is left behind.
void write_file(const std::string& path, std::string_view contents);

}  // namespace waymark::base

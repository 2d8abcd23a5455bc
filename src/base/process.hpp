// Another program, run without a shell: its outputs are read to their ends, and it is killed with all that it started
// when it writes too much or when it is time to stop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/stop.hpp"

namespace waymark::base {

struct Process {
  std::string what{};                // for messages: "the C preprocessor"
  std::vector<std::string> words{};  // the program, found on the PATH if it has no slash, and its arguments
  std::string directory{};           // in which it runs; empty: where we are
  std::string input{};               // what it reads
  std::uint64_t most_seconds = 60;   // of processor time
  std::uint64_t most_memory = 2ULL << 30U;
  std::uint64_t most_output = 16ULL << 20U;
  const Stop* stop = nullptr;
};

struct Ended {
  std::string output;
  std::string complaint;  // what it wrote to its standard error, as far as it is worth reading
  int status = 0;         // as of waitpid
  bool too_long = false;  // it wrote more than it may

  [[nodiscard]] bool well() const;        // it ended by itself, with 0
  [[nodiscard]] bool not_found() const;   // it could not be executed
  [[nodiscard]] std::string how() const;  // "with exit code 1", "by signal 9", for people
};

// Messages of the program are in English. Throws InputError if no process can be made, and Stopped.
[[nodiscard]] Ended run(const Process& process);

}  // namespace waymark::base

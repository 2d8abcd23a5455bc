// The reader's side: what the terminal can show, a live line, Ctrl-C.
#pragma once

#include <signal.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "report/format.hpp"

namespace waymark::cli {

// How to write to standard output.
[[nodiscard]] report::Format standard_output_format();

// True from the first Ctrl-C (or SIGTERM, or SIGHUP) on; a second one ends the process as if nobody listened.
[[nodiscard]] const std::atomic<bool>& interrupted();
// From now on signals set interrupted(), and a reader that closes its pipe does not kill us.
void listen_to_signals();

// While it lives, Ctrl-C sets flag(), again and again, and not interrupted(); other signals do what they did.
class ActionInterrupt {
 public:
  ActionInterrupt();
  ActionInterrupt(const ActionInterrupt&) = delete;
  ActionInterrupt& operator=(const ActionInterrupt&) = delete;
  ~ActionInterrupt();

  [[nodiscard]] static const std::atomic<bool>& flag();
  static void clear();

 private:
  struct sigaction before_;
};

// The live line on standard error; nothing happens if that is no terminal.
class LiveLine {
 public:
  LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;
  ~LiveLine() { clear(); }

  void show(const std::string& line);
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

// To standard output. Throws base::InputError if it cannot be written; a reader who went away is no error of ours.
void print(std::string_view text);
void print_error(std::string_view text);

// Most bytes to use: what was asked for, or three quarters of the machine's memory, or of the part that we may use.
[[nodiscard]] std::uint64_t memory_limit(const std::optional<std::uint64_t>& asked = std::nullopt);
// Says so if more was asked for than there is.
void warn_of_memory(const std::optional<std::uint64_t>& asked);

}  // namespace waymark::cli

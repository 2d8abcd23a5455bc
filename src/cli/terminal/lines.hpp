// Lines of standard input. At a terminal they are edited, with a history, if the build has libedit.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/lines.hpp"
#include "base/stop.hpp"

namespace waymark::cli {

// Whether this build has libedit.
[[nodiscard]] bool edits_lines();

class Lines {
 public:
  // All outlive it. `interrupt` ends the wait for a line.
  Lines(const base::Stop& stop, const std::atomic<bool>& interrupt);
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines();

  enum class Got : std::uint8_t { line, end, interrupted };
  // The prompt is shown at a terminal only. Throws base::Stopped, and base::InputError if it is too long.
  [[nodiscard]] Got next(const std::string& prompt, std::string& line);
  [[nodiscard]] bool at_terminal() const { return terminal_; }

 private:
  class Editor;

  // A terminal, opened once more so that a read from it never waits: Ctrl-C takes away bytes that poll() has announced.
  // Standard input if it is no terminal.
  class Source {
   public:
    Source();
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    ~Source();
    [[nodiscard]] int file() const { return file_; }

   private:
    int file_;
  };

  [[nodiscard]] Got plain(std::string& line);

  const base::Stop& stop_;
  Source source_;
  base::Lines input_;
  bool terminal_;
  std::unique_ptr<Editor> editor_;
};

}  // namespace waymark::cli

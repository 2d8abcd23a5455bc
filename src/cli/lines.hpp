// Lines of standard input. At a terminal they are edited, with a history, if the build has libedit.
#pragma once

#include <atomic>
#include <memory>
#include <string>

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
  // The prompt is shown at a terminal only. Throws base::Stopped.
  [[nodiscard]] Got next(const std::string& prompt, std::string& line);
  [[nodiscard]] bool at_terminal() const { return terminal_; }

 private:
  class Editor;
  enum class Ready : std::uint8_t { bytes, interrupted };

  // Waits until something can be read.
  [[nodiscard]] Ready wait() const;
  [[nodiscard]] Got plain(std::string& line);

  const base::Stop& stop_;
  const std::atomic<bool>& interrupt_;
  bool terminal_;
  std::string pending_;
  bool over_ = false;
  std::unique_ptr<Editor> editor_;
};

}  // namespace waymark::cli

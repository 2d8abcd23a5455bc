#include "cli/terminal/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "base/utf8.hpp"

namespace waymark::cli {

namespace {

std::atomic<bool> interrupt_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) { interrupt_flag.store(true, std::memory_order_relaxed); }

std::atomic<bool> action_flag{false};
void on_action_signal(int) { action_flag.store(true, std::memory_order_relaxed); }

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool speaks_utf8() {
  // The first of these that is set decides, as in the C library.
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

std::size_t terminal_width(int file, std::size_t otherwise) {
  winsize size{};
  if (::ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return otherwise;
  return std::max<std::size_t>(size.ws_col, 40);
}

bool write_all(std::FILE* file, std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fflush(file) == 0 && written;
}

std::uint64_t machine_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  std::uint64_t bytes =
      static_cast<std::uint64_t>(std::max(pages, 1L)) * static_cast<std::uint64_t>(std::max(page, 1L));
  // A container may have less; there the file says "max" if it has not.
  std::ifstream limit("/sys/fs/cgroup/memory.max");
  if (std::uint64_t most = 0; limit >> most) bytes = std::min(bytes, most);
  return bytes;
}

}  // namespace

report::Format standard_output_format() {
  report::Format format;
  format.unicode = speaks_utf8();
  // mpirun gives its processes terminals of their own, wherever its output goes.
  if (::isatty(STDOUT_FILENO) == 1 && environment("OMPI_COMM_WORLD_SIZE").empty()) {
    format.width = terminal_width(STDOUT_FILENO, format.width);
    format.narrow = true;
    format.color = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  }
  return format;
}

const std::atomic<bool>& interrupted() { return interrupt_flag; }

void listen_to_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);  // what was being written is written
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup is not undone
  std::signal(SIGPIPE, SIG_IGN);
}

ActionInterrupt::ActionInterrupt() : before_() {
  struct sigaction action = {};
  action.sa_handler = on_action_signal;
  action.sa_flags = SA_RESTART;  // what was being written is written
  sigaction(SIGINT, &action, &before_);
}

ActionInterrupt::~ActionInterrupt() { sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& ActionInterrupt::flag() { return action_flag; }
void ActionInterrupt::clear() { action_flag.store(false, std::memory_order_relaxed); }

LiveLine::LiveLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void LiveLine::show(const std::string& line) {
  if (!terminal_) return;
  report::Format format;
  format.narrow = true;
  constexpr std::size_t echo = 3;  // of Ctrl-C, and the cursor: the line must not go on in the next one
  const std::size_t room = terminal_width(STDERR_FILENO, 80) - echo;
  write_all(stderr, "\r\x1b[K" + report::clipped(line, room, format));
  shown_ = true;
}

void LiveLine::clear() {
  if (shown_) write_all(stderr, "\r\x1b[K");
  shown_ = false;
}

void print(std::string_view text) {
  if (write_all(stdout, text) || errno == EPIPE) return;
  throw base::InputError(fmt::format("waymark: error: standard output cannot be written: {}", std::strerror(errno)));
}
void print_error(std::string_view text) { write_all(stderr, base::printable_lines(text)); }

std::uint64_t memory_limit(const std::optional<std::uint64_t>& asked) {
  return asked.value_or(machine_memory() / 4 * 3);
}

void warn_of_memory(const std::optional<std::uint64_t>& asked) {
  const std::uint64_t there = machine_memory();
  if (!asked || *asked <= there) return;
  print_error(
      fmt::format("waymark: warning: --memory {} is more than the {} there are; the system may end the search before "
                  "that limit does\n",
                  base::size(*asked), base::size(there)));
}

}  // namespace waymark::cli

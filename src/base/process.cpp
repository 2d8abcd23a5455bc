#include "base/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"

namespace waymark::base {

namespace {

constexpr rlim_t least_memory = 512U << 20U;  // a compiler needs so much for itself, mapped if not used
constexpr int milliseconds_between_looks = 20;
constexpr std::size_t most_complaint = 64U << 10U;
constexpr int cannot_execute = 127;

class PipeEnd {
 public:
  explicit PipeEnd(int fd = -1) : fd_(fd) {}
  PipeEnd(PipeEnd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  PipeEnd& operator=(PipeEnd&&) = delete;
  ~PipeEnd() { close(); }
  [[nodiscard]] int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

[[noreturn]] void cannot_start(const Process& process) {
  throw InputError(fmt::format("cannot start {}: {}", process.what, std::strerror(errno)));
}

std::pair<PipeEnd, PipeEnd> make_pipe(const Process& process) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start(process);
  return {PipeEnd(ends[0]), PipeEnd(ends[1])};
}

// What the process reads: nothing, or a text in memory, so that nobody has to feed it.
PipeEnd make_input(const Process& process) {
  if (process.input.empty()) return PipeEnd(open("/dev/null", O_RDONLY | O_CLOEXEC));
  PipeEnd made(memfd_create("input", MFD_CLOEXEC));
  std::string_view rest = process.input;
  while (!rest.empty()) {
    const ssize_t count = write(made.get(), rest.data(), rest.size());
    if (count < 0) cannot_start(process);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  lseek(made.get(), 0, SEEK_SET);
  return made;
}

// A program and all that it has started.
void kill_all(pid_t child) {
  kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

bool Ended::well() const { return !too_long && WIFEXITED(status) && WEXITSTATUS(status) == 0; }

bool Ended::not_found() const { return WIFEXITED(status) && WEXITSTATUS(status) == cannot_execute; }

std::string Ended::how() const {
  if (too_long) return "because it wrote too much";
  if (WIFSIGNALED(status)) return fmt::format("by signal {}", WTERMSIG(status));
  return fmt::format("with exit code {}", WEXITSTATUS(status));
}

Ended run(const Process& process) {
  std::vector<char*> arguments;
  arguments.reserve(process.words.size() + 1);
  for (const auto& word : process.words) arguments.push_back(const_cast<char*>(word.c_str()));  // exec does not write
  arguments.push_back(nullptr);
  std::string language = "LC_ALL=C";  // messages are taken apart, so they must be in English
  std::vector<char*> environment{language.data()};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with("LC_ALL=")) environment.push_back(*entry);
  }
  environment.push_back(nullptr);
  auto [out_read, out_write] = make_pipe(process);
  auto [err_read, err_write] = make_pipe(process);
  const PipeEnd input = make_input(process);
  const Stop* const stop = process.stop;
  const rlim_t room = stop == nullptr
                          ? process.most_memory
                          : std::clamp<rlim_t>(stop->most_bytes(), std::min<rlim_t>(least_memory, process.most_memory),
                                               process.most_memory);
  const pid_t child = fork();
  if (child < 0) cannot_start(process);
  if (child == 0) {
    // Between fork and exec only calls that are safe after a fork of a program with threads.
    const rlimit seconds{process.most_seconds, process.most_seconds};
    const rlimit memory{room, room};
    setpgid(0, 0);
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_AS, &memory);
    dup2(input.get(), STDIN_FILENO);
    dup2(out_write.get(), STDOUT_FILENO);
    dup2(err_write.get(), STDERR_FILENO);
    if (!process.directory.empty() && chdir(process.directory.c_str()) != 0) _exit(cannot_execute);
    execvpe(arguments[0], arguments.data(), environment.data());
    _exit(cannot_execute);
  }
  setpgid(child, child);  // by the process that is first
  out_write.close();
  err_write.close();
  Ended result;
  std::array<pollfd, 2> ends{{{out_read.get(), POLLIN, 0}, {err_read.get(), POLLIN, 0}}};
  std::array<std::string*, 2> texts{&result.output, &result.complaint};
  std::vector<char> buffer(64U << 10U);
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (stop != nullptr && stop->reached()) {
      kill_all(child);
      stop->poll();
    }
    if (poll(ends.data(), ends.size(), milliseconds_between_looks) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      const auto count = read(ends[i].fd, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        ends[i].fd = -1;
        continue;
      }
      if (i == 1 && texts[i]->size() > most_complaint) continue;  // enough said, but the pipe must not fill up
      texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
    }
    if (result.output.size() > process.most_output) {
      result.too_long = true;
      kill_all(child);
      return result;
    }
  }
  while (waitpid(child, &result.status, 0) < 0 && errno == EINTR) {
  }
  return result;
}

}  // namespace waymark::base

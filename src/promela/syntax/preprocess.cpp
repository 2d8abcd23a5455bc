#include "promela/syntax/preprocess.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/source.hpp"
#include "promela/syntax/limits.hpp"

namespace waymark::promela {

namespace {

constexpr rlim_t most_seconds = 60;           // of processor time, for the preprocessor
constexpr rlim_t most_memory = 2ULL << 30U;   // a macro can grow without end
constexpr rlim_t least_memory = 512U << 20U;  // it needs so much for itself, mapped if not used
constexpr int milliseconds_between_looks = 20;
constexpr std::size_t most_complaint = 64U << 10U;

// The preprocessor reads the file once more, so it must be one: a pipe would be empty then, and waited for.
std::string read_model(const std::string& path) {
  std::error_code why;
  const auto status = std::filesystem::status(path, why);
  if (!std::filesystem::exists(status)) {
    throw base::InputError(fmt::format("{}: error: cannot be read: {}", path, why.message()));
  }
  if (!std::filesystem::is_regular_file(status)) throw base::InputError(fmt::format("{}: error: is not a file", path));
  return base::read_file(path, limits::text_bytes);
}

// Directives, and lines that go on in the next one.
bool needs_preprocessor(std::string_view text) {
  bool line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#' && line_start) return true;
    if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r')) return true;
    if (c == '\n')
      line_start = true;
    else if (c != ' ' && c != '\t')
      line_start = false;
  }
  return false;
}

void check_definition(const std::string& definition, std::string_view option) {
  const auto name = std::string_view(definition).substr(0, definition.find('='));
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), fits) || (name.front() >= '0' && name.front() <= '9')) {
    throw base::InputError(fmt::format("{} '{}': expected NAME or NAME=VALUE", option, definition));
  }
}

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { close(); }
  [[nodiscard]] int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

std::pair<Descriptor, Descriptor> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw base::InputError(fmt::format("cannot start the C preprocessor: {}", std::strerror(errno)));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

struct Ended {
  std::string output;
  std::string complaint;
  int status = 0;
  bool too_long = false;
};

constexpr int cannot_execute = 127;

// A program and all that it has started.
void kill_all(pid_t child) {
  kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

// Runs a program without a shell; reads both its outputs to their ends, or kills it when there is too much, or when it
// is time to stop.
Ended run(const std::vector<std::string>& words, const base::Stop* stop) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));  // exec does not write
  arguments.push_back(nullptr);
  std::string language = "LC_ALL=C";  // messages are taken apart, so they must be in English
  std::vector<char*> environment{language.data()};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with("LC_ALL=")) environment.push_back(*entry);
  }
  environment.push_back(nullptr);
  auto [out_read, out_write] = make_pipe();
  auto [err_read, err_write] = make_pipe();
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const rlim_t room = stop == nullptr ? most_memory : std::clamp<rlim_t>(stop->most_bytes(), least_memory, most_memory);
  const pid_t child = fork();
  if (child < 0) throw base::InputError(fmt::format("cannot start the C preprocessor: {}", std::strerror(errno)));
  if (child == 0) {
    // Between fork and exec only calls that are safe after a fork of a program with threads.
    const rlimit seconds{most_seconds, most_seconds};
    const rlimit memory{room, room};
    setpgid(0, 0);
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_AS, &memory);
    dup2(nothing.get(), STDIN_FILENO);
    dup2(out_write.get(), STDOUT_FILENO);
    dup2(err_write.get(), STDERR_FILENO);
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
    if (result.output.size() > limits::text_bytes) {
      result.too_long = true;
      kill_all(child);
      return result;
    }
  }
  while (waitpid(child, &result.status, 0) < 0 && errno == EINTR) {
  }
  return result;
}

// gcc says `file:line:column: error: message` and draws its own excerpt; ours is drawn from the file itself.
[[noreturn]] void report(const std::string& path, const std::string& original, const Ended& result) {
  const base::Source source(path, original);
  base::Diagnostics diagnostics(source);
  std::string_view rest = result.complaint;
  while (!rest.empty()) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    for (const std::string_view kind : {": fatal error: ", ": error: "}) {
      const auto at = line.find(kind);
      if (at == std::string_view::npos) continue;
      const auto message = line.substr(at + kind.size());
      auto place = line.substr(0, at);
      const auto take_number = [&] {
        const auto colon = place.rfind(':');
        if (colon == std::string_view::npos) return 0U;
        std::uint32_t value = 0;
        for (const char c : place.substr(colon + 1)) {
          if (c < '0' || c > '9' || value > 100'000'000) return 0U;
          value = value * 10 + static_cast<std::uint32_t>(c - '0');
        }
        place = place.substr(0, colon);
        return value;
      };
      auto column = take_number();
      auto number = take_number();
      if (number == 0) number = std::exchange(column, 1U);  // some messages have no column
      if (place == path && number != 0 && column != 0)
        diagnostics.error({0, number, column}, message);
      else
        diagnostics.error({}, fmt::format("{} ({})", message, line.substr(0, at)));
      break;
    }
  }
  diagnostics.throw_if_any();
  const auto first = result.complaint.substr(0, result.complaint.find('\n'));
  throw base::InputError(
      fmt::format("{}: error: the C preprocessor failed{}{}", path, first.empty() ? "" : ": ", first));
}

}  // namespace

std::string preprocess(const std::string& path, const Definitions& definitions) {
  auto original = read_model(path);
  for (const auto& definition : definitions.defines) check_definition(definition, "--define");
  for (const auto& name : definitions.undefines) check_definition(name, "--undefine");
  if (definitions.defines.empty() && definitions.undefines.empty() && !needs_preprocessor(original)) return original;

  std::vector<std::string> arguments{
      "-std=gnu99", "-E", "-x", "c", "-w", "-fno-diagnostics-show-caret", "-fdiagnostics-color=never"};
  for (const auto& definition : definitions.defines) arguments.push_back("-D" + definition);
  for (const auto& name : definitions.undefines) arguments.push_back("-U" + name);
  arguments.push_back(path.starts_with('-') ? "./" + path : path);
  for (const std::string program : {"gcc", "cc", "clang"}) {
    auto words = arguments;
    words.insert(words.begin(), program);
    auto result = run(words, definitions.stop);
    if (WIFEXITED(result.status) && WEXITSTATUS(result.status) == cannot_execute) continue;
    if (result.too_long) {
      throw base::InputError(
          fmt::format("{}: error: is larger than {} bytes after preprocessing", path, limits::text_bytes));
    }
    if (!WIFEXITED(result.status) || WEXITSTATUS(result.status) != 0) report(path, original, result);
    return std::move(result.output);
  }
  throw base::InputError(
      fmt::format("{}: error: has preprocessor directives, but neither gcc, cc nor clang can be run", path));
}

}  // namespace waymark::promela

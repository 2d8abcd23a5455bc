#include "promela/native/compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <thread>

namespace waymark::promela {

namespace {

constexpr std::chrono::milliseconds between_looks{5};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool is_program(const std::string& path, struct stat& status) {
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// As execvp would find it; a relative folder of the path is left out, since whose files are there is anybody's guess.
std::optional<std::string> on_path(const std::string& name, struct stat& status) {
  if (name.find('/') != std::string::npos) {
    return is_program(name, status) ? std::optional(name) : std::nullopt;
  }
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.empty() || folder.front() != '/') continue;
    const std::string found = folder + "/" + name;
    if (is_program(found, status)) return found;
  }
  return std::nullopt;
}

std::optional<NativeCompiler> compiler_of(std::vector<std::string> words) {
  struct stat status {};
  if (words.empty()) return std::nullopt;
  const std::optional<std::string> path = on_path(words.front(), status);
  if (!path) return std::nullopt;
  words.front() = *path;
  NativeCompiler compiler{std::move(words), ""};
  for (const std::string& word : compiler.words) compiler.identity += word + '\n';
  compiler.identity += fmt::format("{} {} {} {}.{}", status.st_dev, status.st_ino, status.st_size,
                                   status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  return compiler;
}

// In a group of its own, so that what it starts ends with it.
std::optional<pid_t> start(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));  // nobody writes them
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (const int told : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, told, "/dev/null", O_WRONLY, 0);
  }
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  pid_t child = 0;
  const int failed = posix_spawn(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failed == 0 ? std::optional(child) : std::nullopt;
}

}  // namespace

std::optional<NativeCompiler> find_native_compiler(const std::string& asked) {
  if (!asked.empty()) return compiler_of(words_of(asked));
  const char* const environment = std::getenv("CC");
  if (environment != nullptr) {
    if (std::optional<NativeCompiler> found = compiler_of(words_of(environment))) return found;
  }
  for (const char* const name : {"cc", "gcc", "clang"}) {
    if (std::optional<NativeCompiler> found = compiler_of({name})) return found;
  }
  return std::nullopt;
}

const std::vector<std::string>& native_flags() {
  static const std::vector<std::string> flags{"-O1", "-w", "-shared", "-fPIC", "-fno-strict-aliasing"};
  return flags;
}

bool compile_native(const NativeCompiler& compiler, const std::string& text_path, const std::string& module_path,
                    std::chrono::milliseconds limit, const std::function<bool()>& given_up) {
  std::vector<std::string> words = compiler.words;
  words.insert(words.end(), native_flags().begin(), native_flags().end());
  words.insert(words.end(), {"-o", module_path, text_path});
  const std::optional<pid_t> child = start(words);
  if (!child) return false;
  const auto end = std::chrono::steady_clock::now() + limit;
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(*child, &status, WNOHANG);
    if (ended == *child) break;
    if (ended < 0 && errno != EINTR) return false;
    if (given_up() || std::chrono::steady_clock::now() >= end) {
      ::kill(-*child, SIGKILL);
      while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
      }
      return false;
    }
    std::this_thread::sleep_for(between_looks);
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace waymark::promela

#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/diagnostics.hpp"

namespace waymark::base {

namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw InputError(fmt::format("{}: error: {}", path, why));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool close() {
    const int number = number_;
    number_ = -1;
    return ::close(number) == 0;
  }

 private:
  int number_;
};

bool write_all(int file, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = ::write(file, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::string read_file(const std::string& path, std::uint64_t most) {
  // Not to wait for a writer if the name is that of a pipe.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) refuse(path, std::strerror(errno));
  struct stat status = {};
  if (::fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode)) refuse(path, "this is a directory");
  std::string contents;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(path, std::strerror(errno));
    if (count == 0) return contents;
    contents.append(buffer.data(), static_cast<std::size_t>(count));
    if (contents.size() > most) refuse(path, fmt::format("more than {} bytes", most));
  }
}

void refuse_unwritable(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) refuse(path, "this is a directory");
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (::access(folder.c_str(), W_OK) != 0) refuse(path, fmt::format("cannot be written: {}", std::strerror(errno)));
}

void write_file(const std::string& path, std::string_view contents) {
  std::string beside = path + ".XXXXXX";
  Descriptor file(::mkostemp(beside.data(), O_CLOEXEC));
  if (file.number() < 0) refuse(path, fmt::format("cannot be written: {}", std::strerror(errno)));
  // As a file made the ordinary way: mkostemp is more secretive than the user asked for.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const bool written = write_all(file.number(), contents) && ::fchmod(file.number(), 0666 & ~mask) == 0 &&
                       file.close() && std::rename(beside.c_str(), path.c_str()) == 0;
  if (written) return;
  const int why = errno;
  ::unlink(beside.c_str());
  refuse(path, fmt::format("cannot be written: {}", std::strerror(why)));
}

}  // namespace waymark::base

#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "base/diagnostics.hpp"

namespace waymark::base {

namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw InputError(fmt::format("{}: error: {}", path, why));
}

constexpr int wait_milliseconds = 100;
constexpr std::uint64_t parsed_bytes = 24;  // of each byte of a text that is all brackets

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::string read_file(const std::string& path, std::uint64_t most, const Stop* stop) {
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
    if (count < 0 && errno == EAGAIN) {  // a pipe whose writer takes its time
      pollfd ready{file.number(), POLLIN, 0};
      base::poll(stop);
      (void)::poll(&ready, 1, stop != nullptr ? wait_milliseconds : -1);
      continue;
    }
    if (count < 0) refuse(path, std::strerror(errno));
    if (count == 0) return contents;
    contents.append(buffer.data(), static_cast<std::size_t>(count));
    if (contents.size() > most) refuse(path, fmt::format("more than {} bytes", most));
  }
}

void refuse_stream(const std::string& path) {
  struct stat status = {};
  const bool named = path != "-";
  if (named && ::stat(path.c_str(), &status) != 0)
    refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  if (named && S_ISDIR(status.st_mode)) refuse(path, "is a directory");
  if (named && S_ISREG(status.st_mode)) return;
  refuse(path, "is not a file, and a program is read more than once; write it to one, such as model.pml");
}

std::string read_json(const std::string& path, std::uint64_t most, const Stop& stop) {
  std::string text = read_file(path, most, &stop);
  stop.poll_room(parsed_bytes * text.size());
  return text;
}

void refuse_unwritable(const std::string& path) {
  const OutputPlace place = output_place(path);
  if (place.descriptor >= 0) return;
  struct stat status = {};
  if (::stat(place.path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) refuse(path, "this is a directory");
  const std::size_t slash = place.path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : place.path.substr(0, slash + 1);
  constexpr std::size_t longest_ending = 15;  // of the name under which it is written at first (base/output_file.cpp)
  const std::size_t length = place.path.size() - (slash == std::string::npos ? 0 : slash + 1);
  if (place.ordinary && length + longest_ending > NAME_MAX) {
    refuse(path, fmt::format("cannot be written: {}", std::strerror(ENAMETOOLONG)));
  }
  if (::access(place.ordinary ? folder.c_str() : place.path.c_str(), W_OK) == 0) return;
  refuse(path, fmt::format("cannot be written: {}", std::strerror(errno)));
}

void write_file(const std::string& path, std::string_view contents) {
  OutputFile file(path);
  if (file.write(contents) && file.commit()) return;
  refuse(path, fmt::format("cannot be written: {}", std::strerror(file.error())));
}

}  // namespace waymark::base

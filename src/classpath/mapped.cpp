#include "classpath/mapped.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/diagnostics.hpp"

namespace waymark::classpath {

namespace {

[[noreturn]] void refuse(const std::string& path, const char* why) {
  throw base::InputError(fmt::format("{}: error: {}", path, why));
}

}  // namespace

Mapped::Mapped(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) refuse(path, std::strerror(errno));
  struct stat status {};
  void* start = MAP_FAILED;
  int fault = 0;
  if (fstat(file, &status) != 0) {
    fault = errno;
  } else if (!S_ISREG(status.st_mode)) {
    fault = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  } else if (status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    start = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    if (start == MAP_FAILED) fault = errno;
  }
  close(file);
  if (fault != 0) refuse(path, std::strerror(fault));
  if (size_ > 0) start_ = static_cast<const std::uint8_t*>(start);
}

Mapped::~Mapped() {
  if (start_ != nullptr) munmap(const_cast<std::uint8_t*>(start_), size_);
}

}  // namespace waymark::classpath

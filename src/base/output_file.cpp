#include "base/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace waymark::base {

namespace {

constexpr std::string_view mark = ".waymark-";
constexpr std::size_t letters = 6;  // that mkostemp chooses

// The number of the descriptor that the name is one of, or -1.
int descriptor_of(std::string_view path) {
  if (path == "-") return STDOUT_FILENO;
  for (const std::string_view folder : {"/proc/self/fd/", "/dev/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* const end = path.data() + path.size();
    if (std::from_chars(path.data() + folder.size(), end, number).ptr == end) return number;
  }
  return -1;
}

// Those of writers that are no more: who is still writing holds a lock.
void remove_abandoned(const std::string& place) {
  const std::filesystem::path whole(place);
  const std::filesystem::path folder = whole.has_parent_path() ? whole.parent_path() : std::filesystem::path(".");
  const std::string start = whole.filename().string() + std::string(mark);
  std::error_code fault;
  for (std::filesystem::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(start) || name.size() != start.size() + letters) continue;
    const int file = ::open(at->path().c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(at->path().c_str());
    ::close(file);
  }
}

// Locked, unless there are no locks there. Somebody may have taken it for abandoned before it was: then it has no name.
int make_beside(std::string& beside) {
  constexpr int most_tries = 100;
  const std::string pattern = beside;
  for (int tries = 0; tries < most_tries; ++tries) {
    beside = pattern;
    const int file = ::mkostemp(beside.data(), O_CLOEXEC);
    if (file < 0) return file;
    (void)::flock(file, LOCK_EX);
    struct stat status = {};
    if (::fstat(file, &status) == 0 && status.st_nlink != 0) return file;
    ::close(file);
  }
  errno = EAGAIN;
  return -1;
}

}  // namespace

OutputPlace output_place(const std::string& path) {
  constexpr int most_links = 40;  // as the kernel
  std::filesystem::path at = path;
  for (int links = 0; links < most_links; ++links) {
    if (const int number = descriptor_of(at.native()); number >= 0) return {at, false, number};
    struct stat status = {};
    if (::lstat(at.c_str(), &status) != 0) return {at};
    if (!S_ISLNK(status.st_mode)) return {at, S_ISREG(status.st_mode)};
    std::error_code fault;
    const std::filesystem::path next = std::filesystem::read_symlink(at, fault);
    if (fault) break;
    at = at.parent_path() / next;
  }
  return {path, false};  // opening it tells what is wrong
}

OutputFile::OutputFile(const std::string& path) {
  const OutputPlace place = output_place(path);
  place_ = place.path;
  if (place.ordinary) {
    open_beside();
    return;
  }
  if (place.descriptor == STDOUT_FILENO) std::fflush(stdout);
  file_ = place.descriptor >= 0 ? ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 0)
                                : ::open(place_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (file_ < 0) fail();
}

void OutputFile::open_beside() {
  remove_abandoned(place_);
  beside_ = place_ + std::string(mark) + std::string(letters, 'X');
  file_ = make_beside(beside_);
  if (file_ < 0) {
    fail();
    beside_.clear();
    return;
  }
  // As a file made the ordinary way: mkostemp is more secretive than the user asked for.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(file_, 0666 & ~mask) != 0) fail();
}

OutputFile::~OutputFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
  if (file_ >= 0) ::close(file_);
}

bool OutputFile::fail() {
  if (error_ == 0) error_ = errno;
  return false;
}

bool OutputFile::write(std::string_view bytes) {
  while (error_ == 0 && !bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE && beside_.empty()) break;  // a reader who went away is no fault of ours
    if (written <= 0) return fail();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return error_ == 0;
}

bool OutputFile::sync() {
  if (error_ != 0) return false;
  return beside_.empty() || ::fsync(file_) == 0 || fail();
}

bool OutputFile::commit() {
  if (error_ != 0) return false;
  if (!beside_.empty() && std::rename(beside_.c_str(), place_.c_str()) != 0) return fail();
  beside_.clear();
  const int file = std::exchange(file_, -1);
  return ::close(file) == 0 || fail();
}

}  // namespace waymark::base

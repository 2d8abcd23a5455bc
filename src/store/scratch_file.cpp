#include "store/scratch_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.hpp"
#include "base/diagnostics.hpp"

namespace waymark::store {

namespace {

constexpr std::size_t buffer_bytes = 1u << 18;

}  // namespace

ScratchFile::ScratchFile(const std::string& directory) : directory_(directory), buffer_(buffer_bytes) {
  std::string name = directory + "/waymark-XXXXXX";
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) refuse();
  ::unlink(name.c_str());
}

ScratchFile::~ScratchFile() { ::close(file_); }

void ScratchFile::refuse() const {
  throw base::InputError(fmt::format("{}: error: states cannot be kept there: {}; name another directory by --disk",
                                     directory_, std::strerror(errno)));
}

void ScratchFile::append(std::span<const std::uint8_t> bytes) {
  CHECK(!reading_);
  size_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), buffer_.size() - used_);
    std::copy_n(bytes.begin(), count, buffer_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ += count;
    bytes = bytes.subspan(count);
    if (used_ == buffer_.size()) flush();
  }
}

void ScratchFile::flush() {
  for (std::size_t done = 0; done < used_;) {
    const ssize_t count = ::pwrite(file_, buffer_.data() + done, used_ - done, static_cast<off_t>(offset_));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) refuse();
    done += static_cast<std::size_t>(count);
    offset_ += static_cast<std::uint64_t>(count);
  }
  used_ = 0;
}

void ScratchFile::begin_reading() {
  if (!reading_) flush();
  reading_ = true;
  used_ = 0;
  at_ = 0;
  offset_ = 0;
}

bool ScratchFile::read(std::span<std::uint8_t> out) {
  bool begun = false;
  while (!out.empty()) {
    if (at_ == used_) {
      const ssize_t count = ::pread(file_, buffer_.data(), buffer_.size(), static_cast<off_t>(offset_));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) refuse();
      if (count == 0) {
        CHECK(!begun);
        return false;
      }
      at_ = 0;
      used_ = static_cast<std::size_t>(count);
      offset_ += used_;
    }
    const std::size_t count = std::min(out.size(), used_ - at_);
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at_), count, out.begin());
    at_ += count;
    out = out.subspan(count);
    begun = true;
  }
  return true;
}

void ScratchFile::clear() {
  if (::ftruncate(file_, 0) != 0) refuse();
  reading_ = false;
  used_ = 0;
  at_ = 0;
  offset_ = 0;
  size_ = 0;
}

}  // namespace waymark::store

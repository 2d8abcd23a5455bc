#include "checkpoint/writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/check.hpp"

namespace waymark::checkpoint {

namespace {

constexpr int brisk = 1;  // the search waits meanwhile

// What was renamed is so for good only when its directory is on the medium as well.
bool sync_directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return false;
  // Some file systems do not know this of directories, and need it no more than they know it.
  const bool done = ::fsync(directory) == 0 || errno == EINVAL;
  ::close(directory);
  return done;
}

}  // namespace

Writer::Writer(std::string path)
    : path_(std::move(path)),
      beside_(path_ + ".new"),
      compressor_(ZSTD_createCCtx()),
      packed_(ZSTD_compressBound(frame_bytes)) {
  CHECK(compressor_ != nullptr);
  ZSTD_CCtx_setParameter(compressor_, ZSTD_c_compressionLevel, brisk);
  crypto_generichash_init(&hash_, nullptr, 0, sizeof(base::Digest));
  ::unlink(beside_.c_str());  // of one that was killed
  file_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file_ < 0) {
    fail("cannot create");
    return;
  }
  base::ByteSink start;
  start.raw(opening);
  start.u32(version);
  put(start.bytes());
}

Writer::~Writer() {
  if (file_ >= 0) {
    ::close(file_);
    ::unlink(beside_.c_str());
  }
  ZSTD_freeCCtx(compressor_);
}

void Writer::fail(std::string_view what) {
  if (why_.empty()) why_ = fmt::format("{} {}: {}", what, beside_, std::strerror(errno));
}

void Writer::put(std::span<const std::uint8_t> values) {
  if (!why_.empty()) return;
  crypto_generichash_update(&hash_, values.data(), values.size());
  written_ += values.size();
  while (!values.empty()) {
    const ssize_t count = ::write(file_, values.data(), values.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fail("cannot write");
    values = values.subspan(static_cast<std::size_t>(count));
  }
}

void Writer::bytes(std::span<const std::uint8_t> values) {
  while (!values.empty()) {
    const std::size_t count = std::min<std::size_t>(values.size(), frame_bytes - pending_.size());
    pending_.raw(values.first(count));
    values = values.subspan(count);
    flush_if_full();
  }
}

void Writer::flush() {
  if (pending_.size() == 0) return;
  const std::size_t size =
      ZSTD_compress2(compressor_, packed_.data(), packed_.size(), pending_.bytes().data(), pending_.size());
  CHECK(!ZSTD_isError(size));
  base::ByteSink lengths;
  lengths.u32(static_cast<std::uint32_t>(pending_.size()));
  lengths.u32(static_cast<std::uint32_t>(size));
  put(lengths.bytes());
  put(std::span(packed_).first(size));
  pending_.clear();
}

bool Writer::settle() {
  const bool synced = ::fsync(file_) == 0;
  const bool closed = ::close(file_) == 0;
  file_ = -1;
  return synced && closed && std::rename(beside_.c_str(), path_.c_str()) == 0 && sync_directory_of(path_);
}

bool Writer::finish() {
  flush();
  base::ByteSink end;
  end.u32(0);
  put(end.bytes());
  crypto_generichash_state whole = hash_;
  base::Digest digest;
  crypto_generichash_final(&whole, digest.data(), digest.size());
  put(digest);
  if (!why_.empty()) return false;
  if (settle()) return true;
  fail("cannot write");
  ::unlink(beside_.c_str());
  return false;
}

}  // namespace waymark::checkpoint

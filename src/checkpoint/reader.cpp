#include "checkpoint/reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium/crypto_generichash.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/bytes.hpp"
#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/file_format.hpp"

namespace waymark::checkpoint {

namespace {

constexpr std::size_t start_bytes = opening.size() + sizeof version;

// False if the file is not that long.
bool read_exactly(int file, std::span<std::uint8_t> out) {
  while (!out.empty()) {
    const ssize_t count = ::read(file, out.data(), out.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    out = out.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

Reader::Reader(std::string path, const base::Stop* stop)
    : path_(std::move(path)), stop_(stop), decompressor_(ZSTD_createDCtx()) {
  CHECK(decompressor_ != nullptr);
  file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  try {
    if (file_ < 0) refuse(std::strerror(errno));
    verify();
  } catch (...) {
    if (file_ >= 0) ::close(file_);
    ZSTD_freeDCtx(decompressor_);
    throw;
  }
}

Reader::~Reader() {
  ::close(file_);
  ZSTD_freeDCtx(decompressor_);
}

void Reader::refuse(std::string_view why) const { throw base::InputError(fmt::format("{}: error: {}", path_, why)); }

void Reader::malformed(std::string_view why) const {
  refuse(fmt::format("this checkpoint is malformed: {}; begin anew without --resume", why));
}

void Reader::verify() {
  struct stat status = {};
  if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) refuse("this is no file that could be a checkpoint");
  std::vector<std::uint8_t> buffer(frame_bytes);
  const auto start = std::span(buffer).first(start_bytes);
  if (!read_exactly(file_, start) || !std::equal(opening.begin(), opening.end(), start.begin())) {
    refuse("this is no checkpoint");
  }
  base::ByteSource number(start.subspan(opening.size()));
  if (const std::uint32_t its = number.u32(); its != version) {
    refuse("this checkpoint has " + base::other_format(its, releases));
  }
  constexpr std::string_view torn =
      "this checkpoint is cut short or was changed: it is not what its digest says; use another or begin anew without "
      "--resume";
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < start_bytes + sizeof(base::Digest)) refuse(torn);
  left_ = size - start_bytes - sizeof(base::Digest);
  crypto_generichash_state hash = {};
  crypto_generichash_init(&hash, nullptr, 0, sizeof(base::Digest));
  crypto_generichash_update(&hash, start.data(), start.size());
  for (std::uint64_t left = left_; left > 0;) {
    base::poll(stop_);
    const auto part = std::span(buffer).first(std::min<std::uint64_t>(left, buffer.size()));
    if (!read_exactly(file_, part)) refuse(torn);
    crypto_generichash_update(&hash, part.data(), part.size());
    left -= part.size();
  }
  base::Digest digest;
  base::Digest claimed;
  crypto_generichash_final(&hash, digest.data(), digest.size());
  if (!read_exactly(file_, claimed) || digest != claimed) refuse(torn);
  if (::lseek(file_, start_bytes, SEEK_SET) < 0) refuse(std::strerror(errno));
}

bool Reader::next_frame() {
  base::poll(stop_);
  const auto take = [this](std::span<std::uint8_t> out) {
    if (left_ < out.size() || !read_exactly(file_, out)) malformed("a frame is cut short");
    left_ -= out.size();
  };
  std::array<std::uint8_t, 8> lengths = {};
  take(std::span(lengths).first(4));
  base::ByteSource source(lengths);
  const std::uint32_t size = source.u32();
  if (size == 0) {
    if (left_ != 0) malformed("it goes on behind its end");
    return false;
  }
  take(std::span(lengths).last(4));
  const std::uint32_t packed = source.u32();
  if (size > frame_bytes || packed > ZSTD_compressBound(frame_bytes)) malformed("a frame is too large");
  packed_.resize(packed);
  take(packed_);
  frame_.resize(size);
  const std::size_t got = ZSTD_decompressDCtx(decompressor_, frame_.data(), size, packed_.data(), packed);
  if (ZSTD_isError(got) || got != size) malformed("a frame cannot be decompressed");
  at_ = 0;
  return true;
}

std::span<const std::uint8_t> Reader::some(std::uint64_t most) {
  if (at_ == frame_.size() && !next_frame()) malformed("it ends too early");
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, frame_.size() - at_));
  const auto part = std::span<const std::uint8_t>(frame_).subspan(at_, count);
  at_ += count;
  return part;
}

void Reader::bytes(std::span<std::uint8_t> out) {
  while (!out.empty()) {
    const auto part = some(out.size());
    std::copy(part.begin(), part.end(), out.begin());
    out = out.subspan(part.size());
  }
}

std::uint8_t Reader::byte() { return some(1).front(); }

std::uint64_t Reader::varint() {
  const auto value = base::decode_varint([this] { return byte(); });
  if (!value) malformed("a number is spelt wrongly");
  return *value;
}

std::uint64_t Reader::varint(std::uint64_t most) {
  const std::uint64_t value = varint();
  if (value > most) malformed("a number is too large");
  return value;
}

std::uint64_t Reader::u64() {
  std::array<std::uint8_t, 8> raw = {};
  bytes(raw);
  return base::ByteSource(raw).u64();
}

std::string Reader::text(std::uint64_t longest) {
  std::string text(varint(longest), '\0');
  bytes({reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  return text;
}

void Reader::finish() {
  if (at_ != frame_.size() || next_frame()) malformed("more is in it than belongs there");
}

}  // namespace waymark::checkpoint

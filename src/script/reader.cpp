#include "script/reader.hpp"

#include <fcntl.h>
#include <sodium/crypto_generichash.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.hpp"

namespace waymark::script {

namespace {

constexpr std::uint64_t opening_bytes = opening.size() + 4;
constexpr std::uint64_t end_bytes = 8 + 8 + closing.size();

}  // namespace

std::shared_ptr<const File> File::open(const std::string& path, Fault& fault) {
  std::shared_ptr<File> file(new File);
  if (!file->load(path, fault)) return nullptr;
  return file;
}

File::~File() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool File::pread(std::uint64_t offset, std::span<std::uint8_t> out, Fault& fault) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      fault = {offset + done, got < 0 ? std::string("cannot be read: ") + std::strerror(errno) : "ends too early"};
      return false;
    }
    done += static_cast<std::size_t>(got);
  }
  return true;
}

bool File::load(const std::string& path, Fault& fault) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status = {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    fault = {0, std::string("cannot be opened: ") + std::strerror(errno)};
    return false;
  }
  if (!S_ISREG(status.st_mode)) {
    fault = {0, "is not a regular file"};
    return false;
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  if (size_ < opening_bytes + end_bytes) {
    fault = {size_, "is too short for a search script"};
    return false;
  }
  std::uint8_t start[opening_bytes];
  if (!pread(0, start, fault)) return false;
  if (!std::equal(opening.begin(), opening.end(), start)) {
    fault = {0, "is not a search script"};
    return false;
  }
  base::ByteSource after_opening({start + opening.size(), 4});
  if (const std::uint32_t found = after_opening.u32(); found != version) {
    fault = {opening.size(),
             "has format version " + std::to_string(found) + ", this program reads version " + std::to_string(version)};
    return false;
  }
  std::uint8_t end[end_bytes];
  if (!pread(size_ - end_bytes, end, fault)) return false;
  base::ByteSource source(end);
  const std::uint64_t length = source.u64();
  const std::uint64_t checksum = source.u64();
  if (!std::equal(closing.begin(), closing.end(), end + 16)) {
    fault = {size_ - closing.size(), "is cut short or has something behind its end"};
    return false;
  }
  if (length > longest_contents || length > size_ - opening_bytes - end_bytes) {
    fault = {size_ - end_bytes, "claims contents of " + std::to_string(length) + " bytes"};
    return false;
  }
  const std::uint64_t begin = size_ - end_bytes - length;
  std::vector<std::uint8_t> contents(static_cast<std::size_t>(length));
  if (!pread(begin, contents, fault)) return false;
  if (XXH3_64bits(contents.data(), contents.size()) != checksum) {
    fault = {begin, "is damaged: the checksum of its contents does not fit"};
    return false;
  }
  return load_contents(begin, contents, fault) && hash(fault);
}

bool File::load_contents(std::uint64_t begin, std::span<const std::uint8_t> contents, Fault& fault) {
  base::ByteSource source(contents);
  if (!header_.read(source)) {
    fault = {begin + source.position(), "has a malformed header"};
    return false;
  }
  const std::uint64_t count = source.varint();
  std::uint64_t offset = opening_bytes;
  std::uint64_t raw_ends[stream_count] = {};
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint8_t stream = source.u8();
    const std::uint64_t raw = source.varint();
    const std::uint64_t stored = source.varint();
    const std::uint64_t checksum = source.u64();
    if (source.failed() || stream >= stream_count || raw == 0 || raw > block_bytes ||
        raw_ends[stream] % block_bytes != 0 || stored > ZSTD_COMPRESSBOUND(block_bytes) || stored > begin - offset) {
      fault = {begin + source.position(), "has a malformed directory of blocks"};
      return false;
    }
    blocks_[stream].push_back({offset, checksum, static_cast<std::uint32_t>(raw), static_cast<std::uint32_t>(stored)});
    raw_ends[stream] += raw;
    offset += stored;
  }
  if (source.failed() || !source.at_end() || offset != begin) {
    fault = {begin + source.position(), "has bytes that its directory does not account for"};
    return false;
  }
  return true;
}

bool File::hash(Fault& fault) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, digest_.size());
  std::vector<std::uint8_t> buffer(1u << 16);
  for (std::uint64_t offset = 0; offset < size_; offset += buffer.size()) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), size_ - offset));
    if (!pread(offset, {buffer.data(), length}, fault)) return false;
    crypto_generichash_update(&state, buffer.data(), length);
  }
  crypto_generichash_final(&state, digest_.data(), digest_.size());
  return true;
}

std::uint64_t File::raw_bytes(Stream stream) const {
  const auto& blocks = blocks_[static_cast<std::size_t>(stream)];
  return blocks.empty() ? 0 : (blocks.size() - 1) * block_bytes + blocks.back().raw;
}

std::uint64_t File::stored_bytes(Stream stream) const {
  std::uint64_t sum = 0;
  for (const Block& block : blocks_[static_cast<std::size_t>(stream)]) sum += block.stored;
  return sum;
}

Cursor::Cursor(std::shared_ptr<const File> file, Stream stream)
    : file_(std::move(file)), stream_(stream), decompressor_(ZSTD_createDCtx()) {
  CHECK(decompressor_ != nullptr);
}

Cursor::~Cursor() { ZSTD_freeDCtx(decompressor_); }

void Cursor::fail(std::string why) {
  if (failed_) return;
  failed_ = true;
  fault_ = {position(), std::string("stream ") + name(stream_) + " " + std::move(why)};
}

void Cursor::seek(std::uint64_t position) {
  if (failed_) return;
  if (position >= begin_ && position <= begin_ + raw_.size()) {
    next_ = static_cast<std::size_t>(position - begin_);
    return;
  }
  if (position > file_->raw_bytes(stream_)) {
    fail("has no byte " + std::to_string(position));
    return;
  }
  begin_ = position - position % block_bytes;
  raw_.clear();
  next_ = 0;
  if (position % block_bytes != 0 && refill()) next_ = static_cast<std::size_t>(position % block_bytes);
}

bool Cursor::refill() {
  if (failed_) return false;
  const auto& blocks = file_->blocks_[static_cast<std::size_t>(stream_)];
  const std::uint64_t at = begin_ + raw_.size();
  if (at >= file_->raw_bytes(stream_)) {
    fail("ends too early");
    return false;
  }
  const File::Block& block = blocks[static_cast<std::size_t>(at / block_bytes)];
  stored_.resize(block.stored);
  Fault fault;
  if (!file_->pread(block.offset, stored_, fault)) {
    fail(fault.why);
    return false;
  }
  if (XXH3_64bits(stored_.data(), stored_.size()) != block.checksum) {
    fail("is damaged: the checksum of a block does not fit");
    return false;
  }
  begin_ = at;
  next_ = 0;
  raw_.resize(block.raw);
  const std::size_t size = ZSTD_decompressDCtx(decompressor_, raw_.data(), raw_.size(), stored_.data(), stored_.size());
  if (ZSTD_isError(size) || size != raw_.size()) {
    raw_.clear();
    fail("has a block that does not decompress to the size it claims");
    return false;
  }
  return true;
}

std::uint64_t Cursor::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t next = byte();
    if (failed_) return 0;
    const std::uint64_t bits = next & 0x7f;
    const bool overflows = shift == 63 && bits > 1;
    const bool padded = next == 0 && shift > 0;
    if (overflows || padded) break;
    value |= bits << shift;
    if (next < 0x80) return value;
  }
  fail("has a malformed number");
  return 0;
}

}  // namespace waymark::script

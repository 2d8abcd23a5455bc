#include "script/writer.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>

#include "base/check.hpp"

namespace waymark::script {

namespace {

// Levels above 12 cost more than a search may lose, and gain a sixth. Numbers and fingerprints of states, written while
// the search runs, hardly shrink whatever the level.
int compression_level(Stream stream, Writer::Effort effort) {
  constexpr int patient = 19;
  constexpr int thorough = 12;
  constexpr int quick = 3;
  if (stream == Stream::ids || stream == Stream::prints) return quick;
  return effort == Writer::Effort::patient ? patient : thorough;
}

}  // namespace

Writer::Writer(std::string path, Effort effort)
    : path_(std::move(path)), effort_(effort), compressor_(ZSTD_createCCtx()) {
  CHECK(compressor_ != nullptr);
  beside_ = path_ + ".XXXXXX";
  const int descriptor = mkstemp(beside_.data());
  if (descriptor < 0) {
    const std::string name = beside_;
    beside_.clear();
    fail("cannot create " + name);
    return;
  }
  fchmod(descriptor, 0644);
  file_ = fdopen(descriptor, "wb");
  CHECK(file_ != nullptr);
  base::ByteSink start;
  start.raw(opening);
  start.u32(version);
  write(start.bytes());
}

Writer::~Writer() {
  if (file_ != nullptr) std::fclose(file_);
  if (!beside_.empty()) unlink(beside_.c_str());
  ZSTD_freeCCtx(compressor_);
}

void Writer::fail(const std::string& what) {
  if (why_.empty()) why_ = what + ": " + std::strerror(errno);
}

void Writer::write(std::span<const std::uint8_t> values) {
  if (file_ == nullptr || !why_.empty()) return;
  if (std::fwrite(values.data(), 1, values.size(), file_) != values.size()) {
    fail("cannot write " + beside_);
    return;
  }
  offset_ += values.size();
}

void Writer::long_varint(Stream stream, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) byte(stream, static_cast<std::uint8_t>(value | 0x80));
  byte(stream, static_cast<std::uint8_t>(value));
}

void Writer::flush(Stream stream) {
  const auto index = static_cast<std::size_t>(stream);
  auto& raw = pending_[index];
  if (raw.empty()) return;
  packed_.resize(ZSTD_compressBound(raw.size()));
  ZSTD_CCtx_setParameter(compressor_, ZSTD_c_compressionLevel, compression_level(stream, effort_));
  const std::size_t size = ZSTD_compress2(compressor_, packed_.data(), packed_.size(), raw.data(), raw.size());
  CHECK(!ZSTD_isError(size));
  packed_.resize(size);
  directory_.u8(static_cast<std::uint8_t>(stream));
  directory_.varint(raw.size());
  directory_.varint(size);
  directory_.u64(XXH3_64bits(packed_.data(), size));
  ++blocks_;
  write(packed_);
  flushed_[index] += raw.size();
  raw.clear();
}

bool Writer::finish(const Header& header) {
  if (!header.has_sound_texts() && why_.empty())
    why_ = "the texts of its header are too long or have control characters";
  for (std::size_t i = 0; i < stream_count; ++i) flush(static_cast<Stream>(i));
  base::ByteSink contents;
  header.write(contents);
  contents.varint(blocks_);
  contents.raw(directory_.bytes());
  base::ByteSink end;
  end.u64(contents.size());
  end.u64(XXH3_64bits(contents.bytes().data(), contents.size()));
  end.raw(closing);
  write(contents.bytes());
  write(end.bytes());
  if (file_ == nullptr) return false;
  if (why_.empty() && (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0)) fail("cannot write " + beside_);
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed) fail("cannot write " + beside_);
  if (!why_.empty()) return false;
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) {
    fail("cannot rename " + beside_ + " to " + path_);
    return false;
  }
  beside_.clear();
  return true;
}

}  // namespace waymark::script

#include "script/writer.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <cstring>

#include "base/check.hpp"

namespace waymark::script {

namespace {

// Levels above 12 cost more than a search may lose, and gain a sixth. Numbers of states, written while the search runs,
// hardly shrink whatever the level.
int compression_level(Stream stream, Writer::Effort effort) {
  constexpr int patient = 19;
  constexpr int thorough = 12;
  constexpr int quick = 3;
  if (stream == Stream::ids) return quick;
  return effort == Writer::Effort::patient ? patient : thorough;
}

}  // namespace

Writer::Writer(std::string path, Effort effort)
    : path_(std::move(path)), effort_(effort), file_(path_), compressor_(ZSTD_createCCtx()) {
  CHECK(compressor_ != nullptr);
  base::ByteSink start;
  start.raw(opening);
  start.u32(version);
  write(start.bytes());
}

Writer::~Writer() { ZSTD_freeCCtx(compressor_); }

void Writer::fail() {
  if (why_.empty()) why_ = "cannot write " + path_ + ": " + std::strerror(file_.error());
}

void Writer::write(std::span<const std::uint8_t> values) {
  if (!why_.empty()) return;
  if (!file_.write({reinterpret_cast<const char*>(values.data()), values.size()})) return fail();
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
  if (why_.empty() && !(file_.sync() && file_.commit())) fail();
  return why_.empty();
}

}  // namespace waymark::script

// Writes a script file: bytes go to streams, streams to compressed blocks, blocks to a base::OutputFile, which takes
// its name only when all is well. A writer that is not finished leaves nothing behind.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/output_file.hpp"
#include "script/format.hpp"

struct ZSTD_CCtx_s;

namespace waymark::script {

class Writer {
 public:
  // How hard to try to make it small: as hard as a running search can bear, or for a script that is made at leisure.
  enum class Effort : std::uint8_t { brisk, patient };
  explicit Writer(std::string path, Effort effort = Effort::brisk);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void byte(Stream stream, std::uint8_t value) {
    auto& buffer = pending_[static_cast<std::size_t>(stream)];
    buffer.push_back(value);
    if (buffer.size() == block_bytes) flush(stream);
  }
  void bytes(Stream stream, std::span<const std::uint8_t> values) {
    for (const std::uint8_t value : values) byte(stream, value);
  }
  void varint(Stream stream, std::uint64_t value) {
    if (value >= 0x80) return long_varint(stream, value);
    byte(stream, static_cast<std::uint8_t>(value));
  }
  // How many bytes the stream has taken so far.
  [[nodiscard]] std::uint64_t position(Stream stream) const {
    const auto index = static_cast<std::size_t>(stream);
    return flushed_[index] + pending_[index].size();
  }

  // True when the file is complete, on its medium and in its place; else why() tells what went wrong, at whatever time.
  [[nodiscard]] bool finish(const Header& header);
  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return offset_; }

 private:
  void long_varint(Stream stream, std::uint64_t value);
  void flush(Stream stream);
  void write(std::span<const std::uint8_t> values);
  void fail();

  std::string path_;
  Effort effort_;
  base::OutputFile file_;
  ZSTD_CCtx_s* compressor_ = nullptr;
  std::vector<std::uint8_t> pending_[stream_count];
  std::uint64_t flushed_[stream_count] = {};
  std::vector<std::uint8_t> packed_;
  base::ByteSink directory_;
  std::uint64_t blocks_ = 0;
  std::uint64_t offset_ = 0;
  std::string why_;
};

}  // namespace waymark::script

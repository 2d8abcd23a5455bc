// Writes a checkpoint: bytes go through frames to FILE.new, which takes the name of the file only when it is whole and
// on its medium. So a process that is killed at any moment leaves the checkpoint before this one as it was, and at most
// one file beside it, which the next writer replaces. It holds a frame or two, however much is written.
#pragma once

#include <sodium/crypto_generichash.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "checkpoint/format.hpp"

struct ZSTD_CCtx_s;

namespace waymark::checkpoint {

class Writer {
 public:
  explicit Writer(std::string path);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void bytes(std::span<const std::uint8_t> values);
  void varint(std::uint64_t value) {
    pending_.varint(value);
    flush_if_full();
  }
  void u64(std::uint64_t value) {
    pending_.u64(value);
    flush_if_full();
  }
  void text(std::string_view text) {
    varint(text.size());
    bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

  // True when the file is complete, on its medium and in its place; else why() tells what went wrong, at whatever time.
  [[nodiscard]] bool finish();
  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return written_; }

 private:
  void flush_if_full() {
    if (pending_.size() >= frame_bytes - 16) flush();
  }
  void flush();
  void put(std::span<const std::uint8_t> values);
  void fail(std::string_view what);
  [[nodiscard]] bool settle();

  std::string path_;
  std::string beside_;
  int file_ = -1;
  ZSTD_CCtx_s* compressor_ = nullptr;
  crypto_generichash_state hash_ = {};
  base::ByteSink pending_;
  std::vector<std::uint8_t> packed_;
  std::uint64_t written_ = 0;
  std::string why_;
};

}  // namespace waymark::checkpoint

// Reads a checkpoint, which may be anybody's. That it is whole and unchanged is made sure of before anything in it is
// used; but any writer of a file can give it a digest, so each reader of a number in it still judges
// that number, and refuses by malformed(). Holds one frame, whatever the file says of itself.
//
// Whatever is wrong is thrown as base::InputError, in one line that names the file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "checkpoint/format.hpp"

struct ZSTD_DCtx_s;

namespace waymark::checkpoint {

class Reader {
 public:
  // Reads all of it once. Throws base::Stopped if `stop`, if any, says so.
  explicit Reader(std::string path, const base::Stop* stop = nullptr);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void bytes(std::span<std::uint8_t> out);
  [[nodiscard]] std::uint8_t byte();
  [[nodiscard]] std::uint64_t varint();
  // The same, refused if it is more.
  [[nodiscard]] std::uint64_t varint(std::uint64_t most);
  [[nodiscard]] std::uint64_t u64();
  [[nodiscard]] std::string text(std::uint64_t longest);
  // What comes next, as much as lies at hand, up to `most` and at least one byte; a view that lasts until the next
  // call.
  [[nodiscard]] std::span<const std::uint8_t> some(std::uint64_t most);
  // Nothing may be left.
  void finish();

  // It is no checkpoint that any search has written.
  [[noreturn]] void malformed(std::string_view why) const;
  // It is none that can be used here.
  [[noreturn]] void refuse(std::string_view why) const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void verify();
  [[nodiscard]] bool next_frame();

  std::string path_;
  const base::Stop* stop_;
  int file_ = -1;
  ZSTD_DCtx_s* decompressor_ = nullptr;
  std::uint64_t left_ = 0;  // bytes of the file in front of its digest
  std::vector<std::uint8_t> packed_;
  std::vector<std::uint8_t> frame_;
  std::size_t at_ = 0;  // in the frame
};

}  // namespace waymark::checkpoint

// ScratchFile: bytes on disk for as long as a search needs them, written from the front to the end and read likewise.
// It has no name once it is open, so nothing is left behind, however the process ends.
//
// What the disk cannot do is thrown as base::InputError, in one line that names the directory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::store {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& directory);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  // REQUIRES: it was not read since it was empty.
  void append(std::span<const std::uint8_t> bytes);
  // From now on it is read, from the beginning.
  void begin_reading();
  // False at the end of the file, if nothing of this is left. REQUIRES: begin_reading().
  [[nodiscard]] bool read(std::span<std::uint8_t> out);
  // Empty again.
  void clear();
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  void flush();
  [[noreturn]] void refuse() const;

  std::string directory_;
  int file_ = -1;
  std::vector<std::uint8_t> buffer_;  // what is to be written, or what was read
  bool reading_ = false;
  std::size_t used_ = 0;
  std::size_t at_ = 0;        // of what was read
  std::uint64_t offset_ = 0;  // of the file: where the buffer goes, or what comes next
  std::uint64_t size_ = 0;
};

}  // namespace waymark::store

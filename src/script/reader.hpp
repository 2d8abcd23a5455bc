// Reads script files from strangers. A File is opened once and may then be read by several threads; a Cursor goes
// through one stream of it, holding one block. Whatever is wrong ends in a Fault, never in a crash, and no size that
// the file claims is believed beyond the limits in format.hpp. What is read is what was hashed when the file was
// opened, whatever becomes of it meanwhile: of each block a tag is kept, made with a key that was drawn then and that
// nobody else knows, and a block that has another one ends in a Fault. What a small file decompresses to, or a sparse
// one holds, takes as long as it takes: reading polls the file's Stop with every block, and throws base::Stopped.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "script/format.hpp"

struct ZSTD_DCtx_s;

namespace waymark::script {

class File {
 public:
  // Null when it cannot be read as a script; then fault says why. `stop`, if any, outlives the file.
  [[nodiscard]] static std::shared_ptr<const File> open(const std::string& path, Fault& fault,
                                                        const base::Stop* stop = nullptr);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] const Header& header() const { return header_; }
  // BLAKE2b-256 of the whole file.
  [[nodiscard]] const Digest& digest() const { return digest_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return size_; }
  [[nodiscard]] std::uint64_t raw_bytes(Stream stream) const;
  [[nodiscard]] std::uint64_t stored_bytes(Stream stream) const;
  // For readers: what ends the reading early.
  [[nodiscard]] const base::Stop* stop() const { return stop_; }

 private:
  friend class Cursor;
  // Poly1305. Tags are shown to nobody, so one key does for all blocks: who changes a block of 4 MiB without having
  // seen key or tag meets its tag with a probability below 2^-84.
  using Tag = std::array<std::uint8_t, 16>;
  struct Block {
    std::uint64_t offset = 0;  // in the file
    Tag tag = {};              // of what is stored there
    std::uint32_t raw = 0;
    std::uint32_t stored = 0;
  };
  // As the directory has it.
  struct Entry {
    Stream stream = Stream::rows;
    std::uint64_t checksum = 0;
    Block block;
  };

  File() = default;
  [[nodiscard]] bool load(const std::string& path, Fault& fault);
  [[nodiscard]] bool load_contents(std::uint64_t begin, std::span<const std::uint8_t> contents,
                                   std::vector<Entry>& entries, Fault& fault);
  // Goes through all blocks, which lie between what was read already: before and after them.
  [[nodiscard]] bool hash(std::span<const std::uint8_t> before, std::vector<Entry>& entries,
                          std::span<const std::uint8_t> contents, std::span<const std::uint8_t> after, Fault& fault);
  [[nodiscard]] bool pread(std::uint64_t offset, std::span<std::uint8_t> out, Fault& fault) const;
  [[nodiscard]] Tag tag_of(std::span<const std::uint8_t> stored) const;

  const base::Stop* stop_ = nullptr;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  Header header_;
  Digest digest_ = {};
  std::array<std::uint8_t, 32> key_ = {};
  std::vector<Block> blocks_[stream_count];
};

// Once something is missing or malformed it has failed() for good and answers zeros.
class Cursor {
 public:
  Cursor(std::shared_ptr<const File> file, Stream stream);
  ~Cursor();
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  void seek(std::uint64_t position);
  [[nodiscard]] std::uint8_t byte() {
    if (next_ == raw_.size() && !refill()) return 0;
    return raw_[next_++];
  }
  [[nodiscard]] std::uint64_t varint() {
    if (next_ < raw_.size() && raw_[next_] < 0x80) return raw_[next_++];  // nearly always
    return longer_varint();
  }
  [[nodiscard]] bool at_end() const { return position() == file_->raw_bytes(stream_); }
  [[nodiscard]] std::uint64_t position() const { return begin_ + next_; }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const Fault& fault() const { return fault_; }
  void poll() const { base::poll(file_->stop()); }
  // Before something that was read is pushed there: however long the stream, there has to be room.
  template <typename Vector>
  void poll_growth(const Vector& vector) const {
    base::poll_growth(file_->stop(), vector);
  }

 private:
  [[nodiscard]] bool refill();
  [[nodiscard]] std::uint64_t longer_varint();
  // Always false, so that its finder can return it.
  bool fail(const std::string& why);

  std::shared_ptr<const File> file_;
  Stream stream_;
  ZSTD_DCtx_s* decompressor_ = nullptr;
  std::vector<std::uint8_t> stored_;
  std::vector<std::uint8_t> raw_;
  std::uint64_t begin_ = 0;  // of raw_, in the stream
  std::size_t next_ = 0;
  bool failed_ = false;
  Fault fault_;
};

}  // namespace waymark::script

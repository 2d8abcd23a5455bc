// Bombs: small script files that are long to read. Each stream of each form has some: what a few hundred bytes of a
// block decompress to is written into the directory again and again. All have correct checksums, so that they reach
// whoever reads them; none is a script of any program. What has to be shown is that limits hold while they are read.
//
// They are made for a program that goes round in a circle, each state with one transition: then the walks they describe
// can go on for ever, and the certifier has no reason to reject them before it has walked.
#pragma once

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/check.hpp"
#include "script/format.hpp"

namespace waymark::certify {

// A script file in the making, block by block.
class Bomb {
 public:
  using Bytes = std::vector<std::uint8_t>;

  explicit Bomb(const std::string& path) : file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
    CHECK(file_ >= 0);
    base::ByteSink sink;
    sink.raw(script::opening);
    sink.u32(script::version);
    write(sink.bytes());
  }
  Bomb(const Bomb&) = delete;
  Bomb& operator=(const Bomb&) = delete;
  ~Bomb() { ::close(file_); }

  // Full blocks that hold the pattern over and over, behind `first`; the pattern's length is a power of two.
  void fill(script::Stream stream, const Bytes& first, const Bytes& pattern, std::uint64_t times) {
    Bytes raw = first;
    while (raw.size() < script::block_bytes) raw.push_back(pattern[(raw.size() - first.size()) % pattern.size()]);
    add(stream, raw, 1);
    raw.clear();
    const std::size_t phase = (script::block_bytes - first.size()) % pattern.size();
    while (raw.size() < script::block_bytes) raw.push_back(pattern[(phase + raw.size()) % pattern.size()]);
    add(stream, raw, times - 1);
  }
  // Blocks of zeros that are not compressed: but for a few bytes, holes of the file, which it takes long to hash.
  void leave_holes(script::Stream stream, std::uint64_t times) {
    constexpr std::uint32_t piece = 1u << 17;  // the most that one block of a zstd frame may hold
    base::ByteSink frame;
    frame.u32(0xFD2FB528);
    frame.u8(0xA0);  // one segment, and its length in four bytes
    frame.u32(script::block_bytes);
    std::vector<std::pair<std::size_t, Bytes>> written{{0, {frame.bytes().begin(), frame.bytes().end()}}};
    Bytes whole = written.front().second;
    for (std::uint32_t at = 0; at < script::block_bytes; at += piece) {
      const std::uint32_t header = piece << 3 | (at + piece == script::block_bytes ? 1u : 0u);  // stored as it is
      const Bytes bytes{static_cast<std::uint8_t>(header), static_cast<std::uint8_t>(header >> 8),
                        static_cast<std::uint8_t>(header >> 16)};
      written.emplace_back(whole.size(), bytes);
      whole.insert(whole.end(), bytes.begin(), bytes.end());
      whole.resize(whole.size() + piece);
    }
    const std::uint64_t checksum = XXH3_64bits(whole.data(), whole.size());
    for (std::uint64_t i = 0; i < times; ++i) {
      const off_t begin = ::lseek(file_, 0, SEEK_CUR);
      for (const auto& [at, bytes] : written) {
        CHECK(::pwrite(file_, bytes.data(), bytes.size(), begin + static_cast<off_t>(at)) > 0);
      }
      CHECK(::lseek(file_, static_cast<off_t>(whole.size()), SEEK_CUR) > 0);
      list(stream, script::block_bytes, whole.size(), checksum);
    }
  }
  void finish(const script::Header& header) {
    base::ByteSink contents;
    header.write(contents);
    contents.varint(blocks_);
    contents.raw(directory_.bytes());
    write(contents.bytes());
    base::ByteSink end;
    end.u64(contents.bytes().size());
    end.u64(XXH3_64bits(contents.bytes().data(), contents.bytes().size()));
    end.raw(script::closing);
    write(end.bytes());
  }

 private:
  void add(script::Stream stream, const Bytes& raw, std::uint64_t times) {
    Bytes stored(ZSTD_compressBound(raw.size()));
    const std::size_t size = ZSTD_compress(stored.data(), stored.size(), raw.data(), raw.size(), 3);
    CHECK(!ZSTD_isError(size));
    stored.resize(size);
    const std::uint64_t checksum = XXH3_64bits(stored.data(), stored.size());
    for (std::uint64_t i = 0; i < times; ++i) {
      list(stream, raw.size(), size, checksum);
      write(stored);
    }
  }
  void list(script::Stream stream, std::uint64_t raw, std::uint64_t stored, std::uint64_t checksum) {
    directory_.u8(static_cast<std::uint8_t>(stream));
    directory_.varint(raw);
    directory_.varint(stored);
    directory_.u64(checksum);
    ++blocks_;
  }
  void write(std::span<const std::uint8_t> bytes) {
    CHECK(::write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }

  int file_;
  base::ByteSink directory_;
  std::uint64_t blocks_ = 0;
};

struct Bombed {
  std::string name;                // of what it is
  std::vector<std::string> files;  // one, or two parts
  script::Form form = script::Form::lean;
};

// Writes all of them into a folder, for the program that the header names.
class Bombs {
 public:
  Bombs(std::string folder, const script::Header& header) : folder_(std::move(folder)), header_(header) {
    header_.part = header_.parts = 0;
    // The walk itself: rows and counts of a path that never ends, and one row that never does.
    lean("deep path", [](Bomb& bomb) {
      bomb.fill(script::Stream::rows, {}, one_tree_edge, many);
      bomb.fill(script::Stream::counts, {}, {0}, many);
    });
    lean("long row", [](Bomb& bomb) { bomb.fill(script::Stream::rows, {}, {0x80}, many); });
    lean("large counts", [](Bomb& bomb) {
      bomb.fill(script::Stream::rows, {}, one_tree_edge, many);
      bomb.fill(script::Stream::counts, {}, {0xFE, 0xFF, 0xFF, 0x01}, many);
    });
    // The same with labels of states.
    for (const script::Form form : {script::Form::partial, script::Form::cycles}) {
      make(std::string("labels of ") + script::name(form), form, 0, [](Bomb& bomb) {
        bomb.fill(script::Stream::rows, {}, one_tree_edge, many);
        bomb.fill(script::Stream::counts, {}, {0}, many);
        bomb.fill(script::Stream::claims, {}, {0}, many);
      });
    }
    // Sync points: very many, one whose path or row never ends, and many under one long path.
    sync("sync points", {}, next_point);
    sync("sync path", {0x81, 1, 1, 1, 1, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20}, {0x80, 3, 1, 0});
    sync("sync row", {1, 1, 1, 1, 0, 1}, {0x80});
    Bomb::Bytes path{1, 1, 1, 1, 0, 0x80, 0x80, 0x10};  // 2^18 levels
    for (std::uint32_t i = 0; i < 1u << 18; ++i) path.insert(path.end(), {0x80, 3, 1, 0});
    sync("sync shared path", path, {1, 1, 1, 1, 0x80, 0x80, 0x10, 0});
    ids("ids path", [](Bomb& bomb) {
      bomb.fill(script::Stream::steps, {}, {1}, many);
      bomb.fill(script::Stream::ids, {}, {0}, many);
    });
    ids("ids marked", [](Bomb& bomb) {
      bomb.fill(script::Stream::steps, {}, {1}, many);
      bomb.fill(script::Stream::ids, {}, {0}, many);
      bomb.fill(script::Stream::marks, {}, {0xFF}, many);
      bomb.fill(script::Stream::sizes, {}, {0}, many);
    });
    lean("holes", [](Bomb& bomb) { bomb.leave_holes(script::Stream::rows, 1000); });
  }
  [[nodiscard]] const std::vector<Bombed>& all() const { return all_; }

 private:
  static constexpr std::uint64_t many = 5000;  // blocks: some 20 GB
  static inline const Bomb::Bytes one_tree_edge{3};
  // Numbers go on, nothing is shared, nothing is new.
  static inline const Bomb::Bytes next_point{0x81, 1, 0x81, 1, 1, 1, 0, 0};

  template <typename Fill>
  void make(const std::string& name, script::Form form, unsigned parts, const Fill& fill) {
    Bombed bombed{name, {}, form};
    for (unsigned part = 1; part <= std::max(parts, 1u); ++part) {
      std::string file = folder_ + "/" + name + (parts == 0 ? "" : "." + std::to_string(part)) + ".way";
      for (char& c : file) c = c == ' ' ? '-' : c;
      Bomb bomb(file);
      fill(bomb);
      script::Header header = header_;
      header.form = form;
      header.states = header.transitions = std::uint64_t{1} << 40;
      header.part = parts == 0 ? 0 : part;
      header.parts = parts;
      bomb.finish(header);
      bombed.files.push_back(file);
    }
    all_.push_back(bombed);
  }
  template <typename Fill>
  void lean(const std::string& name, const Fill& fill) {
    make(name, script::Form::lean, 0, fill);
  }
  template <typename Fill>
  void ids(const std::string& name, const Fill& fill) {
    make(name, script::Form::ids, 0, fill);
  }
  // Whole, and as parts.
  void sync(const std::string& name, const Bomb::Bytes& first, const Bomb::Bytes& pattern) {
    for (const unsigned parts : {0u, 2u}) {
      make(parts == 0 ? name : name + " in parts", script::Form::lean, parts, [&](Bomb& bomb) {
        bomb.fill(script::Stream::rows, {}, one_tree_edge, 1);
        bomb.fill(script::Stream::counts, {}, {0}, 1);
        bomb.fill(script::Stream::sync, first, pattern, many);
      });
    }
  }

  std::string folder_;
  script::Header header_;
  std::vector<Bombed> all_;
};

}  // namespace waymark::certify

// Numbers that are mostly 0 or 1, in few bits each, one behind the other (Elias' gamma code, lowest bit first: 0 is one
// bit, 1 and 2 are three). They are added at the end and read from wherever one has noted that a number begins.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "checkpoint/reader.hpp"
#include "checkpoint/writer.hpp"

namespace waymark::observe {

class GammaCodes {
 public:
  // REQUIRES: below 2^64 - 1.
  void add(std::uint64_t number) {
    const std::uint64_t code = number + 1;
    const unsigned width = static_cast<unsigned>(std::bit_width(code));
    const std::uint64_t mark = std::uint64_t{1} << (width - 1);  // below it as many zeros as there are bits to come
    if (width <= 32) return append(mark | (code - mark) << width, 2 * width - 1);
    append(mark, width);
    append(code - mark, width - 1);
  }
  // In bits: where the next number begins.
  [[nodiscard]] std::uint64_t position() const { return 64 * words_.size() + used_; }
  [[nodiscard]] std::uint64_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

  // Answers the number that begins there, and moves on to the next one. REQUIRES: there is one.
  [[nodiscard]] std::uint64_t next(std::uint64_t& position) const {
    const unsigned more = static_cast<unsigned>(std::countr_zero(window(position)));
    position += more + 1;
    const std::uint64_t mark = std::uint64_t{1} << more;
    const std::uint64_t code = mark | (window(position) & (mark - 1));
    position += more;
    return code - 1;
  }
  // The same of numbers that a stranger has written: false if none begins there.
  [[nodiscard]] bool try_skip(std::uint64_t& position) const {
    constexpr unsigned widest = 40;
    const std::uint64_t bits = window(position);
    const unsigned more = bits == 0 ? widest : static_cast<unsigned>(std::countr_zero(bits));
    position += 2 * more + 1;
    return more < widest && position <= this->position();
  }
  void skip(std::uint64_t& position) const {
    position += 2 * static_cast<unsigned>(std::countr_zero(window(position))) + 1;
  }

  void save(checkpoint::Writer& writer) const {
    writer.varint(words_.size());
    writer.varint(used_);
    for (const std::uint64_t word : words_) writer.u64(word);
    writer.u64(open_);
  }
  // What save() wrote, but for what the numbers are. `room(bytes)` is asked before so much is held, and throws if that
  // is too much.
  template <typename Room>
  void load(checkpoint::Reader& reader, const Room& room) {
    const std::uint64_t words = reader.varint();
    used_ = static_cast<unsigned>(reader.varint(63));
    while (words_.size() < words) {
      if (words_.size() == words_.capacity()) room(2 * bytes());
      words_.push_back(reader.u64());
    }
    open_ = reader.u64();
    if (open_ >> used_ != 0) reader.malformed("there is something behind its last number");
  }

 private:
  void append(std::uint64_t bits, unsigned width) {
    open_ |= bits << used_;
    used_ += width;
    if (used_ < 64) return;
    words_.push_back(open_);
    used_ -= 64;
    open_ = used_ == 0 ? 0 : bits >> (width - used_);
  }
  // The next 64 bits, with zeros behind the end.
  [[nodiscard]] std::uint64_t window(std::uint64_t position) const {
    const unsigned offset = position % 64;
    const std::uint64_t low = word(position / 64) >> offset;
    return offset == 0 ? low : low | word(position / 64 + 1) << (64 - offset);
  }

  [[nodiscard]] std::uint64_t word(std::uint64_t index) const {
    if (index < words_.size()) return words_[index];
    return index == words_.size() ? open_ : 0;
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t open_ = 0;  // the last word, of which so many bits are in use
  unsigned used_ = 0;
};

}  // namespace waymark::observe

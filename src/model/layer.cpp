#include "model/layer.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"

namespace waymark::model {

namespace {

constexpr Word most_hashes = 4096;  // automata are small, and so are rings of actors

}  // namespace

void Layer::reset() {
  saved_.clear();
  own_ = 0;
  inner_->reset();
}

Mark Layer::mark() {
  saved_.push_back({inner_->mark(), own_});
  return saved_.size() - 1;
}

void Layer::rewind(Mark mark) {
  CHECK(mark < saved_.size());
  saved_.resize(mark + 1);
  inner_->rewind(saved_.back().inner);
  own_ = saved_.back().own;
}

Packed Layer::pack() {
  const Packed inner = inner_->pack();
  words_.resize(inner.words.size() + 1);
  std::copy(inner.words.begin(), inner.words.end(), words_.begin());
  words_.back() = own_;
  return {words_};
}

void Layer::unpack(std::span<const Word> words) {
  saved_.clear();
  own_ = words.back();
  inner_->unpack(words.first(words.size() - 1));
}

void Layer::write(base::ByteSink& sink) {
  sink.varint(own_);
  inner_->write(sink);
}

bool Layer::read(base::ByteSource& source) {
  saved_.clear();
  const std::uint64_t word = source.varint();
  if (word > ~Word{0} || !fits(static_cast<Word>(word))) return false;
  own_ = static_cast<Word>(word);
  return inner_->read(source);
}

bool Layer::read_words(std::span<const Word> words) {
  saved_.clear();
  if (words.empty() || !fits(words.back())) return false;
  own_ = words.back();
  return inner_->read_words(words.first(words.size() - 1));
}

Fingerprint Layer::fingerprint() {
  Fingerprint sum = inner_->fingerprint();
  sum += part_of(own_);
  return sum;
}

Fingerprint Layer::hash_part(Word word) {
  std::array<std::uint8_t, 4> bytes{};
  for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(word >> 8 * i);
  const Fingerprint part = key_.hash(name_, bytes);
  if (word >= most_hashes) return part;
  if (word >= hashes_.size()) hashes_.resize(word + 1);
  hashes_[word] = part;
  return part;
}

}  // namespace waymark::model

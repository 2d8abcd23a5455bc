// StateCodec: a state as the bytes that go to another rank. Words that mean the same everywhere go as they are, and
// nothing needs to be made of them at the other end before they are looked up; any other state is written by the model.
#pragma once

#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "model/model.hpp"

namespace waymark::cluster {

class StateCodec {
 public:
  explicit StateCodec(model::Model& model)
      : model_(model), as_words_(std::endian::native == std::endian::little && model.words_are_portable()) {}

  // Whether the bytes of a state are its words.
  [[nodiscard]] bool as_words() const { return as_words_; }
  // Of the state in which the model stands; until that is called again.
  [[nodiscard]] std::span<const std::uint8_t> here() {
    if (as_words_) return bytes_of(model_.pack().words);
    sink_.clear();
    model_.write(sink_);
    return sink_.bytes();
  }
  // The model stands in that state then. False: there is none such.
  [[nodiscard]] bool read(std::span<const std::uint8_t> state) {
    if (!as_words_) {
      base::ByteSource source(state);
      return model_.read(source) && source.at_end();
    }
    if (state.size() % sizeof(model::Word) != 0) return false;
    words_.resize(state.size() / sizeof(model::Word));
    if (!state.empty()) std::memcpy(words_.data(), state.data(), state.size());
    return model_.read_words(words_);
  }

  [[nodiscard]] static std::span<const std::uint8_t> bytes_of(std::span<const model::Word> words) {
    return {reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()};
  }

 private:
  model::Model& model_;
  bool as_words_;
  base::ByteSink sink_;
  std::vector<model::Word> words_;
};

}  // namespace waymark::cluster

// DeltaCodec: states on their way from one model to another, of a program whose states have parts
// (model::CompositeState). A state is sent as the parts in which it differs from the one that was sent to the same rank
// before it; a part that was never sent there goes with the whole state, as it is written for other processes, from
// which the other end learns how it calls the same part itself; if it comes to send that part back, it calls it as the
// first one does. What a part is called stays the same at both ends, so nothing rests on hashes, and states that come
// to parts which were seen before, as nearly all do, cost as much as they differ.
//
// DeltaCodec between two ranks have to be read in the order in which they were written, and all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/bytes.hpp"
#include "model/composite_state.hpp"
#include "model/model.hpp"

namespace waymark::cluster {

class DeltaCodec {
 public:
  // REQUIRES: the model is CompositeState.
  DeltaCodec(model::Model& model, unsigned ranks);

  // For this rank: the state in which the model stands, and which it packs as these words. REQUIRES: it had room.
  void write(unsigned to, std::span<const model::Word> words, base::ByteSink& sink);
  // The state that this rank has sent, as this model packs it; it may have to stand there. Nothing if that is none. A
  // view until the next call.
  [[nodiscard]] std::optional<model::Packed> read(unsigned from, std::span<const std::uint8_t> bytes);

  [[nodiscard]] std::uint64_t held_bytes() const { return held_; }

 private:
  enum class Form : std::uint8_t { parts, whole };

  // A part: its position, and the word that stands there.
  struct Part {
    std::uint32_t position = 0;
    model::Word word = 0;
    [[nodiscard]] std::uint64_t key() const { return std::uint64_t{position} << 32 | word; }
  };
  // What a part is called on the way: by the sender's position and word, or by those of the other end, which is what
  // the lowest bit of the place says.
  struct Name {
    std::uint32_t place = 0;
    model::Word word = 0;
  };
  struct Sent {
    std::vector<model::Word> last;
    std::unordered_map<std::uint64_t, Name> names;  // of parts that are known there
    std::vector<std::uint32_t> places;              // by position
  };
  struct Come {
    std::vector<model::Word> last;                         // as it is packed here
    std::vector<std::uint32_t> positions;                  // by theirs, one more than ours; 0: not known yet
    std::unordered_map<std::uint64_t, model::Word> words;  // of their parts, ours
  };

  void write_whole(Sent& sent, std::span<const model::Word> words, base::ByteSink& sink);
  // From now on a part is called so.
  void call(Sent& sent, const Part& ours, const Name& name);
  [[nodiscard]] bool read_parts(Come& come, const Sent& sent, base::ByteSource& source);
  // The part that is meant, if there is one, by how it is called here; and by how it is called there.
  [[nodiscard]] static std::optional<Part> named_by_us(const Come& come, const Sent& sent, const Part& ours);
  [[nodiscard]] static std::optional<Part> named_by_them(const Come& come, const Part& theirs);
  [[nodiscard]] std::optional<model::Packed> read_whole(base::ByteSource& source);
  // How they call the parts of a state that is packed here as these words, by which they may be sent from now on.
  [[nodiscard]] bool learn(Come& come, Sent& sent, std::span<const model::Word> words, base::ByteSource& source);
  // All parts of a state, in the order on which all models agree.
  void list_parts(std::span<const model::Word> words, std::vector<Part>& out) const;

  model::Model& model_;
  model::CompositeState& parted_;
  std::vector<Sent> sent_;
  std::vector<Come> come_;
  std::vector<Name> changed_;
  std::vector<Part> parts_;
  base::ByteSink whole_;
  std::uint64_t held_ = 0;
};

}  // namespace waymark::cluster

#include "cluster/parcels.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t bytes_of_a_known_part = 40;  // in a set; in a map
constexpr std::uint64_t most_positions = std::uint64_t{1} << 28;

model::Parted& parted_of(model::Model& model) {
  auto* const parted = dynamic_cast<model::Parted*>(&model);
  CHECK(parted != nullptr);
  return *parted;
}

}  // namespace

Parcels::Parcels(model::Model& model, unsigned ranks)
    : model_(model), parted_(parted_of(model)), sent_(ranks), come_(ranks) {}

void Parcels::list_parts(std::span<const model::Word> words, std::vector<Part>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (words[i] != 0) out.push_back({i, words[i]});
  }
  std::sort(out.begin(), out.end(),
            [&](const Part& a, const Part& b) { return parted_.stands_before(a.position, b.position); });
}

// A form, and then the parts that have changed, or the state with all its parts; if there was no room for a new one,
// the state alone.
void Parcels::write(unsigned to, base::ByteSink& sink) {
  Sent& sent = sent_[to];
  const model::Packed packed = model_.pack();
  if (!packed.room) {
    sink.u8(static_cast<std::uint8_t>(Form::plain));
    return model_.write(sink);
  }
  if (sent.last.size() < packed.words.size()) sent.last.resize(packed.words.size());
  changed_.clear();
  bool known = true;
  for (std::uint32_t i = 0; i < sent.last.size(); ++i) {
    const model::Word word = i < packed.words.size() ? packed.words[i] : 0;
    if (sent.last[i] == word) continue;
    changed_.push_back({i, word});
    known = known && (word == 0 || sent.known.contains(changed_.back().key()));
    sent.last[i] = word;
  }
  if (!known) return write_whole(sent, packed.words, sink);
  sink.u8(static_cast<std::uint8_t>(Form::parts));
  std::uint32_t before = 0;
  for (const Part& part : changed_) {
    sink.varint(part.position - before);
    sink.varint(part.word);
    before = part.position;
  }
}

void Parcels::write_whole(Sent& sent, std::span<const model::Word> words, base::ByteSink& sink) {
  list_parts(words, parts_);
  whole_.clear();
  model_.write(whole_);
  sink.u8(static_cast<std::uint8_t>(Form::whole));
  sink.varint(whole_.size());
  sink.raw(whole_.bytes());
  for (const Part& part : parts_) {
    sink.varint(part.position);
    sink.varint(part.word);
    if (sent.known.insert(part.key()).second) held_ += bytes_of_a_known_part;
  }
}

std::optional<model::Packed> Parcels::read(unsigned from, std::span<const std::uint8_t> bytes) {
  Come& come = come_[from];
  base::ByteSource source(bytes);
  switch (static_cast<Form>(source.u8())) {
    case Form::parts:
      if (!read_parts(come, source)) return std::nullopt;
      return parted_.row(come.last);
    case Form::whole: {
      base::ByteSource state(source.raw(source.varint()));
      const std::optional<model::Packed> packed = read_whole(state);
      return packed && learn(come, packed->words, source) ? packed : std::nullopt;
    }
    case Form::plain:
      return read_whole(source);
  }
  return std::nullopt;
}

bool Parcels::read_parts(Come& come, base::ByteSource& source) {
  std::uint64_t position = 0;
  while (!source.at_end()) {
    position += source.varint();
    const auto word = static_cast<model::Word>(source.varint());
    if (source.failed() || position >= come.positions.size() || come.positions[position] == 0) return false;
    model::Word ours = 0;
    if (word != 0) {
      const auto known = come.words.find(Part{static_cast<std::uint32_t>(position), word}.key());
      if (known == come.words.end()) return false;
      ours = known->second;
    }
    const std::uint32_t here = come.positions[position] - 1;
    if (here >= come.last.size()) come.last.resize(here + 1);
    come.last[here] = ours;
  }
  return true;
}

std::optional<model::Packed> Parcels::read_whole(base::ByteSource& source) {
  if (!model_.read(source) || !source.at_end()) return std::nullopt;
  return model_.pack();
}

// If there is no room for a part here, the search is over.
bool Parcels::learn(Come& come, std::span<const model::Word> words, base::ByteSource& source) {
  list_parts(words, parts_);
  for (const Part& ours : parts_) {
    const std::uint64_t position = source.varint();
    const auto word = static_cast<model::Word>(source.varint());
    if (source.failed() || position >= most_positions || word == 0) return false;
    if (position >= come.positions.size()) come.positions.resize(position + 1);
    come.positions[position] = ours.position + 1;
    const Part theirs{static_cast<std::uint32_t>(position), word};
    if (come.words.try_emplace(theirs.key(), ours.word).second) held_ += bytes_of_a_known_part;
  }
  come.last.assign(words.begin(), words.end());
  return source.at_end();
}

}  // namespace waymark::cluster

#include "cluster/exchange/delta_codec.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "containers/differences.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t bytes_of_a_known_part = 40;  // in a map
constexpr std::uint64_t most_positions = std::uint64_t{1} << 28;

model::CompositeState& parted_of(model::Model& model) {
  auto* const parted = model.composite_state();
  CHECK(parted != nullptr);
  return *parted;
}

}  // namespace

DeltaCodec::DeltaCodec(model::Model& model, unsigned ranks)
    : model_(model), parted_(parted_of(model)), sent_(ranks), come_(ranks) {}

void DeltaCodec::list_parts(std::span<const model::Word> words, std::vector<Part>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (words[i] != 0) out.push_back({i, words[i]});
  }
  std::sort(out.begin(), out.end(),
            [&](const Part& a, const Part& b) { return parted_.stands_before(a.position, b.position); });
}

// A form, and then the parts that have changed, or the state with all its parts.
void DeltaCodec::write(unsigned to, std::span<const model::Word> words, base::ByteSink& sink) {
  Sent& sent = sent_[to];
  changed_.clear();
  bool known = true;
  const auto change = [&](std::uint32_t position, model::Word word) {
    sent.last[position] = word;
    if (word == 0) return changed_.push_back({sent.places[position], 0});
    const auto name = sent.names.find(Part{position, word}.key());
    known = known && name != sent.names.end();
    if (known) changed_.push_back(name->second);
  };
  if (sent.last.size() < words.size()) {
    sent.last.resize(words.size());
    sent.places.resize(std::max(words.size(), sent.places.size()));
  }
  containers::each_difference(words, std::span(sent.last).first(words.size()),
                              [&](std::uint32_t i) { change(i, words[i]); });
  for (auto i = static_cast<std::uint32_t>(words.size()); i < sent.last.size(); ++i) {
    if (sent.last[i] != 0) change(i, 0);
  }
  if (!known) return write_whole(sent, words, sink);
  sink.u8(static_cast<std::uint8_t>(Form::parts));
  for (const Name& name : changed_) {
    sink.varint(name.place);
    sink.varint(name.word);
  }
}

void DeltaCodec::call(Sent& sent, const Part& ours, const Name& name) {
  if (!sent.names.try_emplace(ours.key(), name).second) return;
  held_ += bytes_of_a_known_part;
  if (ours.position >= sent.places.size()) sent.places.resize(ours.position + 1);
  sent.places[ours.position] = name.place;
}

void DeltaCodec::write_whole(Sent& sent, std::span<const model::Word> words, base::ByteSink& sink) {
  list_parts(words, parts_);
  whole_.clear();
  model_.write(whole_);
  sink.u8(static_cast<std::uint8_t>(Form::whole));
  sink.varint(whole_.size());
  sink.raw(whole_.bytes());
  for (const Part& part : parts_) {
    sink.varint(part.position);
    sink.varint(part.word);
    call(sent, part, {part.position << 1, part.word});
  }
}

std::optional<model::Packed> DeltaCodec::read(unsigned from, std::span<const std::uint8_t> bytes) {
  Come& come = come_[from];
  base::ByteSource source(bytes);
  switch (static_cast<Form>(source.u8())) {
    case Form::parts:
      if (!read_parts(come, sent_[from], source)) return std::nullopt;
      return parted_.row(come.last);
    case Form::whole: {
      base::ByteSource state(source.raw(source.varint()));
      const std::optional<model::Packed> packed = read_whole(state);
      return packed && learn(come, sent_[from], packed->words, source) ? packed : std::nullopt;
    }
  }
  return std::nullopt;
}

bool DeltaCodec::read_parts(Come& come, const Sent& sent, base::ByteSource& source) {
  while (!source.at_end()) {
    const std::uint64_t place = source.varint();
    const auto word = static_cast<model::Word>(source.varint());
    if (source.failed() || place >= 2 * most_positions) return false;
    const auto position = static_cast<std::uint32_t>(place >> 1);
    const std::optional<Part> ours =
        (place & 1) != 0 ? named_by_us(come, sent, {position, word}) : named_by_them(come, {position, word});
    if (!ours) return false;
    if (ours->position >= come.last.size()) come.last.resize(ours->position + 1);
    come.last[ours->position] = ours->word;
  }
  return true;
}

std::optional<DeltaCodec::Part> DeltaCodec::named_by_us(const Come& come, const Sent& sent, const Part& ours) {
  const bool known = ours.word == 0 ? ours.position < come.last.size() : sent.names.contains(ours.key());
  return known ? std::optional(ours) : std::nullopt;
}

std::optional<DeltaCodec::Part> DeltaCodec::named_by_them(const Come& come, const Part& theirs) {
  if (theirs.position >= come.positions.size() || come.positions[theirs.position] == 0) return std::nullopt;
  const std::uint32_t here = come.positions[theirs.position] - 1;
  if (theirs.word == 0) return Part{here, 0};
  const auto known = come.words.find(theirs.key());
  return known != come.words.end() ? std::optional(Part{here, known->second}) : std::nullopt;
}

std::optional<model::Packed> DeltaCodec::read_whole(base::ByteSource& source) {
  if (!model_.read(source) || !source.at_end()) return std::nullopt;
  return model_.pack();
}

// If there is no room for a part here, the search is over.
bool DeltaCodec::learn(Come& come, Sent& sent, std::span<const model::Word> words, base::ByteSource& source) {
  list_parts(words, parts_);
  for (const Part& ours : parts_) {
    const std::uint64_t position = source.varint();
    const auto word = static_cast<model::Word>(source.varint());
    if (source.failed() || position >= most_positions || word == 0) return false;
    if (position >= come.positions.size()) come.positions.resize(position + 1);
    come.positions[position] = ours.position + 1;
    const Part theirs{static_cast<std::uint32_t>(position), word};
    if (come.words.try_emplace(theirs.key(), ours.word).second) held_ += bytes_of_a_known_part;
    call(sent, ours, {theirs.position << 1 | 1, theirs.word});
  }
  come.last.assign(words.begin(), words.end());
  return source.at_end();
}

}  // namespace waymark::cluster

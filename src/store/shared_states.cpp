#include "store/shared_states.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace waymark::store {

using containers::Block;
using containers::Word;

SharedStates::Writer::Answer SharedStates::Writer::insert(std::span<const Word> words, std::uint64_t hash, Edge edge,
                                                          Place guess) {
  Answer answer = publish(words, hash, edge.value(), guess);
  if (answer.place != nowhere) answer.mark = answer.fresh ? Mark(edge.value()) : states_.lower(answer.place, edge);
  return answer;
}

SharedStates::Writer::Answer SharedStates::Writer::insert(std::span<const Word> words, Edge edge) {
  return insert(words, containers::mix_words(words), edge);
}

SharedStates::Writer::Answer SharedStates::Writer::insert(std::span<const Word> words, std::uint64_t hash) {
  return publish(words, hash, 0, nowhere);
}

SharedStates::Writer::Answer SharedStates::Writer::publish(std::span<const Word> words, std::uint64_t hash,
                                                           std::uint64_t mark, Place guess) {
  Place written = nowhere;
  const auto make = [&] { return written = write(words, mark); };
  const auto matches = [&](Place place) {
    const auto there = states_.words(place);
    return std::equal(there.begin(), there.end(), words.begin(), words.end());
  };
  const bool guessed = guess != nowhere && matches(guess);
  const Place place = guessed ? guess : states_.table_.publish(hash, make, matches, [this] { return loses(); });
  if (place == nowhere) return {};
  if (place != written) return {place, false};  // where something was written in vain the next state will be
  used_ += states_.record_words(words.size());
  --tickets_;
  ++published_;
  return {place, true};
}

Place SharedStates::Writer::write(std::span<const Word> words, std::uint64_t mark) {
  const std::uint64_t needed = states_.header_ + words.size();
  if (tickets_ == 0 && !states_.take_tickets(*this)) return nowhere;
  if (used_ + needed > capacity_ && !states_.new_chunk(*this, needed)) return nowhere;
  const Place place = chunk_ << offset_bits | used_;
  Word* const record = states_.at(place);
  if (states_.marks_) *reinterpret_cast<std::uint64_t*>(record) = mark;
  if (states_.length_ == 0) record[states_.header_ - 1] = static_cast<Word>(words.size());
  if (!words.empty()) std::memcpy(record + states_.header_, words.data(), words.size_bytes());
  return place;
}

SharedStates::Mark SharedStates::lower(Place place, Edge edge) const {
  const std::atomic_ref<std::uint64_t> mark(mark_at(place));
  std::uint64_t least = mark.load(std::memory_order_relaxed);
  while (edge.value() < least && !Mark(least).has_number()) {
    if (mark.compare_exchange_weak(least, edge.value(), std::memory_order_relaxed)) return Mark(edge.value());
  }
  return Mark(least);
}

Place SharedStates::prefetch_entry(std::uint64_t hash) const {
  const Place place = table_.guess(hash);
  if (place == nowhere) return nowhere;
  __builtin_prefetch(at(place));
  __builtin_prefetch(at(place) + 64 / sizeof(Word));
  return place;
}

bool SharedStates::take_tickets(Writer& writer) {
  std::uint64_t left = tickets_left_.load(std::memory_order_relaxed);
  while (left >= tickets_at_a_time) {
    if (!tickets_left_.compare_exchange_weak(left, left - tickets_at_a_time, std::memory_order_relaxed)) continue;
    writer.tickets_ = tickets_at_a_time;
    return true;
  }
  return false;
}

bool SharedStates::new_chunk(Writer& writer, std::uint64_t needed) {
  const base::Lock lock(mutex_);
  std::uint64_t chunk = chunks_used_;
  while (chunk < chunks_made_ && chunks_[chunk].capacity < needed) ++chunk;
  if (chunk == chunks_made_ && !make_chunk(needed)) return false;
  if (writer.capacity_ != 0) chunks_[writer.chunk_].used = writer.used_;
  std::swap(chunks_[chunk], chunks_[chunks_used_]);
  writer.chunk_ = chunks_used_++;
  writer.used_ = 0;
  writer.capacity_ = chunks_[writer.chunk_].capacity;
  return true;
}

// As the last one.
bool SharedStates::make_chunk(std::uint64_t needed) {
  if (chunks_made_ == chunks_.size()) return false;
  // A share of what there is already, so that small searches stay small; near the limit of the budget less may fit.
  std::uint64_t capacity = std::bit_floor(std::clamp<std::uint64_t>(arena_bytes_ / sizeof(Word) / 4 / writers_,
                                                                    least_chunk, std::uint64_t{1} << offset_bits));
  for (;; capacity /= 2) {
    capacity = std::max(capacity, needed);
    if (auto block = Block::make(budget_, capacity * sizeof(Word))) {
      chunks_[chunks_made_++] = {block->as<Word>(), 0, capacity};
      arena_bytes_ += block->bytes();
      blocks_.push_back(std::move(*block));
      return true;
    }
    if (capacity > std::max(needed, least_chunk)) continue;
    refused_.store(true, std::memory_order_relaxed);
    return false;
  }
}

bool SharedStates::prepare(std::span<Writer* const> writers, std::uint64_t states, const Together& together) {
  writers_ = writers.size();
  for (Writer* const writer : writers) {
    table_.count(writer->published_);
    writer->published_ = 0;
    writer->tickets_ = 0;
    if (writer->capacity_ != 0) chunks_[writer->chunk_].used = writer->used_;
  }
  const base::Lock lock(mutex_);
  chunks_.resize(chunks_made_ + writers.size() * chunks_in_a_round);
  if (chunks_.size() >> (containers::BucketTable::value_bits - offset_bits) != 0) return false;
  const std::uint64_t wanted = table_.size() + states + writers.size() * tickets_at_a_time;
  bool growing = true;
  while (growing && table_.grow_at() < wanted) growing = grow_table(together);
  // A little denser than it should be it may become; denser than that where it cannot grow.
  const std::uint64_t most = growing ? table_.grow_at() + table_.grow_at() / 5 : table_.full_at();
  tickets_left_.store(most > table_.size() ? most - table_.size() : 0, std::memory_order_relaxed);
  return wanted <= most;
}

void SharedStates::forget(std::span<Writer* const> writers) {
  const base::Lock lock(mutex_);
  for (Writer* const writer : writers) {
    writer->used_ = writer->capacity_ = 0;
    writer->tickets_ = writer->published_ = 0;
  }
  for (Chunk& chunk : chunks_) chunk.used = 0;
  chunks_used_ = 0;
  table_.clear();
}

bool SharedStates::grow_table(const Together& together) {
  const auto hash_of = [this](Place place) { return containers::mix_words(words(place)); };
  const auto each = [&, used = chunks_used_](const auto& place) {
    for (std::uint64_t chunk = 0; chunk < used; ++chunk) {
      for (std::uint64_t offset = 0; offset < chunks_[chunk].used;) {
        const Place one = chunk << offset_bits | offset;
        place(hash_of(one), one);
        offset += record_words(words(one).size());
      }
    }
  };
  return table_.grow(budget_, hash_of, each, together);
}

}  // namespace waymark::store

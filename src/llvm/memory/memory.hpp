// Memory: a state of a program in LLVM IR, packed, as a fingerprint, and as bytes for other processes.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "containers/padded_row.hpp"
#include "containers/pools.hpp"
#include "llvm/memory/threads.hpp"
#include "model/composite_state.hpp"
#include "model/model.hpp"

namespace waymark::llvm {

class Memory final : public Threads, public model::CompositeState {
 public:
  explicit Memory(std::shared_ptr<const Program> program) : Threads(std::move(program)) {}

  using Heap::read;
  using Heap::write;

  void key(const model::Key& key);
  [[nodiscard]] model::Packed pack();
  void unpack(std::span<const Word> words);
  [[nodiscard]] model::Packed row(std::span<const Word> words) override { return row_.of(words, !full_); }
  [[nodiscard]] bool stands_before(std::uint32_t one, std::uint32_t other) const override;
  [[nodiscard]] std::uint64_t hash_at(std::uint32_t position) override;
  [[nodiscard]] model::Fingerprint fingerprint();
  void write(base::ByteSink& sink);
  [[nodiscard]] bool read(base::ByteSource& source);
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  class Reader;

  [[nodiscard]] std::uint32_t named(std::uint32_t number);
  [[nodiscard]] Word pack_object(const Object& object);
  [[nodiscard]] Word pack_thread(Thread& thread);
  void pack_frame(Thread& thread, std::size_t index);
  void restore_object(Reference reference, Word value);
  void restore_thread(Thread& thread, Word value);
  void restore_frames(Thread& thread, std::uint32_t chain, std::size_t count);
  void clear_thread(Thread& thread);
  [[nodiscard]] model::Fingerprint hash_of(const Object& object);
  [[nodiscard]] model::Fingerprint hash_of_frame(const Thread& thread, std::size_t index);
  [[nodiscard]] model::Fingerprint hash_of_record(const Thread& thread);
  void hash_value(const Value& value);
  void write_value(base::ByteSink& sink, const Value& value) const;
  void write_object(base::ByteSink& sink, const Object& object) const;
  void write_thread(base::ByteSink& sink, const Thread& thread) const;

  base::Budget budget_{std::numeric_limits<std::uint64_t>::max()};
  containers::Pools pools_{budget_};
  bool full_ = false;
  model::Key key_ = model::Key::quick();
  std::vector<Word> scratch_;
  containers::PaddedRow row_;
  std::vector<std::uint32_t> chain_;
  std::vector<std::uint64_t> part_;
};

}  // namespace waymark::llvm

// Partitioner: to which class of states, as PartitionTable has them, the one belongs in which a model stands. It
// follows from the state alone, for all ranks in the same way: from a hash of all that it is, unless a part of it is to
// decide.
#pragma once

#include <cstdint>

#include "cluster/exchange/partition_table.hpp"
#include "cluster/exchange/state_codec.hpp"
#include "containers/mix.hpp"
#include "model/model.hpp"
#include "model/partition_key.hpp"
#include "store/words_hash.hpp"

namespace waymark::cluster {

class Partitioner {
 public:
  // `hash`: of states, the same for all ranks, if there is one. REQUIRES: by the whole state; or the model is
  // Partitionable, and there is none.
  Partitioner(model::Model& model, model::PartitionKey key, store::WordsHash* hash = nullptr)
      : model_(model),
        key_(key),
        by_words_(StateCodec(model).as_words()),
        hash_(hash),
        partitionable_(key == model::PartitionKey::whole ? nullptr : model.partitionable()) {}

  // Of the whole state. If its words travel it is mix_words() of them, which stores need as well.
  [[nodiscard]] std::uint64_t hash_here() {
    if (hash_ != nullptr) return hash_->of(model_.pack().words);
    return by_words_ ? containers::mix_words(model_.pack().words) : model_.fingerprint().high;
  }
  // The same class for all states with this hash, whose high bits are left to the store.
  [[nodiscard]] std::uint32_t here(std::uint64_t hash) {
    return PartitionTable::class_of(partitionable_ != nullptr ? partitionable_->partition_hash(key_)
                                                              : containers::mix(hash));
  }
  [[nodiscard]] std::uint32_t here() { return here(partitionable_ != nullptr ? 0 : hash_here()); }
  // Whether hashes are found from fingerprints, those of successors from those of their sources.
  [[nodiscard]] bool by_fingerprints() const { return !by_words_ && hash_ == nullptr; }

 private:
  model::Model& model_;
  model::PartitionKey key_;
  bool by_words_;
  store::WordsHash* hash_;
  model::Partitionable* partitionable_;  // none: by the whole state
};

}  // namespace waymark::cluster

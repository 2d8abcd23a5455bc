// Fingerprints of states, as sums of the hashes of their parts; see fingerprint.cpp.
#pragma once

#include "java/memory/collector.hpp"
#include "java/memory/keyed_names.hpp"

namespace waymark::java {

class Fingerprinting : public Collector {
 public:
  // Before fingerprint() is called for the first time.
  void key(const model::Key& key) {
    key_ = key;
    keyed_.key(key);
  }
  [[nodiscard]] model::Fingerprint fingerprint();
  // See model::CompositeState.
  [[nodiscard]] std::uint64_t hash_at(std::uint32_t position);

 protected:
  ~Fingerprinting() = default;

  KeyedNames keyed_;

 private:
  struct Hashes;

  [[nodiscard]] model::Fingerprint hash_of(const Object& object);
  [[nodiscard]] model::Fingerprint hash_of(const Class& klass);
  [[nodiscard]] model::Fingerprint hash_of_frame(const Thread& thread, std::size_t i);
  [[nodiscard]] model::Fingerprint hash_of_record(const Thread& thread);
  void hash_object(Object& object);
  void hash_class(const Class& klass);
  void hash_thread(Thread& thread);
  void begin_part() {
    part_.clear();
    part_rest_.clear();
  }
  [[nodiscard]] model::Fingerprint hash_part(PartKind kind);

  model::Key key_ = model::Key::quick();
  std::vector<std::uint64_t> part_;       // that is being hashed
  std::vector<std::uint64_t> part_rest_;  // the upper halves of the names in it
};

}  // namespace waymark::java

// KeyedNames: what fingerprints call classes, methods and objects: 128 bits under the key of this run, of everything
// that their names are. Without the key nobody can make two of them meet, whatever names classes have.
// Each is found out when it is first asked for. The lower half is never 0, which stands for null.
#pragma once

#include <span>
#include <vector>

#include "java/memory/names.hpp"
#include "model/fingerprint.hpp"

namespace waymark::java {

// What a hash is of. It goes in front of what is hashed, so nothing of one kind is taken for something of another.
enum class PartKind : std::uint64_t {
  object = 1,
  statics,
  frame,
  record,
  class_name,
  method_name,
  object_name,
  immortal_name,
};

class KeyedNames {
 public:
  void key(const model::Key& key);

  [[nodiscard]] model::Fingerprint of(const Class& klass) {
    const bool known = klass.id < classes_.size() && classes_[klass.id].low != 0;
    return known ? classes_[klass.id] : find_out(klass);
  }
  [[nodiscard]] model::Fingerprint of(const Method& method) {
    const bool known = method.id < methods_.size() && methods_[method.id].low != 0;
    return known ? methods_[method.id] : find_out(method);
  }
  [[nodiscard]] model::Fingerprint of(const Names& names, Ref ref) {
    const bool known = ref < objects_.size() && objects_[ref].low != 0;
    return known ? objects_[ref] : find_out(names, ref);
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return (classes_.capacity() + methods_.capacity() + objects_.capacity()) * sizeof(model::Fingerprint);
  }

 private:
  using Table = std::vector<model::Fingerprint>;

  [[nodiscard]] model::Fingerprint find_out(const Class& klass);
  [[nodiscard]] model::Fingerprint find_out(const Method& method);
  [[nodiscard]] model::Fingerprint find_out(const Names& names, Ref ref);
  [[nodiscard]] model::Fingerprint enter(Table& table, std::uint32_t index, PartKind kind,
                                         std::span<const std::uint8_t> bytes) const;

  model::Key key_ = model::Key::quick();
  Table classes_;  // by number, as are the others
  Table methods_;
  Table objects_;
};

}  // namespace waymark::java

#include "java/memory/keyed_names.hpp"

#include <array>
#include <string>
#include <string_view>

namespace waymark::java {

namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

void KeyedNames::key(const model::Key& key) {
  key_ = key;
  classes_.clear();
  methods_.clear();
  objects_.clear();
}

model::Fingerprint KeyedNames::enter(Table& table, std::uint32_t index, PartKind kind,
                                     std::span<const std::uint8_t> bytes) const {
  model::Fingerprint name = key_.hash(static_cast<std::uint64_t>(kind), bytes);
  if (name.low == 0) name.low = 1;
  if (table.size() <= index) table.resize(std::size_t{index} + 1 + index / 2);
  table[index] = name;
  return name;
}

model::Fingerprint KeyedNames::find_out(const Class& klass) {
  return enter(classes_, klass.id, PartKind::class_name, bytes_of(klass.name));
}

model::Fingerprint KeyedNames::find_out(const Method& method) {
  // None of the three has a dot.
  std::string text = method.owner->name;
  text += '.';
  text += method.name;
  text += '.';
  text += method.descriptor;
  return enter(methods_, method.id, PartKind::method_name, bytes_of(text));
}

model::Fingerprint KeyedNames::find_out(const Names& names, Ref ref) {
  if (const std::string* const text = names.text(ref)) {
    return enter(objects_, ref, PartKind::immortal_name, bytes_of(*text));
  }
  const Names::Spelled name = names.spelled(ref);
  const model::Fingerprint method = name.site.method == nullptr ? model::Fingerprint() : of(*name.site.method);
  const std::array<std::uint64_t, 4> words{static_cast<std::uint64_t>(names.era(ref)), method.low, method.high,
                                           name.site.place | std::uint64_t{name.number} << 32};
  return enter(objects_, ref, PartKind::object_name,
               {reinterpret_cast<const std::uint8_t*>(words.data()), sizeof words});
}

}  // namespace waymark::java

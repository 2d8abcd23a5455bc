// Strings and mirrors: objects that stand for what the virtual machine knows.
#include <algorithm>
#include <cstring>

#include "java/machine/objects.hpp"
#include "java/machine/utf.hpp"

namespace waymark::java {

namespace {

bool is_latin(std::u16string_view text) {
  return std::all_of(text.begin(), text.end(), [](char16_t c) { return c < 256; });
}

void fill_characters(Object& array, std::u16string_view text, bool latin) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(array.data());
  if (latin) {
    for (std::size_t i = 0; i < text.size(); ++i) bytes[i] = static_cast<std::uint8_t>(text[i]);
  } else {
    std::memcpy(bytes, text.data(), text.size() * 2);
  }
}

}  // namespace

Ref Objects::mirror(Class& klass) {
  if (klass.mirror != 0) return klass.mirror;
  Object* object = memory_.allocate_immortal(Immortal::of(Immortal::Kind::mirror, klass.name), *class_class_);
  klass.mirror = object->place;
  mirrors_[object->place] = &klass;
  if (klass.is_array()) object->data()[field("java/lang/Class", "componentType")] = mirror(*klass.element);
  set_module(*object, klass);
  return klass.mirror;
}

void Objects::set_modules(Ref library, Ref program) {
  library_module_ = library;
  program_module_ = program;
  for (const auto& [ref, klass] : mirrors_) set_module(*at(ref), *klass);
}

void Objects::set_module(Object& mirror, const Class& klass) {
  const Class* base = &klass;
  while (base->is_array()) base = base->element;
  const bool library = base->library || base->primitive;
  mirror.data()[field("java/lang/Class", "module")] = library ? library_module_ : program_module_;
}

Class* Objects::of_mirror(Ref ref) {
  const auto known = mirrors_.find(ref);
  return known == mirrors_.end() ? nullptr : known->second;
}

Ref Objects::new_string(Thread& thread, std::u16string_view text, std::uint32_t sub) {
  const bool latin = is_latin(text);
  const auto length = static_cast<std::uint32_t>(latin ? text.size() : text.size() * 2);
  Object* array = allocate(thread, loader_.need("[B"), length, sub * 2 + 40);
  if (array == nullptr) return 0;
  fill_characters(*array, text, latin);
  array->frozen = true;
  Object* string = allocate(thread, *string_class_, 0, sub * 2 + 41);
  string->data()[string_value_] = array->place;
  string->data()[string_coder_] = latin ? 0 : 1;
  return string->place;
}

Ref Objects::new_string(Thread& thread, std::string_view utf8, std::uint32_t sub) {
  return new_string(thread, to16(utf8), sub);
}

Ref Objects::intern(std::u16string_view text) {
  const auto [known, fresh] = strings_.try_emplace(std::u16string(text), 0);
  if (!fresh) return known->second;
  const bool latin = is_latin(text);
  const std::string_view bytes(reinterpret_cast<const char*>(text.data()), text.size() * 2);
  const auto length = static_cast<std::uint32_t>(latin ? text.size() : text.size() * 2);
  Object* array =
      memory_.allocate_immortal(Immortal::of(Immortal::Kind::characters, bytes), loader_.need("[B"), length);
  fill_characters(*array, text, latin);
  array->frozen = true;
  Object* string = memory_.allocate_immortal(Immortal::of(Immortal::Kind::string, bytes), *string_class_);
  string->data()[string_value_] = array->place;
  string->data()[string_coder_] = latin ? 0 : 1;
  known->second = string->place;
  return string->place;
}

Ref Objects::interned(std::u16string_view text) const {
  const auto known = strings_.find(std::u16string(text));
  return known == strings_.end() ? 0 : known->second;
}

Ref Objects::intern(std::string_view utf8) { return intern(to16(utf8)); }

std::u16string Objects::text16(Ref string) {
  if (string == 0) return u"null";
  const Object& object = *at(string);
  if (object.klass != string_class_ || object.data()[string_value_] == 0) return u"";
  const Object& array = *at(object.data()[string_value_]);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(array.data());
  memory_.poll_room(array.length);  // and mostly more, of what is made from it
  std::u16string text;
  if (object.data()[string_coder_] == 0) {
    text.assign(bytes, bytes + array.length);
  } else {
    text.resize(array.length / 2);
    std::memcpy(text.data(), bytes, text.size() * 2);
  }
  return text;
}

std::string Objects::text(Ref string) { return to8(text16(string)); }

}  // namespace waymark::java

#include "java/machine/object_names.hpp"

#include <fmt/format.h>

#include "java/machine/values.hpp"

namespace waymark::java {

namespace {

bool is_own(const Class& klass) { return !klass.library && !klass.hidden && klass.file != nullptr; }

// Behind the last dot: "Event" of "Agent.Event".
std::string simple(const std::string& text) { return text.substr(text.rfind('.') + 1); }

// Nobody has verified what a class file says about its variables.
bool is_number(const LocalName& local, std::size_t slots) {
  constexpr std::string_view numbers = "ZBCSIJ";
  if (local.descriptor.size() != 1 || numbers.find(local.descriptor.front()) == std::string_view::npos) return false;
  return local.descriptor.front() != 'J' || local.slot + std::size_t{1} < slots;
}

}  // namespace

ObjectNames::ObjectNames(const Loader& loader, Memory& memory, const std::vector<std::string>& thread_names)
    : memory_(memory) {
  for (const auto& klass : loader.classes()) {
    if (is_own(*klass)) ++simple_[simple(klass->short_text())];
  }
  for (const auto& klass : loader.classes()) {
    if (is_own(*klass)) add_statics(*klass);
  }
  walk();
  for (const auto& thread : memory.threads()) {
    const bool counts = thread->status != Status::none && thread->number < thread_names.size();
    if (counts) add_locals(*thread, thread_names[thread->number]);
  }
  walk();
  while (!deferred_.empty()) {
    open_.swap(deferred_);
    walk();
  }
}

std::string ObjectNames::text_of(const Class& klass) const {
  if (klass.is_array()) return text_of(*klass.element) + "[]";
  const std::string whole = klass.short_text();
  const auto known = simple_.find(simple(whole));
  return klass.library || known == simple_.end() || known->second > 1 ? whole : simple(whole);
}

void ObjectNames::add_statics(const Class& klass) {
  if (klass.init == Class::Init::no || klass.statics.empty()) return;
  for (const Field& field : klass.fields) {
    if (!field.is_static() || (field.access & access::is_synthetic) != 0) continue;
    const std::string name = fmt::format("{}.{}", text_of(klass), field.name);
    const Word* const word = klass.statics.data() + field.offset;
    if (field.kind == Kind::ref) {
      add(word[0], name, 0);
    } else {
      add_value(name, field.kind, word, values_);
    }
  }
}

void ObjectNames::add_locals(const Thread& thread, const std::string& who) {
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    const Frame& frame = thread.frames[i];
    const Method& method = *frame.method;
    if (!is_own(*method.owner) || method.member == nullptr || !method.member->code) continue;
    if (frame.pc >= method.offsets.size()) continue;
    const std::uint16_t at = method.offsets[frame.pc];
    for (const LocalName& local : method.member->code->names) {
      if (local.name == "this") continue;  // another object in each call, so that the name would tell nothing apart
      // A variable begins behind the instruction that sets it first.
      if (at < local.begin || at >= local.begin + local.length || local.slot >= method.max_locals) continue;
      const std::size_t bit = std::size_t{frame.pc} * method.stride + local.slot / 64;
      const std::uint64_t mask = std::uint64_t{1} << local.slot % 64;
      if (bit >= method.refs.size() || (method.live[bit] & mask) == 0) continue;
      const Word* const word = thread.words.data() + frame.base + local.slot;
      if ((method.refs[bit] & mask) != 0) {
        add(word[0], fmt::format("{}.{}", who, local.name), 0);
      } else if (is_number(local, method.max_locals)) {
        add_local(fmt::format("{}:{}", who, local.name), kind_of(local.descriptor.front()), word);
      }
    }
  }
}

// Of several calls of one thread, the innermost counts.
void ObjectNames::add_local(const std::string& name, Kind kind, const Word* word) {
  if (local_names_.insert(name).second) add_value(name, kind, word, locals_);
}

void ObjectNames::add(Ref ref, const std::string& name, int inside) {
  if (ref == 0 || names_.size() >= most_names || memory_.at(ref) == nullptr) return;
  if (!names_.emplace(ref, name).second) return;
  constexpr int deepest = 3;
  if (inside > deepest) return;
  (inside == 0 ? open_ : deferred_).push_back({ref, inside});
}

void ObjectNames::walk() {
  for (std::size_t i = 0; i < open_.size(); ++i) expand(Open(open_[i]));  // grows meanwhile
  open_.clear();
}

void ObjectNames::expand(const Open& open) {
  const Object& object = *memory_.at(open.ref);
  const std::string name = names_[open.ref];
  const Class& klass = *object.klass;
  if (klass.is_array()) {
    if (klass.element_kind != Kind::ref) return;
    for (std::uint32_t i = 0; i < object.length; ++i)
      add(object.data()[i], fmt::format("{}[{}]", name, i), open.inside);
    return;
  }
  // What the library keeps is named by the program's variable that leads there.
  const int inside = klass.library || klass.hidden ? open.inside + 1 : open.inside;
  for (const Class* it = &klass; it != nullptr; it = it->super) {
    for (const Field& field : it->fields) {
      if (field.is_static()) continue;
      const Word* const word = object.data() + field.offset;
      const std::string member = inside == 0 ? fmt::format("{}.{}", name, field.name) : name;
      if (field.kind == Kind::ref) {
        add(word[0], member, inside);
      } else if (inside == 0) {
        add_value(member, field.kind, word, values_);
      }
    }
  }
}

void ObjectNames::add_value(const std::string& name, Kind kind, const Word* word, std::vector<model::Value>& out) {
  if (out.size() >= most_names) return;
  switch (kind) {
    case Kind::boolean_:
      out.push_back({name, word[0] != 0 ? "true" : "false"});
      return;
    case Kind::long_:
      out.push_back({name, fmt::format("{}", static_cast<std::int64_t>(get64(word)))});
      return;
    case Kind::float_:
    case Kind::double_:
      return;
    default:
      out.push_back({name, fmt::format("{}", static_cast<std::int32_t>(word[0]))});
  }
}

}  // namespace waymark::java

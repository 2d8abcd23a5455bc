#include "java/proposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/diagnostics.hpp"
#include "java/link/loader.hpp"
#include "java/machine/values.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

namespace {

constexpr std::size_t most_named = 8;  // fields that a message lists

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// A nested class may be written with dots: Outer.Inner is tried as Outer/Inner, then as Outer$Inner.
Class* find_class(std::string name, Loader& loader) {
  std::replace(name.begin(), name.end(), '.', '/');
  while (true) {
    if (Class* const found = loader.find(name)) return found;
    const std::size_t slash = name.rfind('/');
    if (slash == std::string::npos) return nullptr;
    name[slash] = '$';
  }
}

// A number, a character in quotes, true, false or null.
std::optional<std::int64_t> number_in(std::string_view text) {
  if (text.size() == 3 && text.front() == '\'' && text.back() == '\'') return static_cast<unsigned char>(text[1]);
  if (text.size() > 1 && (text.back() == 'L' || text.back() == 'l')) text.remove_suffix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void Proposition::refuse(const std::string& why) const {
  throw base::InputError(fmt::format("waymark: error: '{}': {}", text_, why));
}

Proposition::Proposition(std::string_view text, Loader& loader, Wanted wanted) : text_(trimmed(text)) {
  static constexpr std::array<std::pair<std::string_view, Relation>, 6> relations = {{{"==", Relation::equal},
                                                                                      {"!=", Relation::unequal},
                                                                                      {"<=", Relation::at_most},
                                                                                      {">=", Relation::at_least},
                                                                                      {"<", Relation::less},
                                                                                      {">", Relation::greater}}};
  const std::string_view whole = text_;
  const std::size_t at = whole.find_first_of("=!<>");
  if (at == std::string_view::npos) {
    left_ = operand(whole, loader);
    is_value_ = wanted == Wanted::value && left_.sort != Sort::truth;
    if (method_ == nullptr && left_.sort != Sort::truth && !is_value_)
      refuse("this is no boolean; compare it, as in 'Main.count == 3'");
    right_ = {Sort::truth, 0, nullptr};
    return;
  }
  const auto sign = std::find_if(relations.begin(), relations.end(),
                                 [&](const auto& relation) { return whole.substr(at).starts_with(relation.first); });
  if (sign == relations.end()) refuse("== != < <= > or >= is expected");
  relation_ = sign->second;
  left_ = operand(whole.substr(0, at), loader);
  right_ = operand(whole.substr(at + sign->first.size()), loader);
  if (method_ != nullptr) refuse("a method is a condition of its own; compare fields, or call them in the method");
  if (left_.sort != right_.sort) refuse("its two sides are of different types");
  if (left_.sort != Sort::number && relation_ != Relation::equal && relation_ != Relation::unequal) {
    refuse("only numbers have an order; use == or !=");
  }
}

Proposition::Operand Proposition::operand(std::string_view given, Loader& loader) {
  const std::string_view name = trimmed(given);
  if (name == "true" || name == "false") return {Sort::truth, name == "true" ? 1 : 0, nullptr};
  if (name == "null") return {Sort::reference, 0, nullptr};
  if (const auto number = number_in(name)) return {Sort::number, *number, nullptr};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) {
    refuse(fmt::format("'{}' names no class; Class.field or Class.method is expected, as in Main.count", name));
  }
  std::string member(name.substr(dot + 1));
  const bool called = member.ends_with("()");
  if (called) member.resize(member.size() - 2);
  const std::string owner(name.substr(0, dot));
  Class* const klass = find_class(owner, loader);
  if (klass == nullptr) refuse(fmt::format("there is no class {} on the class path", owner));
  Method* const method = klass->declared(member, "()Z");
  if (method != nullptr && method->is_static()) {
    method_ = method;
    return {Sort::truth, 0, nullptr};
  }
  if (called) {
    refuse(fmt::format("{} has no static method {} that takes nothing and returns a boolean", klass->text(), member));
  }
  const Field& found = field(*klass, member);
  if (found.kind == Kind::float_ || found.kind == Kind::double_) {
    refuse(fmt::format("{} is a floating-point number; ask about it in a static boolean method", name));
  }
  const Sort sort = found.kind == Kind::ref        ? Sort::reference
                    : found.kind == Kind::boolean_ ? Sort::truth
                                                   : Sort::number;
  if (found.constant_value != 0 && sort != Sort::reference) {  // known before its class is initialised
    const std::uint64_t bits = found.owner->file->pool[found.constant_value].bits;
    return {sort, found.kind == Kind::long_ ? static_cast<std::int64_t>(bits) : as_int(static_cast<Word>(bits)),
            nullptr};
  }
  return {sort, 0, &found};
}

const Field& Proposition::field(Class& klass, std::string_view name) const {
  std::string names;
  std::size_t listed = 0;
  for (Class* owner = &klass; owner != nullptr; owner = owner->super) {
    for (const Field& each : owner->fields) {
      if (each.name == name && each.is_static()) return each;
      if (each.name == name) {
        refuse(
            fmt::format("{}.{} is a field of objects; only static fields can be asked about, or a static boolean "
                        "method",
                        klass.text(), name));
      }
      if (!each.is_static() || owner != &klass || ++listed > most_named) continue;
      names += (names.empty() ? "" : ", ") + std::string(each.name);
    }
  }
  if (listed > most_named) names += ", …";
  refuse(fmt::format("{} has no static field or boolean method {}; {}", klass.text(), name,
                     names.empty() ? "it has no static fields" : "its static fields are " + names));
}

bool Proposition::defined() const {
  const auto ready = [](const Class* klass) {
    return klass->init == Class::Init::yes || klass->initializer == nullptr;
  };
  if (method_ != nullptr) return ready(method_->owner);
  return (left_.field == nullptr || ready(left_.field->owner)) &&
         (right_.field == nullptr || ready(right_.field->owner));
}

std::int64_t Proposition::value(const Operand& operand) {
  if (operand.field == nullptr) return operand.value;
  const Word* const at = operand.field->owner->statics.data() + operand.field->offset;
  if (operand.field->kind == Kind::long_) return as_long(at);
  return operand.sort == Sort::reference ? std::int64_t{at[0]} : as_int(at[0]);
}

void Proposition::add_reads(Vm& vm, ReadSet& reads) const {
  if (method_ != nullptr) vm.add_reads(*method_, reads);
  for (const Operand* side : {&left_, &right_}) {
    if (side->field != nullptr) reads.add(*side->field);
  }
}

bool Proposition::holds(Vm& vm) const {
  if (method_ != nullptr) {
    bool answer = false;
    return vm.evaluate(*method_, answer) && answer;
  }
  const std::int64_t left = value(left_);
  const std::int64_t right = value(right_);
  switch (relation_) {
    case Relation::equal:
      return left == right;
    case Relation::unequal:
      return left != right;
    case Relation::less:
      return left < right;
    case Relation::at_most:
      return left <= right;
    case Relation::greater:
      return left > right;
    case Relation::at_least:
      return left >= right;
  }
  return false;
}

}  // namespace waymark::java

#include "java/inspector.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "java/machine/values.hpp"
#include "java/telling.hpp"

namespace waymark::java {

namespace {

std::string number_text(Kind kind, const Word* word) {
  switch (kind) {
    case Kind::boolean_:
      return word[0] != 0 ? "true" : "false";
    case Kind::long_:
      return fmt::format("{}", as_long(word));
    case Kind::float_:
      return fmt::format("{}", as_float(word[0]));
    case Kind::double_:
      return fmt::format("{}", as_double(word));
    default:
      return fmt::format("{}", as_int(word[0]));
  }
}

// A class file may say anything of its variables.
bool is_type(std::string_view descriptor) {
  return !descriptor.empty() && std::string_view("ZCFDBSIJL[").find(descriptor[0]) != std::string_view::npos;
}

}  // namespace

// Without 'javac -g' a class file names no variables but `this`.
std::vector<model::Value> Inspector::locals(std::uint32_t actor, std::size_t frame_number) {
  std::vector<model::Value> out;
  const auto& threads = vm_.memory().threads();
  if (actor >= threads.size() || threads[actor]->status == Status::none) return out;
  const Thread& thread = *threads[actor];
  const std::vector<std::size_t> shown = shown_frames(thread);
  if (frame_number >= shown.size()) return out;
  const Frame& frame = thread.frames[shown[frame_number]];
  const Method& method = *frame.method;
  if (method.member == nullptr || !method.member->code || frame.pc >= method.offsets.size()) return out;
  const ObjectNames known = names_of(vm_);
  const Named named(vm_.objects(), known);
  const auto bit_of = [&](const auto& bits, std::size_t slot) {
    const std::size_t word = std::size_t{frame.pc} * method.stride + slot / 64;
    return word < bits.size() && (bits[word] >> slot % 64 & 1) != 0;
  };
  const auto add = [&](std::string_view name, Kind kind, std::size_t slot) {
    if (slot + words_of(kind) > method.max_locals || !bit_of(method.live, slot)) return;
    if ((kind == Kind::ref) != bit_of(method.refs, slot)) return;
    const Word* const word = thread.words.data() + frame.base + slot;
    out.push_back(
        {std::string(name), kind == Kind::ref ? vm_.objects().describe(Ref{word[0]}) : number_text(kind, word)});
  };
  const std::vector<LocalName>& table = method.member->code->names;
  if (table.empty() && !method.is_static()) add("this", Kind::ref, 0);
  const std::uint16_t at = method.offsets[frame.pc];
  for (const LocalName& local : table) {
    // A variable begins behind the instruction that sets it first.
    if (at < local.begin || at >= local.begin + local.length || !is_type(local.descriptor)) continue;
    add(local.name, kind_of(local.descriptor[0]), local.slot);
  }
  return out;
}

Inspector::Expression Inspector::read_expression(std::string_view text) {
  try {
    expressions_.emplace_back(text, vm_.loader(), Proposition::Wanted::value);
  } catch (const BadClass& bad) {
    throw base::InputError(fmt::format("waymark: error: '{}': {}", text, bad.what()));
  }
  return expressions_.size() - 1;
}

std::optional<Inspector::Result> Inspector::value_of(Expression expression, std::uint32_t) {
  const Proposition& asked = expressions_[expression];
  if (!asked.defined()) return std::nullopt;
  if (asked.is_truth()) {
    const bool holds = asked.holds(vm_);
    return Result{holds ? "true" : "false", holds};
  }
  const std::int64_t number = asked.number();
  if (!asked.is_reference()) return Result{fmt::format("{}", number), number != 0};
  const ObjectNames known = names_of(vm_);
  const Named named(vm_.objects(), known);
  return Result{vm_.objects().describe(static_cast<Ref>(number)), number != 0};
}

}  // namespace waymark::java

#include "script/format.hpp"

#include "base/utf8.hpp"

namespace waymark::script {

const char* name(Form form) {
  constexpr const char* names[] = {"unknown", "lean", "trustful", "ids", "unknown", "cycles", "partial"};
  return names[static_cast<std::size_t>(form)];
}

const char* name(Stream stream) {
  constexpr const char* names[stream_count] = {"rows",  "counts", "sync", "steps",  "ids",
                                               "sizes", "marks",  "7",    "claims", "sample"};
  return names[static_cast<std::size_t>(stream)];
}

bool belongs(Stream stream, Form form) {
  switch (stream) {
    case Stream::rows:
    case Stream::sync:
      return is_lean(form) || form == Form::trustful;
    case Stream::counts:
      return is_lean(form);
    case Stream::claims:
      return has_claims(form);
    case Stream::sample:
      return form == Form::partial;
    case Stream::steps:
    case Stream::ids:
    case Stream::sizes:
    case Stream::marks:
      return form == Form::ids;
  }
  return false;
}

void Header::write(base::ByteSink& sink) const {
  sink.u8(static_cast<std::uint8_t>(form));
  sink.text(tool);
  sink.raw(program);
  sink.raw(options);
  sink.text(options_text);
  sink.text(assumptions);
  sink.varint(states);
  sink.varint(transitions);
  sink.varint(depth);
  sink.varint(part);
  sink.varint(parts);
  if (parts != 0) sink.raw(whole);
}

bool Header::read(base::ByteSource& source) {
  const std::uint8_t kind = source.u8();
  if (kind < 1 || kind == 4 || kind > 6) return false;
  form = static_cast<Form>(kind);
  tool = source.text(longest_text);
  source.copy(program);
  source.copy(options);
  options_text = source.text(longest_text);
  assumptions = source.text(longest_text);
  states = source.varint();
  transitions = source.varint();
  depth = source.varint();
  part = source.varint();
  parts = source.varint();
  if (parts != 0) source.copy(whole);
  const bool splits = is_lean(form) || form == Form::trustful;
  return !source.failed() && part <= parts && (part == 0) == (parts == 0) && (parts == 0 || splits);
}

bool Header::has_sound_texts() const {
  const auto sound = [](const std::string& text) { return text.size() <= longest_text && base::is_sound(text); };
  return sound(tool) && sound(options_text) && sound(assumptions);
}

}  // namespace waymark::script

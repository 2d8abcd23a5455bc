// Which parts of a check go together. A part is what an option chooses: an order, a store, a property, a language, a
// way to record or to exchange states. Each part declares what it needs of the others and what it denies them; every
// refusal of the kind "A does not go with B" is generated from that, here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/property.hpp"
#include "check/settings.hpp"
#include "load/source.hpp"
#include "script/format.hpp"

namespace waymark::check {

// What one part may need and another deny, in words, with a remedy if it is denied.
struct Feature {
  std::string_view need;
  std::string_view remedy;
  bool operator==(const Feature&) const = default;
};

struct CertificationSettings;

struct Part {
  std::string option;  // that chooses it; empty: no option does
  std::vector<Feature> needs;
  std::vector<Feature> denies;
  bool replaceable = false;  // the option has values that deny less, as the remedies of features say
};

// Options with a default that were given all the same, and options of a command that are no settings.
struct Given {
  bool store = false;
  bool hash_bits = false;
  bool hash_functions = false;
  bool seed = false;
  bool cluster = false;
  bool profile = false;
};

// What a script to be certified is.
struct ScriptKind {
  std::string path;
  script::Form form = script::Form::lean;
  bool reduced = false;    // made with partial-order reduction
  bool sliced = false;     // of a slice of the program
  bool symmetric = false;  // of states that stand for others
};
[[nodiscard]] std::vector<Part> parts_of(const CertificationSettings& settings, const ScriptKind& script);

// What a program's options choose.
[[nodiscard]] std::vector<Part> parts_of(const load::Source& source);
// And what a question needs of the program's language. Every command that has both is refused what does not fit.
[[nodiscard]] std::vector<Part> parts_of(const load::Source& source, const Properties& properties);
// And what it needs of the program, once that is known: `cycles` that are judged. A search, a certificate and a trail
// are about the same graph, so what one of them cannot ask, none can.
[[nodiscard]] std::vector<Part> parts_of(const Properties& properties, const std::vector<CycleProperty>& cycles,
                                         const load::Program& program);
// And a command that takes all steps, also of library calls.
[[nodiscard]] std::vector<Part> parts_of(const load::Source& source, std::string_view command);
// What the options of a check choose, before the program is known.
[[nodiscard]] std::vector<Part> parts_of(const Settings& settings, const load::Source& source, const Given& given);
// And what the program adds: `cycles` that are judged.
[[nodiscard]] std::vector<Part> parts_of(const Settings& settings, const Given& given,
                                         const std::vector<CycleProperty>& cycles, const load::Program& program);

// How the first pair that excludes each other is refused; empty: there is none.
[[nodiscard]] std::string conflict(const std::vector<Part>& parts);
// Throws base::InputError for it.
void refuse_conflict(const std::vector<Part>& parts);

}  // namespace waymark::check

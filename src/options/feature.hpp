// Feature: what the choice of one option may need and that of another deny. Every refusal of the kind "A does not go
// with B" is made of features, here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark::options {

// In words, with a remedy if it is denied.
struct Feature {
  std::string_view need;
  std::string_view remedy;
  bool operator==(const Feature&) const = default;
};
using Features = std::vector<Feature>;

// What an option's value needs of the other options, denies them, and alone gives them: what is given nowhere is
// denied.
struct Demand {
  Features needs = {};
  Features denies = {};
  Features gives = {};
  bool replaceable = false;  // the option has values that deny less, as the remedies of features say
};

// A choice that was made.
struct Part {
  std::string option;  // by which; empty: by none
  Demand demand = {};
};

// What of `all` is not offered.
[[nodiscard]] Features without(Features all, const Features& offered);
// How the first pair that excludes each other is refused; empty: there is none.
[[nodiscard]] std::string conflict(const std::vector<Part>& parts);
// Throws base::InputError for it.
void refuse_conflict(const std::vector<Part>& parts);

}  // namespace waymark::options

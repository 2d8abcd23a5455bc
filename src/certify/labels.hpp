// Labels: what a script claims of its states beyond that they are there. In a script of cycles a label is a rank and
// the number of an acceptance set; along each transition the rank falls, or rank and set stay and the transition lies
// outside that set: so around a cycle nothing changes, and the set is never met. In a partial script it is a distance
// from the initial state that each transition raises by one at most. docs/trust/soundness.md has the arguments.
//
// The stream `claims` has, for each transition in the order of the walk, by how much the label falls short of what it
// could be at most. A label that is too large for its transition can therefore not even be written down.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "certify/products.hpp"
#include "certify/secret.hpp"
#include "model/fingerprint.hpp"
#include "script/reader.hpp"

namespace waymark::certify {

struct Label {
  std::uint64_t rank = 0;  // or distance
  // 0: the states that are accepting. i + 1: the transitions that are fair to actor i.
  std::uint64_t set = 0;
  friend bool operator==(const Label&, const Label&) = default;
};

// Reads the labels that a script claims.
class LabelReader {
 public:
  LabelReader(const std::shared_ptr<const script::File>& file, std::uint64_t position);

  // Whether it claims any. If not, every state has the same, and nobody need ask.
  [[nodiscard]] bool claimed() const { return claims_.has_value(); }
  // REQUIRES of these two: claimed(). Of the initial state:
  [[nodiscard]] bool first(Label& label);
  // Of where the next transition leads from a state with label `source`. False, as above: why() says what is wrong.
  [[nodiscard]] bool next(const Label& source, Label& label) {
    const std::uint64_t fall = claims_->varint();
    label = source;
    if (fall == 0 && ranks() && !claims_->failed()) return true;  // nearly always
    return falls(fall, label);
  }

  // Whether labels are ranks, whose sets are to be looked at.
  [[nodiscard]] bool ranks() const { return form_ == script::Form::cycles; }
  [[nodiscard]] std::uint64_t position() const { return claims_ ? claims_->position() : 0; }
  [[nodiscard]] bool at_end() const { return !claims_ || claims_->at_end(); }
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  // `label` is the source's, and becomes that of where the transition leads.
  [[nodiscard]] bool falls(std::uint64_t fall, Label& label);

  script::Form form_;
  std::optional<script::Cursor> claims_;
  std::string why_;
};

// Makes one element of a state's fingerprint and its label: different pairs give different elements but with a chance
// of 2 in 2^127, whatever they are, as long as nobody knows the secret.
class LabelledElements {
 public:
  explicit LabelledElements(const Secret& secret);

  [[nodiscard]] Element of(const model::Fingerprint& state, const Label& label) {
    if (label != last_) weigh(label);
    return Element::of(state) + weight_;
  }

 private:
  void weigh(const Label& label);

  Element factor_;
  Element square_;
  // Labels hardly change from one transition to the next.
  Label last_;
  Element weight_;
};

}  // namespace waymark::certify

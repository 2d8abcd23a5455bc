#include "certify/labels.hpp"

namespace waymark::certify {

LabelReader::LabelReader(const std::shared_ptr<const script::File>& file, std::uint64_t position)
    : form_(file->header().form) {
  if (!script::has_claims(form_)) return;
  claims_.emplace(file, script::Stream::claims);
  claims_->seek(position);
}

bool LabelReader::first(Label& label) {
  label = {};
  if (!ranks()) return true;
  label.rank = claims_->varint();
  label.set = claims_->varint();
  if (claims_->failed()) why_ = claims_->fault().why;
  return !claims_->failed();
}

bool LabelReader::falls(std::uint64_t fall, Label& label) {
  std::uint64_t most = label.rank;
  if (!ranks() && __builtin_add_overflow(most, 1, &most)) {
    why_ = "a distance is too large";
    return false;
  }
  if (fall > most) why_ = "a label falls below zero";
  label.rank = most - fall;
  if (ranks() && fall != 0) label.set = claims_->varint();
  if (claims_->failed()) why_ = claims_->fault().why;
  return why_.empty();
}

LabelledElements::LabelledElements(const Secret& secret)
    : factor_(element_of(secret, label_key)), square_(factor_ * factor_) {}

void LabelledElements::weigh(const Label& label) {
  last_ = label;
  weight_ = factor_ * Element(label.rank) + square_ * Element(label.set);
}

}  // namespace waymark::certify

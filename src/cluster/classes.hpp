// Classes: to which class of states, as Owners has them, the one belongs in which a model stands.
#pragma once

#include <cstdint>

#include "cluster/owners.hpp"
#include "model/aspect.hpp"
#include "model/model.hpp"

namespace waymark::cluster {

class Classes {
 public:
  // REQUIRES: of the whole, or the model has Aspects.
  Classes(model::Model& model, const model::Aspect& partition)
      : model_(model),
        partition_(partition),
        aspects_(partition.of == model::Aspect::Of::whole ? nullptr : dynamic_cast<model::Aspects*>(&model)) {}

  [[nodiscard]] std::uint32_t here() {
    if (aspects_ != nullptr) return Owners::class_of(aspects_->aspect(partition_));
    return Owners::class_of(model_.fingerprint().high);
  }

 private:
  model::Model& model_;
  model::Aspect partition_;
  model::Aspects* aspects_;  // nobody: states are told apart by all that they are
};

}  // namespace waymark::cluster

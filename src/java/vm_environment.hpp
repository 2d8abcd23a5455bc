// VmEnvironment: what states name and do not hold, as the virtual machine knows it. A class that a call site made is
// found by its name like any other; an object that the machine makes up is described by what it stands for.
#pragma once

#include "java/machine/vm.hpp"
#include "java/memory/environment.hpp"

namespace waymark::java {

class VmEnvironment final : public Environment {
 public:
  explicit VmEnvironment(Vm& vm) : vm_(vm) {}

  [[nodiscard]] Class* find_class(std::string_view name) override;
  [[nodiscard]] bool prepare(Method& method) override;
  void describe(Ref immortal, base::ByteSink& sink) override;
  [[nodiscard]] Ref find_immortal(base::ByteSource& source) override;

 private:
  [[nodiscard]] Class* load(std::string_view name);
  [[nodiscard]] Ref characters_of(Ref string) {
    return vm_.memory().at(string)->data()[vm_.objects().field("java/lang/String", "value")];
  }
  [[nodiscard]] std::u16string characters(const Object& array);
  [[nodiscard]] Ref find(base::ByteSource& source);
  [[nodiscard]] Ref find_field_handle(base::ByteSource& source);

  Vm& vm_;
};

}  // namespace waymark::java

// What options of a certification demand of the script.
#pragma once

#include <string>

#include "check/certify/certification.hpp"
#include "check/plan/compatibility.hpp"
#include "script/format.hpp"

namespace waymark::check {

// What a script to be certified is.
struct ScriptKind {
  std::string path;
  script::Form form = script::Form::lean;
  bool reduced = false;    // made with partial-order reduction
  bool sliced = false;     // of a slice of the program
  bool symmetric = false;  // of states that stand for others
};
[[nodiscard]] Parts parts_of(const CertificationSettings& settings, const ScriptKind& script);

}  // namespace waymark::check

// Writing sync points, and slices of a script as files of their own. A part's `sync` stream begins with the point at
// which the part begins, goes on with those inside it and ends with the one at which it ends, unless it is the last.
#pragma once

#include <cstdint>
#include <string>

#include "script/sample.hpp"
#include "script/split.hpp"
#include "script/writer.hpp"

namespace waymark::script {

class SyncWriter {
 public:
  // `form` is that of the script.
  explicit SyncWriter(Writer& writer, Form form = Form::lean) : writer_(writer), claims_(has_claims(form)) {}
  void add(const SyncPoint& point);

 private:
  Writer& writer_;
  bool claims_;
  SyncPoint last_;
};

// What a script claims of the sample that it shows.
void write_claim(Writer& writer, const SampleClaim& claim);

// Writes a slice as a script file of its own: part `part` of `parts`.
[[nodiscard]] bool write_part(const Slice& slice, std::uint64_t part, std::uint64_t parts, const std::string& path,
                              Fault& fault);

}  // namespace waymark::script

// Texts that the build puts into the binary.
#pragma once

#include <string_view>

namespace waymark::report {

// The JSON schema that every result obeys: src/report/result.schema.json.
extern const std::string_view result_schema;

}  // namespace waymark::report

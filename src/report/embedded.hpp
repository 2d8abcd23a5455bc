// Texts that the build puts into the binary.
#pragma once

#include <string_view>

namespace waymark::report {

// The JSON schema that every result obeys: src/report/result.schema.json.
extern const std::string_view result_schema;
// The page, with a mark where its data go: page/page.html, which page/build.mjs makes.
extern const std::string_view page_template;

}  // namespace waymark::report

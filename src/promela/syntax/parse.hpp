// From Promela text to a resolved Specification. Whatever is wrong with the text ends in base::InputError, whose
// what() names file, line and column of up to ten faults. No text can make these functions crash, hang or fill memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "promela/syntax/ast.hpp"
#include "promela/syntax/preprocess.hpp"

namespace waymark::promela {

// Reads and preprocesses a file, then parses it.
std::unique_ptr<Specification> parse_file(const std::string& path, const Definitions& definitions = {});
// Parses text that needs no preprocessor (line markers are followed); `name` is used in messages.
std::unique_ptr<Specification> parse_text(const std::string& name, std::string text);

// One expression over the globals of a specification; remote references (P[1]@label, P[1]:x) are allowed. Messages
// name it `name`, as in "--invariant". The result points into the specification.
ExprPtr parse_expression(const Specification& specification, const std::string& name, std::string text);
// The same for an LTL formula.
LtlPtr parse_ltl(const Specification& specification, const std::string& name, std::string text);

}  // namespace waymark::promela

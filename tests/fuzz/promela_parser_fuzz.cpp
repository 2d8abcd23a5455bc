// Any bytes as a model: refused with a message or accepted, never a crash, a leak or a hang; and what is accepted can
// be printed and read again. What follows a zero byte is read as an expression and as a formula on top of the model.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/diagnostics.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"

namespace promela = waymark::promela;
using waymark::base::InputError;

namespace {

template <class Read>
auto try_to(Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const InputError& error) {
    if (std::string(error.what()).empty()) std::abort();  // a refusal says why
    return nullptr;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const auto zero = std::min(input.find('\0'), input.size());
  const auto model = input.substr(0, zero);
  const auto rest = input.substr(std::min(zero + 1, input.size()));
  const auto specification = try_to([&] { return promela::parse_text("fuzz.pml", model); });
  if (specification == nullptr) return 0;
  (void)try_to([&] { return promela::parse_expression(*specification, "--invariant", rest); });
  (void)try_to([&] { return promela::parse_ltl(*specification, "--ltl", rest); });
  const auto printed = promela::text(*specification);
  const auto again = promela::parse_text("printed.pml", printed);  // an exception here is a finding
  if (promela::text(*again) != printed) std::abort();
  return 0;
}

#include "load/preemptions.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "base/quantities.hpp"
#include "load/slice.hpp"
#include "model/preemptions.hpp"

namespace waymark::load {

namespace {

// What stands before the bound in a script's options.
std::string bound_prefix(const Program& program) {
  return program.options_text + (program.options_text.empty() ? "" : "; ") + "preemptions at most ";
}

// Of whom preemptions cannot be counted.
std::string why_unmarked(const Program& program) {
  if (program.has_claim) return "a never claim moves beside the processes";
  if (program.reduced) return "a reduced program lacks orders of steps";
  if (program.symmetry != nullptr) return "symmetry changes which process is which";
  if (program.abstraction != nullptr || names_slice(program.options_text)) {
    return "in a slice or an abstraction other processes can move than in the program";
  }
  return "";
}

}  // namespace

std::string with_at_most(std::uint64_t preemptions) {
  return fmt::format("with at most {}", base::counted(preemptions, "preemption"));
}

std::string mark_preemptions(Program& program) {
  if (std::string why = why_unmarked(program); !why.empty()) return why;
  program.make = [plain = program.make] { return std::make_unique<model::LastMover>(plain()); };
  return "";
}

std::string bound_preemptions(Program& program, std::uint32_t bound) {
  if (std::string why = why_unmarked(program); !why.empty()) return why;
  if (bound > model::FewPreemptions::most) return fmt::format("{} is the largest bound", model::FewPreemptions::most);
  program.options_text = bound_prefix(program) + std::to_string(bound);
  program.options_digest = digest(program.options_text);
  program.view += " " + with_at_most(bound);
  program.make = [plain = program.make, bound] {
    return std::make_unique<model::FewPreemptions>(std::make_unique<model::LastMover>(plain()), bound);
  };
  return "";
}

std::optional<std::uint32_t> bound_preemptions_as(Program& program, std::string_view options_text, std::string& why) {
  const std::string prefix = bound_prefix(program);
  if (!options_text.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = options_text.substr(prefix.size());
  std::uint32_t bound = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), bound);
  if (fault != std::errc() || end != digits.data() + digits.size() || std::to_string(bound) != digits) {
    why = fmt::format("'{}' is no number of preemptions", digits);
    return std::nullopt;
  }
  why = bound_preemptions(program, bound);
  if (!why.empty()) return std::nullopt;
  return bound;
}

}  // namespace waymark::load

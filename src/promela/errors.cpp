#include "promela/errors.hpp"

#include <fmt/format.h>

#include <array>

#include "base/check.hpp"

namespace waymark::promela {

namespace {

using model::Step;

struct FaultText {
  Fault fault;
  const char* kind;
  const char* detail;
  Step step = Step::failed;
};

constexpr auto fault_texts = std::to_array<FaultText>({
    {Fault::bounds, "bounds", "array index out of range"},
    {Fault::division, "division", "division by zero"},
    {Fault::no_channel, "channel", "channel variable without a channel"},
    {Fault::not_exclusive, "exclusive", "another process claims this end of the channel by xr or xs"},
    {Fault::arity, "channel", "wrong number of message fields"},
    {Fault::poll, "poll", "poll or copy on a rendezvous channel"},
    {Fault::processes, "limit", "too many processes (at most 255)"},
    {Fault::channels, "limit", "too many channels (at most 255)"},
    {Fault::priority, "priority", "priority out of range (1 to 255)"},
    {Fault::hidden, "hidden", "hidden variable read before it was written in the same step", Step::unsupported},
    {Fault::self_enabled, "enabled", "enabled() of the process itself"},
    {Fault::stuck_dstep, "dstep", "a statement inside a d_step blocks"},
    {Fault::endless, "endless", "indivisible sequence that does not end", Step::unsupported},
    {Fault::trace_choice, "trace", "trace automaton has several ways to go"},
    {Fault::rendezvous_in_dstep, "dstep", "rendezvous send inside a d_step"},
});

const FaultText& text_of(Fault fault) {
  CHECK(fault != Fault::none);
  const FaultText& text = fault_texts[static_cast<std::size_t>(fault) - 1];
  CHECK(text.fault == fault);
  return text;
}

}  // namespace

std::string_view detail_of(Fault fault) { return fault == Fault::none ? std::string_view() : text_of(fault).detail; }

std::string location(const Program& program, const Position& at) {
  const auto& files = program.specification->files;
  return fmt::format("{}:{}", at.file < files.size() ? files[at.file] : std::string("?"), at.line);
}

void Errors::fail(std::string kind, std::string detail) {
  if (failed_) return;
  failed_ = true;
  violation_ = {std::move(kind), std::move(detail), location(state_.program(), current().at), Step::failed};
}

Step Errors::end_step(Step step) {
  if (!failed_) return step;
  violation_.after = step;
  return Step::failed;
}

Step Errors::end_with_fault() {
  const FaultText& text = text_of(take());
  violation_ = {text.kind, text.detail, location(state_.program(), current().at), Step::failed};
  return text.step;
}

}  // namespace waymark::promela

// C for the steps of a program: for each control state a function that lists what a process can do there, for each
// transition one that does it. The text is a function of the program alone, and needs no header. What it does not cover
// is left out by control state and by transition: starting and ending processes, rendezvous, sorted sends, priorities,
// enabled(), deterministic processes, claims, events of traces and exclusive ends of channels.
#pragma once

#include <cstddef>
#include <string>

#include "promela/program/program.hpp"

namespace waymark::promela {

// Names of what the text exports: two tables of NativeStep, with their lengths as unsigned.
constexpr const char* native_enabled_name = "waymark_enabled";
constexpr const char* native_enabled_count = "waymark_enabled_count";
constexpr const char* native_fire_name = "waymark_fire";
constexpr const char* native_fire_count = "waymark_fire_count";

constexpr std::size_t most_native_text = std::size_t{4} << 20;

// Empty if it would be longer than most_native_text, or cover nothing.
[[nodiscard]] std::string native_text(const Program& program);

}  // namespace waymark::promela

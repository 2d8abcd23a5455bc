// Story: a path through a program told step by step, for a person. Made by walking the choices with a Model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace waymark::report {

// What one choice did. Several choices inside one indivisible sequence belong to one step.
struct Beat {
  std::uint64_t step = 0;  // counted from 1
  model::Explanation events;
  std::uint64_t until = 0;  // of several steps that are told as one: the last

  [[nodiscard]] std::uint64_t last_step() const { return until != 0 ? until : step; }
};

struct Story {
  std::vector<Beat> beats;
  std::uint64_t steps = 0;
  // If the middle is left out: it comes before this beat and is so many steps long.
  std::size_t gap_before = 0;
  std::uint64_t gap = 0;
  // If the path ends in a cycle: before this beat, or the next one told, its first round begins. A cycle behind the
  // last beat is a state in which nothing can move.
  std::optional<std::size_t> cycle_before;
  bool folded = false;  // some beats are several steps
  // What became of the last choice, and why if it failed.
  model::Step last = model::Step::moved;
  model::Violation violation;
  std::vector<model::Standing> standings;  // in the state at the end, if the last choice led to one
  std::vector<model::Value> values;        // at the end
};

// Which part of a long path to tell: so many choices from its beginning and from its end.
struct Excerpt {
  std::uint64_t head = ~std::uint64_t{0};
  std::uint64_t tail = 0;
};

// Statements as a person wrote them.
void as_written(model::Explanation& events);

// Steps of one call into a library that follow each other are told as one, by the name of the call.
[[nodiscard]] Story folded(const Story& story);

// A story that was told, with as much of it left.
[[nodiscard]] Story shortened(const Story& story, const Excerpt& excerpt);

// `cycle`: so many of the choices lead to a cycle, around which the rest goes.
// Leaves the model where the path ends. Throws base::InputError if it is no path of this program.
[[nodiscard]] Story tell(model::Model& model, std::span<const std::uint32_t> choices, const Excerpt& excerpt = {},
                         std::optional<std::uint64_t> cycle = std::nullopt);

}  // namespace waymark::report

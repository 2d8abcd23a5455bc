#include "java/machine/habits.hpp"

#include <algorithm>
#include <array>

namespace waymark::java {

namespace {

constexpr std::array<std::string_view, 4> habit_names = {"constant", "guarded", "guarded-writes", "none"};
constexpr std::string_view habit_separator = ", ";

}  // namespace

Habit Habits::of(std::string_view variable) const {
  const auto found = known_.find(variable);
  return found == known_.end() ? Habit::constant : found->second;
}

void Habits::weaken(std::string_view variable, Habit habit) {
  Habit& known = known_.try_emplace(std::string(variable), Habit::constant).first->second;
  known = std::max(known, habit);
}

std::size_t Habits::size() const {
  std::size_t sum = 0;
  for (const auto& [variable, habit] : known_) sum += static_cast<std::size_t>(habit);
  return sum;
}

std::string Habits::text() const {
  std::string out;
  for (const auto& [variable, habit] : known_) {
    if (!out.empty()) out += habit_separator;
    out += variable;
    out += ' ';
    out += habit_names[static_cast<std::size_t>(habit)];
  }
  return out;
}

bool Habits::read(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(habit_separator), text.size());
    const std::string_view entry = text.substr(0, end);
    text.remove_prefix(std::min(end + habit_separator.size(), text.size()));
    const std::size_t space = entry.rfind(' ');
    if (space == std::string_view::npos || space == 0) return false;
    const auto named = std::find(habit_names.begin(), habit_names.end(), entry.substr(space + 1));
    if (named == habit_names.end()) return false;
    weaken(entry.substr(0, space), static_cast<Habit>(named - habit_names.begin()));
  }
  return true;
}

}  // namespace waymark::java

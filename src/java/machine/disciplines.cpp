#include "java/machine/disciplines.hpp"

#include <algorithm>
#include <array>

namespace waymark::java {

namespace {

constexpr std::array<std::string_view, 4> discipline_names = {"constant", "guarded", "guarded-writes", "none"};
constexpr std::string_view discipline_separator = ", ";

}  // namespace

Discipline Disciplines::of(std::string_view variable) const {
  const auto found = known_.find(variable);
  return found == known_.end() ? Discipline::constant : found->second;
}

void Disciplines::weaken(std::string_view variable, Discipline discipline) {
  Discipline& known = known_.try_emplace(std::string(variable), Discipline::constant).first->second;
  known = std::max(known, discipline);
}

void Disciplines::weaken(const Disciplines& now, const Disciplines& before) {
  for (const auto& [variable, discipline] : now.known_) {
    if (discipline > before.of(variable)) weaken(variable, discipline);
  }
}

std::size_t Disciplines::size() const {
  std::size_t sum = 0;
  for (const auto& [variable, discipline] : known_) sum += static_cast<std::size_t>(discipline);
  return sum;
}

std::string Disciplines::text() const {
  std::string out;
  for (const auto& [variable, discipline] : known_) {
    if (!out.empty()) out += discipline_separator;
    out += variable;
    out += ' ';
    out += discipline_names[static_cast<std::size_t>(discipline)];
  }
  return out;
}

bool Disciplines::read(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(discipline_separator), text.size());
    const std::string_view entry = text.substr(0, end);
    text.remove_prefix(std::min(end + discipline_separator.size(), text.size()));
    const std::size_t space = entry.rfind(' ');
    if (space == std::string_view::npos || space == 0) return false;
    const auto named = std::find(discipline_names.begin(), discipline_names.end(), entry.substr(space + 1));
    if (named == discipline_names.end()) return false;
    weaken(entry.substr(0, space), static_cast<Discipline>(named - discipline_names.begin()));
  }
  return true;
}

}  // namespace waymark::java

// holds; -std=c++20
#include <algorithm>
#include <cassert>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

static std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t to; (to = text.find(at, from)) != text.npos; from = to + 1)
    parts.emplace_back(text.substr(from, to - from));
  parts.emplace_back(text.substr(from));
  return parts;
}

int main() {
  auto parts = split("one,,a word that is longer than fifteen", ',');
  assert(parts.size() == 3 && parts[1].empty() && parts[2].starts_with("a word"));
  std::sort(parts.begin(), parts.end());
  assert(parts[0].empty() && parts[2] == "one");
  std::string upper;
  for (char c : parts[2]) upper.push_back(static_cast<char>(std::toupper(c)));
  assert(upper == "ONE" && upper.ends_with("NE"));
  upper.erase(1, 1).append(3, '.');
  assert(upper == "OE..." && upper.rfind('.') == 4 && upper.find_first_not_of("OE") == 2);
  std::string swapped = "x";
  swapped.swap(parts[1]);
  assert(parts[1] == "x" && swapped.length() == 34);
  assert(std::stol("0x1f", nullptr, 16) == 31);
}

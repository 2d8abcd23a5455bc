// holds; -std=c++17
#include <any>
#include <cassert>
#include <string>
#include <variant>

struct Length {
  int operator()(int value) const { return value; }
  int operator()(const std::string& text) const { return static_cast<int>(text.size()); }
};

int main() {
  std::variant<int, std::string> either = 5;
  assert(either.index() == 0 && std::visit(Length{}, either) == 5);
  either = std::string("four");
  assert(std::holds_alternative<std::string>(either) && std::visit(Length{}, either) == 4);
  bool failed = false;
  try {
    std::get<int>(either);
  } catch (const std::bad_variant_access&) {
    failed = true;
  }
  assert(failed && std::get_if<int>(&either) == nullptr);
  std::any thing = 3.5;
  assert(std::any_cast<double>(thing) == 3.5);
  thing = std::string("text");
  assert(std::any_cast<std::string&>(thing) == "text" && std::any_cast<int>(&thing) == nullptr);
  failed = false;
  try {
    std::any_cast<int>(thing);
  } catch (const std::bad_any_cast&) {
    failed = true;
  }
  assert(failed);
}

// holds; -std=c++17
// Short strings live in the object, long ones on the heap.
#include <cassert>
#include <string>
#include <string_view>

int main() {
  std::string name = "way";
  name += "mark";
  assert(name == "waymark" && name.size() == 7);
  std::string longer(40, 'x');
  longer.replace(1, 3, "abc").insert(0, name);
  assert(longer.substr(0, 11) == "waymarkxabc");
  assert(longer.find("bc") == 9 && longer.find('q') == std::string::npos);
  std::string copy = longer;
  copy.resize(3);
  assert(copy == "way" && longer.size() == 47);
  std::string_view view(longer);
  view.remove_prefix(7);
  assert(view.substr(0, 2) == "xa");
  assert(std::to_string(-42) + "!" == "-42!" && std::stoi("17") == 17);
  assert(name < "waz" && name.compare("way") > 0);
  std::string moved = std::move(longer);
  assert(moved.size() == 47 && longer.empty());
}

// violated: exception; -std=c++17
// The handler is for another type.
#include <cassert>
#include <map>
#include <stdexcept>
#include <string>

static int look_up(const std::map<std::string, int>& ages, const std::string& name) { return ages.at(name); }

int main() {
  std::map<std::string, int> ages{{"ann", 31}};
  try {
    assert(look_up(ages, "ann") == 31);
    return look_up(ages, "bob");
  } catch (const std::runtime_error&) {
    return 0;
  }
}

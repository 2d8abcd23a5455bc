// violated: use-after-free; -std=c++17
// The view leads into a temporary string that is longer than the short ones.
#include <cassert>
#include <string>
#include <string_view>

static std::string title(int number) {
  return "a title that does not fit into the object, number " + std::to_string(number);
}

int main() {
  std::string kept = title(1);
  std::string_view good = kept;
  assert(good.back() == '1');
  std::string_view bad = title(2);
  return bad.back() == '2' ? 0 : 1;
}

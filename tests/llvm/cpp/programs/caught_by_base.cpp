// holds; -std=c++11
// The first clause that fits catches: by value, by base, by reference, anything.
#include <cassert>
#include <stdexcept>
#include <string>

static int kind(int which) {
  try {
    if (which == 0) throw 7;
    if (which == 1) throw std::out_of_range("far");
    if (which == 2) throw std::string("text");
    if (which == 3) throw "literal";
  } catch (int value) {
    return value;
  } catch (const std::logic_error& error) {
    return std::string(error.what()) == "far" ? 1 : -1;
  } catch (std::string& text) {
    return static_cast<int>(text.size());
  } catch (...) {
    return 99;
  }
  return 0;
}

int main() {
  assert(kind(0) == 7);
  assert(kind(1) == 1);
  assert(kind(2) == 4);
  assert(kind(3) == 99);
  assert(kind(4) == 0);
}

// holds; -std=c++14 --property leak
// The third element's constructor throws: the two before it are destroyed, and the block is freed.
#include <cassert>
#include <memory>
#include <stdexcept>
#include <vector>

static int alive, made;
struct Element {
  std::unique_ptr<int> data;
  Element() : data(new int(made)) {
    if (++made == 3) throw std::runtime_error("third");
    ++alive;
  }
  ~Element() { --alive; }
};

int main() {
  bool failed = false;
  try {
    Element* elements = new Element[4];
    delete[] elements;
  } catch (const std::runtime_error&) {
    failed = true;
  }
  assert(failed && alive == 0 && made == 3);
  std::vector<Element> rest(2);
  assert(alive == 2);
}

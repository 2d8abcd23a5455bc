// holds; -std=c++11
// A class with its own operator new and delete, for objects and for arrays, and a constructor that throws.
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <new>

static int taken, given;
class Cell {
 public:
  explicit Cell(bool fails = false) {
    if (fails) throw 1;
  }
  static void* operator new(std::size_t size) {
    ++taken;
    return std::malloc(size);
  }
  static void operator delete(void* at) {
    ++given;
    std::free(at);
  }

 private:
  int weight_ = 2;
};

int main() {
  Cell* cell = new Cell;
  delete cell;
  assert(taken == 1 && given == 1);
  bool failed = false;
  try {
    new Cell(true);
  } catch (int) {
    failed = true;
  }
  assert(failed && taken == 2 && given == 2);
  Cell* none = nullptr;
  delete none;
}

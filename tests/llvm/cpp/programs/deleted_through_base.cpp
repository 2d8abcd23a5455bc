// violated: leak|free; -std=c++11 --property leak
// Undefined behaviour that memory shows: the base has no virtual destructor, and what the derived class owns stays.
#include <cassert>

struct Base {
  int id = 1;
};
struct Derived : Base {
  int* numbers = new int[4];
  ~Derived() { delete[] numbers; }
};

static Base* make() { return new Derived; }

int main() {
  Base* base = make();
  assert(base->id == 1);
  delete base;
}

// holds; -std=c++14
// Casts down, across and of what is something else.
#include <cassert>
#include <typeinfo>

struct Animal {
  virtual ~Animal() {}
};
struct Swims {
  virtual ~Swims() {}
  int depth = 3;
};
struct Duck : Animal, Swims {};
struct Cat : Animal {};

int main() {
  Duck duck;
  Cat cat;
  Animal* animal = &duck;
  assert(dynamic_cast<Duck*>(animal) == &duck);
  assert(dynamic_cast<Swims*>(animal)->depth == 3);
  Animal* other = &cat;
  assert(dynamic_cast<Swims*>(other) == nullptr);
  bool failed = false;
  try {
    dynamic_cast<Duck&>(*other);
  } catch (const std::bad_cast&) {
    failed = true;
  }
  assert(failed);
  assert(typeid(*animal) == typeid(Duck) && typeid(*other) != typeid(Duck));
}

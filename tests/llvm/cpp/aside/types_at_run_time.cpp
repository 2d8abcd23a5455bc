// holds; -std=c++11
// typeid of values, of references, and of what a null pointer should lead to; casts to the whole object.
#include <cassert>
#include <typeindex>
#include <typeinfo>

struct Left {
  virtual ~Left() {}
  int l = 1;
};
struct Right {
  virtual ~Right() {}
  int r = 2;
};
struct Both : Left, Right {};

int main() {
  Both both;
  Right* right = &both;
  assert(dynamic_cast<void*>(right) == &both);
  assert(typeid(*right) == typeid(Both) && typeid(right) == typeid(Right*));
  assert(std::type_index(typeid(int)) != std::type_index(typeid(long)));
  Right* none = nullptr;
  bool failed = false;
  try {
    (void)(typeid(*none) == typeid(Both));
  } catch (const std::bad_typeid&) {
    failed = true;
  }
  assert(failed);
}

// holds; -std=c++11
// Overrides, a base that is reached from two sides, and calls from constructors.
#include <cassert>
#include <memory>
#include <vector>

struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
  virtual int doubled() const { return 2 * area(); }
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};
struct Named {
  virtual ~Named() {}
  virtual char name() const { return '?'; }
};
struct Box : Square, Named {
  using Square::Square;
  int area() const override { return side + 100; }
  char name() const override { return 'b'; }
};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.emplace_back(new Square(3));
  shapes.emplace_back(new Box(4));
  int sum = 0;
  for (auto& shape : shapes) sum += shape->doubled();
  assert(sum == 18 + 208);
  Box box(1);
  Named& named = box;
  assert(named.name() == 'b');
  assert(static_cast<Shape&>(box).area() == 101);
}

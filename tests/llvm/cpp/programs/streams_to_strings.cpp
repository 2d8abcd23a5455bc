// holds; -std=c++20
#include <cassert>
#include <iostream>
#include <sstream>
#include <string>

struct Point {
  int x, y;
};
static std::ostream& operator<<(std::ostream& out, const Point& point) {
  return out << '(' << point.x << ", " << point.y << ')';
}

int main() {
  std::ostringstream text;
  text << "at " << Point{3, -4} << ' ' << true << ' ' << 2.5;
  assert(text.str() == "at (3, -4) 1 2.5");
  std::cout << text.str() << std::endl;
  std::istringstream input("12 word");
  int number = 0;
  std::string word;
  input >> number >> word;
  assert(number == 12 && word == "word");
}

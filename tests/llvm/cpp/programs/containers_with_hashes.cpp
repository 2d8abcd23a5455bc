// holds; -std=c++11
#include <cassert>
#include <string>
#include <unordered_map>
#include <unordered_set>

struct Point {
  int x, y;
  bool operator==(const Point& other) const { return x == other.x && y == other.y; }
};
struct Hash {
  std::size_t operator()(const Point& point) const { return static_cast<std::size_t>(point.x * 31 + point.y); }
};

int main() {
  std::unordered_map<int, std::string> names;
  for (int i = 0; i < 20; i++) names[i] = std::string(1, static_cast<char>('a' + i));
  assert(names.size() == 20 && names.at(7) == "h");
  names.erase(7);
  assert(names.count(7) == 0);
  std::unordered_set<Point, Hash> points;
  points.insert({1, 2});
  points.insert({1, 2});
  points.insert({2, 1});
  assert(points.size() == 2 && points.count({2, 1}) == 1);
}

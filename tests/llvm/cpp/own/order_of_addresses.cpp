// refused: the order of two objects; -std=c++17
#include <set>
int main() {
  int a, b;
  std::set<int*> both{&a, &b};
  return both.size() == 2 ? 0 : 1;
}

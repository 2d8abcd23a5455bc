// holds; -std=c++17
// map, set, multiset and deque.
#include <cassert>
#include <deque>
#include <map>
#include <set>
#include <string>

int main() {
  std::map<std::string, int> stock;
  stock["pear"] = 3;
  stock.emplace("apple", 5);
  stock.insert_or_assign("pear", 4);
  auto [at, fresh] = stock.try_emplace("fig", 1);
  assert(fresh && at->second == 1 && stock.size() == 3);
  std::string order;
  for (const auto& [name, count] : stock) order += name[0] + std::to_string(count);
  assert(order == "a5f1p4");
  stock.erase("fig");
  assert(stock.find("fig") == stock.end() && stock.lower_bound("b")->first == "pear");
  std::multiset<int> numbers{3, 1, 3, 2};
  assert(numbers.count(3) == 2 && *numbers.begin() == 1);
  std::set<int> unique(numbers.begin(), numbers.end());
  assert(unique.size() == 3 && *unique.rbegin() == 3);
  std::deque<int> line{2};
  line.push_front(1);
  line.push_back(3);
  assert(line.front() == 1 && line[2] == 3);
  line.pop_front();
  assert(line.size() == 2);
}

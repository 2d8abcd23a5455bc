// holds; -std=c++14
// What stays valid: iterators of lists over splice and erase of others; references of deques over pushes.
#include <cassert>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>

int main() {
  std::list<int> a{1, 2, 3}, b{7, 8};
  auto two = std::next(a.begin());
  a.splice(a.begin(), b);
  assert(a.size() == 5 && b.empty() && *two == 2);
  a.erase(std::next(two));
  a.remove(7);
  assert(*two == 2 && a.size() == 3);
  a.sort();
  a.reverse();
  assert(a.front() == 8 && a.back() == 1);
  std::deque<int> line{5};
  int& five = line.front();
  for (int i = 0; i < 3; i++) {
    line.push_back(i);
    line.push_front(-i);
  }
  assert(five == 5 && line[3] == 5 && line.size() == 7);
  std::forward_list<int> chain{3, 1};
  chain.push_front(2);
  chain.sort();
  assert(chain.front() == 1 && std::distance(chain.begin(), chain.end()) == 3);
}

// violated: use-after-free; -std=c++11
// The loop increments an iterator whose element is gone.
#include <cassert>
#include <list>

static void drop_even(std::list<int>& values) {
  for (auto at = values.begin(); at != values.end(); ++at)
    if (*at % 2 == 0) values.erase(at);
}

int main() {
  std::list<int> odd{1, 3};
  drop_even(odd);
  assert(odd.size() == 2);
  std::list<int> values{1, 2, 3};
  drop_even(values);
  assert(values.size() == 2);
}

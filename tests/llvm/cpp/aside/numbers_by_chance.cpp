// holds; -std=c++14
#include <algorithm>
#include <cassert>
#include <random>
#include <vector>

int main() {
  std::mt19937 engine;
  assert(engine() == 3499211612u);
  std::minstd_rand small(7);
  std::vector<int> cards{1, 2, 3, 4, 5};
  std::shuffle(cards.begin(), cards.end(), small);
  assert(std::is_permutation(cards.begin(), cards.end(), std::vector<int>{5, 4, 3, 2, 1}.begin()));
  std::uniform_real_distribution<double> share(0.0, 1.0);
  double got = share(small);
  assert(got >= 0.0 && got < 1.0);
  std::bernoulli_distribution never(0.0);
  assert(!never(small));
}

// holds; -std=c++17
// Globals of one file are constructed from top to bottom and destroyed in the opposite order.
#include <cassert>
#include <vector>

static int steps[8];
static int count;
struct Mark {
  int number;
  explicit Mark(int n) : number(n) { steps[count++] = n; }
  ~Mark() {
    assert(count == 3 + (3 - number));
    steps[count++] = -number;
  }
};
static Mark first(1);
static Mark second(2);
static std::vector<int> table{4, 5, 6};
static int total = table[0] + table[2];
static Mark third(3);

int main() {
  assert(count == 3 && steps[0] == 1 && steps[1] == 2 && steps[2] == 3);
  assert(total == 10);
}

// violated: free; -std=c++11
// An array of objects with destructors has a count before its first element. A plain delete frees the middle of a
// block.
#include <cassert>
#include <string>

static int alive;
class Item {
 public:
  Item() { ++alive; }
  ~Item() { --alive; }

 private:
  int weight_ = 1;
};

int main() {
  Item* items = new Item[3];
  assert(alive == 3);
  delete items;
  return 0;
}

// violated: use-after-free; -std=c++20
// push_back moves the elements; the reference still leads to the old place.
#include <cassert>
#include <string>
#include <vector>

struct Row {
  int key;
  int value;
};

static Row& find(std::vector<Row>& rows, int key) {
  for (Row& row : rows)
    if (row.key == key) return row;
  rows.push_back({key, 0});
  return rows.back();
}

int main() {
  std::vector<Row> rows;
  Row& one = find(rows, 1);
  Row& two = find(rows, 2);
  two.value = 5;
  one.value = 4;
  assert(rows[0].value == 4);
  return 0;
}

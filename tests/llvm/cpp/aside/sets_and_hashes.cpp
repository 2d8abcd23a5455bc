// holds; -std=c++17
// Nodes move between sets; hashed maps of strings; keys that are pairs; erase while walking as it is right.
#include <cassert>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

int main() {
  std::set<std::pair<int, int>> free{{2, 1}, {1, 5}}, used;
  used.insert(free.extract(free.begin()));
  assert(free.size() == 1 && used.begin()->second == 5);
  std::unordered_map<std::string, int> words;
  for (const char* word : {"to", "be", "or", "not", "to", "be"}) ++words[word];
  assert(words.size() == 4 && words["be"] == 2);
  for (auto at = words.begin(); at != words.end();) at = at->second == 1 ? words.erase(at) : std::next(at);
  assert(words.size() == 2 && words.find("or") == words.end());
  words.rehash(100);
  assert(words.at("to") == 2 && words.bucket_count() >= 100);
  std::set<int, std::greater<>> down{1, 3, 2};
  assert(*down.begin() == 3 && down.upper_bound(2) == down.find(1));
  assert(std::tie(*down.begin(), words["to"]) == std::make_tuple(3, 2));
}

// holds; -std=c++17
#include <algorithm>
#include <any>
#include <array>
#include <cassert>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
struct alignas(64) Wide {
  char c[64];
};
struct Node : std::enable_shared_from_this<Node> {
  std::vector<std::shared_ptr<Node>> kids;
  std::weak_ptr<Node> up;
};
template <class... Ts>
struct over : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
over(Ts...) -> over<Ts...>;
int main() {
  std::vector<int> v(20);
  std::iota(v.begin(), v.end(), 0);
  std::reverse(v.begin(), v.end());
  std::sort(v.begin(), v.end());
  assert(std::is_sorted(v.begin(), v.end()) && std::accumulate(v.begin(), v.end(), 0) == 190);
  std::stable_sort(v.begin(), v.end(), std::greater<int>());
  assert(v[0] == 19);
  v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 2; }), v.end());
  assert(v.size() == 10);
  std::map<std::string, int> m;
  for (int i = 0; i < 40; ++i) m["k" + std::to_string(i * 7 % 40)] = i;
  assert(m.size() == 40);
  for (int i = 0; i < 40; i += 3) m.erase("k" + std::to_string(i));
  assert(m.size() == 26);
  std::string last;
  for (auto& [k, x] : m) {
    assert(last < k);
    last = k;
  }
  std::set<int> s{5, 3, 9, 1};
  assert(*s.begin() == 1 && *s.rbegin() == 9 && s.count(3));
  s.erase(s.begin());
  assert(*s.begin() == 3);
  std::multimap<int, int> mm;
  for (int i = 0; i < 10; ++i) mm.emplace(i % 3, i);
  assert(mm.count(0) == 4);
  std::unordered_map<std::string, int> u;
  for (int i = 0; i < 60; ++i) u["x" + std::to_string(i)] += i;
  assert(u.size() == 60 && u.at("x33") == 33);
  u.erase("x5");
  assert(!u.count("x5"));
  std::unordered_set<int> us;
  for (int i = 0; i < 50; ++i) us.insert(i % 10);
  assert(us.size() == 10);
  std::list<int> l{3, 1, 2};
  l.sort();
  l.push_front(0);
  l.remove(2);
  l.reverse();
  assert(l.front() == 3 && l.size() == 3);
  std::list<int> l2{7, 8};
  l.splice(l.begin(), l2);
  assert(l.front() == 7 && l2.empty());
  std::swap(l, l2);
  std::deque<int> d;
  for (int i = 0; i < 300; ++i) {
    d.push_back(i);
    d.push_front(-i);
  }
  assert(d.size() == 600 && d[0] == -299 && d.back() == 299);
  while (d.size() > 1) d.pop_front();
  std::forward_list<int> fl{1, 2};
  fl.push_front(0);
  assert(std::distance(fl.begin(), fl.end()) == 3);
  std::priority_queue<int> pq;
  for (int x : {3, 9, 4}) pq.push(x);
  assert(pq.top() == 9);
  pq.pop();
  assert(pq.top() == 4);
  std::stack<int> st;
  st.push(1);
  std::queue<std::string> q;
  q.push("a");
  q.emplace("bb");
  assert(q.back() == "bb");
  auto root = std::make_shared<Node>();
  auto kid = std::make_shared<Node>();
  kid->up = root;
  root->kids.push_back(kid);
  assert(kid->up.lock() == root);
  assert(root.use_count() == 1);
  assert(kid->shared_from_this() == kid);
  root.reset();
  assert(kid->up.expired());
  std::unique_ptr<int[]> arr(new int[5]());
  arr[4] = 1;
  auto sp = std::shared_ptr<int>(new int(3), [](int* p) { delete p; });
  auto w = std::make_unique<Wide>();
  w->c[63] = 1;
  std::vector<Wide> ws(3);
  delete new Wide;
  std::function<int(int)> f = [k = 3](int x) { return x + k; };
  assert(f(4) == 7);
  f = std::bind(std::plus<int>(), std::placeholders::_1, 10);
  assert(f(1) == 11);
  std::optional<std::string> o;
  assert(!o && o.value_or("n") == "n");
  o = "yes";
  assert(o->size() == 3);
  try {
    o.reset();
    (void)o.value();
    assert(0);
  } catch (std::bad_optional_access&) {
  }
  std::variant<int, std::string, double> va = "text";
  assert(std::get<std::string>(va) == "text");
  int kind =
      std::visit(over{[](int) { return 1; }, [](const std::string&) { return 2; }, [](double) { return 3; }}, va);
  assert(kind == 2);
  try {
    (void)std::get<int>(va);
    assert(0);
  } catch (std::bad_variant_access&) {
  }
  std::any a = 5;
  assert(std::any_cast<int>(a) == 5);
  a = std::string("s");
  try {
    (void)std::any_cast<int>(a);
    assert(0);
  } catch (std::bad_any_cast&) {
  }
  auto t = std::make_tuple(1, std::string("two"), 3.0);
  assert(std::get<1>(t) == "two");
  auto [x, y, z] = t;
  assert(x == 1 && z == 3.0);
  std::string str = "hello";
  str += " world, this is a longer string";
  str.insert(5, "!!");
  str.replace(0, 5, "HELLO");
  assert(str.find("world") == 8 && str.substr(0, 7) == "HELLO!!");
  str.erase(5, 2);
  assert(str.rfind('o') != std::string::npos);
  str = str + str.substr(0, 3);
  str.append(str);
  std::string_view sv(str);
  assert(sv.substr(0, 5) == "HELLO");
  assert(std::stod("2.5") == 2.5 && std::stol("-12") == -12);
  std::ostringstream os;
  os << "n=" << 42 << ' ' << 3.5 << ' ' << std::hex << 255 << ' ' << true;
  assert(os.str() == "n=42 3.5 ff 1");
  std::istringstream is("12 abc -7\nline two");
  int i;
  std::string word;
  is >> i >> word;
  assert(i == 12 && word == "abc");
  is >> i;
  assert(i == -7);
  std::string line;
  std::getline(is, line);
  std::getline(is, line);
  assert(line == "line two");
  assert(!(is >> i));
  std::array<int, 4> ar{4, 3, 2, 1};
  std::sort(ar.begin(), ar.end());
  assert(ar[0] == 1 && std::binary_search(ar.begin(), ar.end(), 3));
  assert(*std::max_element(ar.begin(), ar.end()) == 4);
  std::vector<bool> vb(70);
  vb[69] = true;
  assert(std::count(vb.begin(), vb.end(), true) == 1);
  std::vector<std::string> names{"b", "a", "c"};
  std::sort(names.begin(), names.end());
  assert(names[0] == "a");
  std::string joined;
  for (auto& n : names) joined += n;
  assert(joined == "abc");
  try {
    (void)v.at(99);
    assert(0);
  } catch (std::out_of_range& e) {
  }
}

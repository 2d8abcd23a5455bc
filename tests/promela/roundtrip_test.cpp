// text -> tree -> text -> tree: both trees are equal in every field, for every model of the corpus and for a model
// that has each construct of the language once.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/diagnostics.hpp"
#include "promela/dump.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::promela {
namespace {

namespace fs = std::filesystem;

void expect_round_trip(const Specification& first) {
  const auto printed = text(first);
  std::unique_ptr<Specification> second;
  ASSERT_NO_THROW(second = parse_text("printed.pml", printed)) << printed;
  EXPECT_EQ(testing::Dump()(first), testing::Dump()(*second)) << printed;
}

std::vector<fs::path> models(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".pml") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(RoundTrip, keeps_every_model_of_the_corpus) {
  const auto all = models(fs::path(WAYMARK_SOURCE_DIR) / "tests/promela/corpus");
  ASSERT_GT(all.size(), 50U);
  for (const auto& path : all) {
    SCOPED_TRACE(path.string());
    std::unique_ptr<Specification> specification;
    ASSERT_NO_THROW(specification = parse_file(path.string()));
    expect_round_trip(*specification);
  }
}

TEST(RoundTrip, keeps_each_construct) {
  expect_round_trip(*parse_text("all.pml", R"(
mtype = { apple, pear } mtype = { plum };
mtype:colour = { red, green };
typedef Inner { bit b; unsigned u : 5 = 3; short s[2] }
typedef Outer {
  Inner inner
  int n = -1
  chan c = [2] of { byte, Inner }
}
byte x1; hidden byte h; show int shown = 4; local bool mine = true;
byte list[3] = { 1, 2 }; byte all[3] = 7;
chan q = [2] of { mtype, byte }, sync = [0] of { Inner }, many[2] = [1] of { mtype:colour, chan };
Outer o[2]; pid p; mtype m = plum; mtype:colour paint = red; int big = 4294967295;
chan messages = [3] of { Inner };

inline twice(x, body) { byte t; t = x; again: if :: t > 0 -> body; t-- :: else -> goto done fi; goto again; done: skip }
inline value(x) { return x + 1 }

active [2] D_proctype A() priority 3 provided (h == 0 && _pid > 0) {
  byte x = 1, y[2]; Inner i
  xr q; xs sync
  q!pear, x; q!pear(x + 1); q!!apple, -x; q!plum, !x
  q?m, x; q??plum, _; q?<m, x>; q??<eval(m), 3>; q?-1, eval(x + 1)
  sync!i; sync?i; sync!1, 2, 3, 4
start: L2:
  do
  :: x < 3 && y[x] != 2 -> x++; break
  :: atomic { y[0] = x; y[1]-- }
  :: d_step { x = 0; do :: x > 3 -> break :: else -> x++ od }
  :: else
  :: nfull(q) || empty(q) && len(many[1]) > 0 -> goto start
  :: q?[apple, x] && q??[m, 1]
  :: timeout -> if :: skip :: true -> false fi
  od unless { np_ == 0 -> assert(x == 1 || _last == 2) }
  for (x : 0 .. 2 * 3) { byte inner = x; inner++ }
  for (x in list) { printf("%d\n", list[x]) ; printm(m) }
  for (i in messages) { i.b = 1 }
  select (x : 1 .. 4); select (x : 1 .. x + 2); select (x : 1
    .. 4)
  twice(3, x = x + 1); twice(x, skip)
  y[0] = value(x); _ = 3; o[1].inner.s[x] = (x > 1 -> -2 : ~3)
  p = run B(x, q, i) priority 4; run B(1, many[0], i)
  set_priority(p, 3); _priority = get_priority(_pid) + _nr_pr
  { byte deep; { byte deeper = deep } }; { byte deep }
  x = x - -1 << 2 >> 1 & 3 | 4 ^ 5 % 6 / 7
end_here:
}
proctype B(byte a; chan c; Inner r) { a = r.u }
init { atomic { run A(); paint = green } }
never claim { do :: A[1]@start && A:x > 1 -> break :: enabled(1) && pc_value(0) == 2 :: A[0]:y[1] == 1 od; accept_all: skip }
trace { do :: q!apple, _; q?apple, _ od }
ltl first { [] (h == 1 -> <> (x1 U ! A@start)) }
ltl { X (h W x1 V 1) <-> (h && x1 || [] h) implies eventually always (full(q)) }
)"));
}

}  // namespace
}  // namespace waymark::promela

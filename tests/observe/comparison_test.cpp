#include "observe/comparison.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "listening.hpp"
#include "observe/recorder.hpp"
#include "scratch.hpp"
#include "script/row.hpp"
#include "script/writer.hpp"

namespace waymark::observe {
namespace {

using TreeRow = std::vector<bool>;
using TreeRows = std::vector<TreeRow>;  // of a tree, in the order of a depth-first walk

constexpr const base::Stop* never_stop = nullptr;

std::shared_ptr<const script::File> written(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  script::Writer writer(path);
  writer.bytes(script::Stream::rows, bytes);
  EXPECT_TRUE(writer.finish({}));
  script::Fault fault;
  return script::File::open(path, fault);
}

std::vector<std::uint8_t> encoded(const TreeRows& rows) {
  std::vector<std::uint8_t> bytes;
  script::RowBuilder builder(bytes);
  for (const TreeRow& row : rows) {
    for (const bool tree : row) builder.add(tree);
    builder.close();
  }
  return bytes;
}

TreeRows decoded(const std::shared_ptr<const script::File>& file) {
  TreeRows rows;
  script::Cursor stream(file, script::Stream::rows);
  while (!stream.at_end()) {
    std::vector<std::uint8_t> bytes;
    EXPECT_TRUE(script::read_row(stream, bytes, 1 << 20));
    TreeRow& row = rows.emplace_back();
    script::RowCursor cursor;
    for (std::uint64_t i = script::symbols_in(bytes); i > 0; --i) {
      row.push_back(cursor.next(bytes.data()) == script::Symbol::tree);
    }
  }
  return rows;
}

// A graph as lists of successors, and what the definitions say of a tree and it, found by plain recursion over the
// tree.
class Oracle {
 public:
  Oracle(const graph::Edges& shape, const TreeRows& rows) : rows_(rows) {
    for (const graph::Edges::Edge& edge : shape.edges) successors_[edge.from].push_back(edge.to);
    walk(0);
    for (const std::uint32_t state : reused) {
      for (const std::uint32_t next : successors_[state]) {
        if (!led_.contains(next)) appeared.insert(next);
      }
    }
    merged = leads_ - led_.size();
  }

  // At most: what follows from two states having become one is told no more.
  [[nodiscard]] std::uint64_t places() const { return misfits + merged + appeared.size(); }

  std::set<std::uint32_t> reused;
  std::set<std::uint32_t> appeared;
  std::uint64_t misfits = 0;
  std::uint64_t merged = 0;

 private:
  void walk(std::uint32_t state) {
    const TreeRow row = rows_[next_++];
    ++leads_;
    led_.insert(state);
    const std::vector<std::uint32_t>& successors = successors_[state];
    if (row.size() != successors.size()) {
      ++misfits;
      for (const bool tree : row) {
        if (tree) skip();
      }
      return;
    }
    reused.insert(state);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i]) walk(successors[i]);
    }
  }
  void skip() {
    const TreeRow row = rows_[next_++];
    for (const bool tree : row) {
      if (tree) skip();
    }
  }

  const TreeRows& rows_;
  std::size_t next_ = 0;
  std::map<std::uint32_t, std::vector<std::uint32_t>> successors_;
  std::set<std::uint32_t> led_;
  std::uint64_t leads_ = 0;
};

TreeRows rows_of(const graph::Edges& shape, const tests::Scratch& scratch) {
  graph::Graph graph(shape);
  base::Budget budget(std::uint64_t{1} << 30);
  LeanRecorder recorder(budget);
  (void)search_heard_by<search::BreadthFirst>({&recorder}, graph);
  EXPECT_TRUE(recorder.write(scratch.file("made"), {})) << recorder.why();
  script::Fault fault;
  return decoded(script::File::open(scratch.file("made"), fault));
}

struct Compared {
  explicit Compared(base::Budget& budget, PriorTree& tree) : comparison(tree, budget) {}
  Comparison comparison;
  search::Outcome outcome;
};

// A complete search along the tree.
std::unique_ptr<Compared> compared(const graph::Edges& shape, const TreeRows& rows, const tests::Scratch& scratch,
                                   std::unique_ptr<PriorTree>& tree, base::Budget& budget) {
  script::Fault fault;
  tree = PriorTree::read(written(scratch.file("old"), encoded(rows)), budget, never_stop, fault);
  EXPECT_NE(tree, nullptr) << fault.why;
  EXPECT_EQ(tree->states(), rows.size());
  auto made = std::make_unique<Compared>(budget, *tree);
  graph::Graph graph(shape);
  store::Exact store(budget);
  search::Judged judged;
  judged.deadlock = false;
  made->outcome = search::BreadthFirst({graph, &store, budget, {}, judged, {&made->comparison}}).run();
  const std::uint64_t states = store.size();
  made->comparison.finish(graph, store, never_stop);
  EXPECT_EQ(store.size(), states);
  EXPECT_EQ(made->comparison.why(), "");
  return made;
}

void expect_as_the_oracle(const graph::Edges& shape, const TreeRows& rows, const tests::Scratch& scratch) {
  base::Budget budget(std::uint64_t{1} << 30);
  {
    std::unique_ptr<PriorTree> tree;
    const auto made = compared(shape, rows, scratch, tree, budget);
    const Oracle oracle(shape, rows);
    EXPECT_EQ(made->comparison.reused(), oracle.reused.size());
    EXPECT_LE(made->comparison.places(), oracle.places());
    EXPECT_GE(made->comparison.places(), oracle.appeared.size());
    if (oracle.merged == 0) {
      EXPECT_EQ(made->comparison.places(), oracle.places());
    }
    EXPECT_EQ(made->comparison.explored(), made->outcome.tallies.states);
    EXPECT_EQ(made->comparison.first().has_value(), oracle.places() != 0);
  }
  EXPECT_EQ(budget.used(), 0u);
}

// Some edges removed, some added, some of them to new states.
graph::Edges changed(graph::Edges shape, std::uint32_t states, std::mt19937& random) {
  for (unsigned i = random() % 4; i > 0 && !shape.edges.empty(); --i) {
    shape.edges.erase(shape.edges.begin() + static_cast<std::ptrdiff_t>(random() % shape.edges.size()));
  }
  for (unsigned i = random() % 4; i > 0; --i) {
    const auto from = static_cast<std::uint32_t>(random() % states);
    const auto to = static_cast<std::uint32_t>(random() % (states + 3));
    shape.edges.push_back({from, to, 0});
  }
  return shape;
}

TEST(Comparison, counts_what_plain_recursion_over_the_old_tree_counts) {
  const tests::Scratch scratch;
  std::mt19937 random(7);
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const std::uint32_t states = 1 + seed % 60;
    const graph::Edges before = graph::random_graph(states, states + seed % 97, seed);
    expect_as_the_oracle(changed(before, states, random), rows_of(before, scratch), scratch);
  }
}

TEST(Comparison, follows_whatever_tree_it_is_given) {
  const tests::Scratch scratch;
  std::mt19937 random(11);
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const std::uint32_t states = 1 + seed % 9;
    const graph::Edges shape = graph::random_graph(states, 2 * states, seed);
    // A random tree whose rows are likely to fit: it goes around cycles and meets states again and again.
    TreeRows rows;
    std::uint64_t open = 1;
    while (open > 0) {
      --open;
      TreeRow& row = rows.emplace_back(random() % 4);
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = rows.size() + open < 60 && random() % 2 == 0;
        if (row[i]) ++open;
      }
    }
    expect_as_the_oracle(shape, rows, scratch);
  }
}

TEST(Comparison, of_a_graph_with_its_own_tree_finds_all_reused) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < 50; ++seed) {
    const graph::Edges shape = graph::random_graph(1 + 5 * seed, 1 + 15 * seed, seed);
    base::Budget budget(std::uint64_t{1} << 30);
    std::unique_ptr<PriorTree> tree;
    const auto made = compared(shape, rows_of(shape, scratch), scratch, tree, budget);
    EXPECT_EQ(made->comparison.reused(), made->outcome.tallies.states);
    EXPECT_EQ(made->comparison.places(), 0u);
    EXPECT_FALSE(made->comparison.first().has_value());
  }
}

// 0 -> 1 -> 2 -> 3 -> 4, all in a line.
const graph::Edges in_a_line{{{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 4, 0}}, {}};

struct PartingCase {
  std::vector<graph::Edges::Edge> edges;
  std::uint64_t reused;
  std::uint64_t places;
  Parting first;
};

TEST(Comparison, names_the_place_nearest_to_the_initial_state) {
  using Kind = Parting::Kind;
  const tests::Scratch scratch;
  const TreeRows rows = rows_of(in_a_line, scratch);
  const std::vector<PartingCase> cases{
      // 2 may go to 5, too: nothing behind it fits any more.
      {{{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {2, 5, 0}, {3, 4, 0}}, 2, 1, {Kind::successors, 2, 1, 2}},
      // 4 goes on to 5.
      {{{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 4, 0}, {4, 5, 0}}, 4, 1, {Kind::successors, 4, 0, 1}},
      // 3 goes back to 1, to which the script's last state leads now; that this one has no successors follows.
      {{{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}}, 4, 1, {Kind::merged, 3, 0, 0}},
      // All but the first have become one.
      {{{0, 1, 0}, {1, 1, 0}}, 2, 1, {Kind::merged, 1, 0, 0}},
  };
  for (const PartingCase& one : cases) {
    base::Budget budget(std::uint64_t{1} << 30);
    std::unique_ptr<PriorTree> tree;
    const auto made = compared({one.edges, {}}, rows, scratch, tree, budget);
    EXPECT_EQ(made->comparison.reused(), one.reused);
    EXPECT_EQ(made->comparison.places(), one.places);
    ASSERT_TRUE(made->comparison.first().has_value());
    EXPECT_EQ(made->comparison.first()->kind, one.first.kind);
    EXPECT_EQ(made->comparison.first()->state, one.first.state);
    EXPECT_EQ(made->comparison.first()->before, one.first.before);
    EXPECT_EQ(made->comparison.first()->now, one.first.now);
  }
}

TEST(Comparison, sees_a_state_that_has_appeared_and_two_that_have_become_one) {
  const tests::Scratch scratch;
  base::Budget budget(std::uint64_t{1} << 30);
  std::unique_ptr<PriorTree> tree;
  // The second edge of 0 led to 1 again, and leads to 2 now.
  const TreeRows twice = rows_of({{{0, 1, 0}, {0, 1, 0}}, {}}, scratch);
  auto made = compared({{{0, 1, 0}, {0, 2, 0}}, {}}, twice, scratch, tree, budget);
  EXPECT_EQ(made->comparison.reused(), 2u);
  EXPECT_EQ(made->comparison.places(), 1u);
  EXPECT_EQ(made->comparison.first()->kind, Parting::Kind::appeared);
  EXPECT_EQ(made->comparison.first()->state, 2u);
  // And the other way round.
  const TreeRows both = rows_of({{{0, 1, 0}, {0, 2, 0}}, {}}, scratch);
  made = compared({{{0, 1, 0}, {0, 1, 0}}, {}}, both, scratch, tree, budget);
  EXPECT_EQ(made->comparison.reused(), 2u);
  EXPECT_EQ(made->comparison.places(), 1u);
  EXPECT_EQ(made->comparison.first()->kind, Parting::Kind::merged);
  EXPECT_EQ(made->comparison.first()->state, 0u);
}

TEST(Comparison, follows_a_state_that_a_short_cut_lets_the_search_explore_first) {
  const tests::Scratch scratch;
  graph::Edges chain;
  for (std::uint32_t i = 0; i < 20; ++i) chain.edges.push_back({i, i + 1, 0});
  // 3 had a loop, which has become a short cut: its row is as long as before, but 12 is met long before 11.
  graph::Edges loop = chain;
  loop.edges.push_back({3, 3, 0});
  graph::Edges short_cut = chain;
  short_cut.edges.push_back({3, 12, 0});
  base::Budget budget(std::uint64_t{1} << 30);
  std::unique_ptr<PriorTree> tree;
  const auto made = compared(short_cut, rows_of(loop, scratch), scratch, tree, budget);
  EXPECT_EQ(made->comparison.reused(), 21u);
  EXPECT_EQ(made->comparison.places(), 0u);
}

TEST(Comparison, of_a_search_that_is_cut_off_counts_what_was_explored) {
  const tests::Scratch scratch;
  base::Budget budget(std::uint64_t{1} << 30);
  script::Fault fault;
  const auto tree =
      PriorTree::read(written(scratch.file("old"), encoded(rows_of(in_a_line, scratch))), budget, never_stop, fault);
  Comparison comparison(*tree, budget);
  graph::Graph graph(in_a_line);
  search::Limits limits;
  limits.depth = 3;
  (void)search_heard_by<search::BreadthFirst>({&comparison}, graph, limits);
  comparison.finish();
  EXPECT_EQ(comparison.explored(), 3u);
  EXPECT_EQ(comparison.reused(), 3u);
  EXPECT_EQ(comparison.places(), 0u);
}

TEST(Comparison, gives_up_within_its_budget_and_gives_it_back) {
  const tests::Scratch scratch;
  const graph::Edges shape = graph::random_graph(30'000, 60'000, 1);
  base::Budget enough(std::uint64_t{1} << 30);
  script::Fault fault;
  const auto tree =
      PriorTree::read(written(scratch.file("old"), encoded(rows_of(shape, scratch))), enough, never_stop, fault);
  base::Budget little(10'000);
  {
    Comparison comparison(*tree, little);
    graph::Graph graph(shape);
    EXPECT_EQ(search_heard_by<search::BreadthFirst>({&comparison}, graph).verdict, search::Verdict::holds);
    comparison.finish();
    EXPECT_EQ(comparison.why(), "there is not enough memory to follow it");
  }
  EXPECT_EQ(little.used(), 0u);
}

TEST(PriorTree, numbers_states_level_by_level) {
  const tests::Scratch scratch;
  // The root's children have two and one; rows are told apart by their lengths.
  const TreeRows rows{{true, true}, {true, true, false}, {false}, {false, false}, {true}, {}};
  base::Budget budget(std::uint64_t{1} << 20);
  script::Fault fault;
  const auto tree = PriorTree::read(written(scratch.file("old"), encoded(rows)), budget, never_stop, fault);
  ASSERT_NE(tree, nullptr);
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{{2, 1}, {3, 3}, {1, 5}, {1, 6}, {2, 6}, {0, 6}};
  std::vector<std::uint8_t> row;
  for (std::uint64_t i = 0; i < expected.size(); ++i) {
    const std::uint64_t child = tree->open(i, row);
    EXPECT_EQ(script::symbols_in(row), expected[i].first) << i;
    EXPECT_EQ(child, expected[i].second) << i;
  }
}

TEST(PriorTree, refuses_rows_that_are_no_tree) {
  const tests::Scratch scratch;
  base::Budget budget(std::uint64_t{1} << 20);
  const std::map<std::string, std::vector<std::uint8_t>> bad{
      {"a row has no end mark", {0}},
      {"stream rows goes on after the tree has ended", encoded({{}, {}})},
  };
  script::Fault fault;
  for (const auto& [why, bytes] : bad) {
    EXPECT_EQ(PriorTree::read(written(scratch.file("old"), bytes), budget, never_stop, fault), nullptr);
    EXPECT_EQ(fault.why, why);
  }
  for (const TreeRows& rows : {TreeRows{}, TreeRows{{true}}}) {
    EXPECT_EQ(PriorTree::read(written(scratch.file("old"), encoded(rows)), budget, never_stop, fault), nullptr);
    EXPECT_NE(fault.why, "");
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(PriorTree, is_read_within_the_budget_and_for_as_long_as_it_may_take) {
  const tests::Scratch scratch;
  std::vector<std::uint8_t> path(1 << 20, 3);  // one tree edge each, a million levels deep
  path.back() = 1;
  const auto file = written(scratch.file("old"), path);
  script::Fault fault;
  base::Budget enough(std::uint64_t{1} << 30);
  EXPECT_NE(PriorTree::read(file, enough, never_stop, fault), nullptr);
  base::Budget little(1 << 20);
  EXPECT_EQ(PriorTree::read(file, little, never_stop, fault), nullptr);
  EXPECT_EQ(fault.why, "");
  base::Stop stop;
  stop.request(base::Stop::Why::interrupted);
  EXPECT_THROW((void)PriorTree::read(file, enough, &stop, fault), base::Stopped);
  EXPECT_EQ(little.used(), 0u);
  EXPECT_EQ(enough.used(), 0u);
}

}  // namespace
}  // namespace waymark::observe

// Slices of a walk, parts of a script, many workers: together they are worth what one walk is worth, and nothing that
// is not the whole passes for it.
#include <gtest/gtest.h>

#include <algorithm>

#include "certify/explain.hpp"
#include "forger.hpp"
#include "oracle.hpp"
#include "recording.hpp"

namespace waymark::certify {
namespace {

using script::Slice;
using script::SyncPoint;

class Tiling : public testing::Test {
 protected:
  void SetUp() override {
    shape_ = graph::random_graph(12'000, 60'000, 3);
    graph::Graph graph(shape_);
    record(graph, scratch_.file("s"));
    file_ = open(scratch_.file("s"));
  }
  std::vector<Slice> slices(std::uint64_t k) const {
    std::vector<Slice> out;
    script::Fault fault;
    EXPECT_TRUE(script::cut(file_, k, 1 << 26, out, fault)) << fault.why;
    return out;
  }
  std::vector<std::shared_ptr<const script::File>> parts(std::uint64_t k) const {
    std::vector<std::shared_ptr<const script::File>> files;
    const auto cuts = slices(k);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      script::Fault fault;
      const std::string path = scratch_.file("part" + std::to_string(i));
      EXPECT_TRUE(script::write_part(cuts[i], i + 1, cuts.size(), path, fault)) << fault.why;
      files.push_back(open(path));
    }
    return files;
  }
  Result certify(std::vector<std::shared_ptr<const script::File>> files, unsigned jobs = 1) const {
    Request request = only_the_script();
    request.jobs = jobs;
    return run_lean(graphs(shape_), files, request, Secret::draw());
  }
  // Writes the script again with other sync points.
  std::shared_ptr<const script::File> with_sync(const std::vector<SyncPoint>& points) const {
    script::Writer writer(scratch_.file("forged"));
    for (const auto stream : {script::Stream::rows, script::Stream::counts}) {
      script::Cursor cursor(file_, stream);
      while (!cursor.at_end()) writer.byte(stream, cursor.byte());
    }
    script::SyncWriter syncs(writer);
    for (const SyncPoint& point : points) syncs.add(point);
    CHECK(writer.finish(file_->header()));
    return open(scratch_.file("forged"));
  }
  std::vector<SyncPoint> points() const {
    std::vector<SyncPoint> out;
    script::SyncReader reader(file_, 1 << 24);
    while (const SyncPoint* point = reader.next()) out.push_back(*point);
    return out;
  }

  Scratch scratch_;
  graph::Edges shape_;
  std::shared_ptr<const script::File> file_;
};

TEST_F(Tiling, slices_are_even) {
  for (const std::uint64_t k : {2u, 5u, 10u}) {
    const auto cuts = slices(k);
    ASSERT_EQ(cuts.size(), k);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const std::uint64_t end = cuts[i].end.has_value() ? cuts[i].end->transitions : 60'000;
      EXPECT_LE(end - cuts[i].begin.transitions, 60'000 / k + 5000);
    }
  }
}

TEST_F(Tiling, many_workers_agree_with_one) {
  const Result one = certify({file_});
  ASSERT_EQ(one.verdict, Verdict::certified) << one.why;
  for (const unsigned jobs : {2u, 3u, 7u}) {
    const Result many = certify({file_}, jobs);
    ASSERT_EQ(many.verdict, Verdict::certified) << many.why;
    EXPECT_EQ(many.figures.states, one.figures.states);
    EXPECT_EQ(many.figures.transitions, one.figures.transitions);
    EXPECT_EQ(many.figures.depth, one.figures.depth);
  }
}

TEST_F(Tiling, parts_in_any_order_are_the_whole) {
  auto files = parts(6);
  ASSERT_EQ(files.size(), 6u);
  EXPECT_EQ(certify(files).verdict, Verdict::certified);
  std::reverse(files.begin(), files.end());
  const Result result = certify(files, 3);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
}

TEST_F(Tiling, a_missing_or_repeated_part_is_refused) {
  const auto all = parts(4);
  auto files = all;
  files.pop_back();
  EXPECT_EQ(certify(files).verdict, Verdict::rejected);
  EXPECT_EQ(certify({all[0]}).verdict, Verdict::rejected);
  files = all;
  files[2] = files[1];
  EXPECT_EQ(certify(files).why, "part 2 of 4 is there twice");
}

TEST_F(Tiling, a_part_of_another_script_is_refused) {
  auto files = parts(4);
  const graph::Edges other = graph::random_graph(12'000, 60'000, 4);
  {
    graph::Graph graph(other);
    record(graph, scratch_.file("other"));
  }
  std::vector<Slice> cuts;
  script::Fault fault;
  ASSERT_TRUE(script::cut(open(scratch_.file("other")), 4, 1 << 26, cuts, fault));
  ASSERT_TRUE(script::write_part(cuts[2], 3, 4, scratch_.file("foreign"), fault)) << fault.why;
  files[2] = open(scratch_.file("foreign"));
  const Result result = certify(files);
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_EQ(result.why, "part 3 of 4 was cut from another script");
}

TEST_F(Tiling, forged_sync_points_cost_nothing_but_the_run) {
  const auto truth = points();
  ASSERT_GT(truth.size(), 10u);
  std::mt19937_64 random(1);
  unsigned rejected = 0;
  for (int round = 0; round < 48; ++round) {
    auto forged = truth;
    SyncPoint& point = forged[random() % forged.size()];
    script::PathNode& node = point.path[random() % point.path.size()];
    switch (round % 8) {
      case 0:
        ++point.rows;
        break;
      case 1:
        ++point.counts;
        break;
      case 2:
        ++point.states;
        break;
      case 3:
        ++point.transitions;
        break;
      case 4:
        node.row.back() ^= 1;
        break;
      case 5:
        ++node.taken;
        break;
      case 6:
        ++node.count;
        break;
      case 7:
        if (round % 2 == 0) {
          point.path.pop_back();
        } else {
          point.path.push_back(point.path.back());
        }
        break;
    }
    // With eight slices per worker every point is used.
    const auto file = with_sync(forged);
    Request request = only_the_script();
    request.jobs = 3;
    const Result result = run_lean(graphs(shape_), {file}, request, Secret::draw());
    // A point that is not used harms nobody.
    if (result.verdict == Verdict::certified) continue;
    ASSERT_EQ(result.verdict, Verdict::rejected) << result.why;
    ++rejected;
  }
  EXPECT_GT(rejected, 36u);
}

// The lie that only tiling could let pass: a slice is left out, the others prefetch_bucket and arrive in balance among
// themselves.
TEST_F(Tiling, slices_that_leave_something_out_are_refused) {
  auto forged = points();
  ASSERT_GT(forged.size(), 10u);
  // The point before the hole claims to be the one behind it.
  SyncPoint moved = forged[6];
  moved.rows = forged[5].rows;
  moved.counts = forged[5].counts;
  forged[5] = moved;
  const Result result = [&] {
    Request request = only_the_script();
    request.jobs = 3;
    return run_lean(graphs(shape_), {with_sync(forged)}, request, Secret::draw());
  }();
  EXPECT_EQ(result.verdict, Verdict::rejected);
}

TEST_F(Tiling, a_violation_is_found_whoever_walks_by_it) {
  graph::Edges shape = shape_;
  shape.kinds.clear();
  shape.kinds.emplace_back(2'345, graph::Edges::Kind::fail);
  {
    graph::Graph graph(shape);
    record(graph, scratch_.file("s"));
  }
  Request request;
  request.deadlock = false;
  request.jobs = 4;
  const Result result = run_lean(graphs(shape), {open(scratch_.file("s"))}, request, Secret::draw());
  ASSERT_EQ(result.verdict, Verdict::violation);
  graph::Graph graph(shape);
  graph.reset();
  std::vector<model::Transition> enabled;
  model::Step step = model::Step::moved;
  for (const std::uint32_t choice : result.choices) {
    graph.enabled(enabled);
    step = graph.fire(enabled.at(choice));
  }
  EXPECT_EQ(step, model::Step::failed);
  EXPECT_EQ(graph.pack().words[0], 2'345u);
}

TEST(Explain, names_the_first_false_step) {
  const Scratch scratch;
  const graph::Edges shape{.edges = {{0, 1, 1}, {0, 2, 2}, {1, 3, 3}, {2, 3, 4}, {2, 4, 5}}, .kinds = {}, .padding = 0};
  graph::Graph graph(shape);
  record(graph, scratch.file("s"));
  const Plain truth = decode(scratch.file("s"));
  ASSERT_EQ(truth.states.size(), 5u);  // entered in the order 0 1 3 2 4
  const auto explain = [&](const Plain& plain) {
    encode(plain, scratch.file("forged"));
    return explain_lean(graphs(shape), {open(scratch.file("forged"))}, only_the_script(), Secret::draw());
  };
  EXPECT_EQ(explain(truth).verdict, Verdict::certified);
  Plain forged = truth;
  forged.states[3].row[1] = false;  // 2 to 4 is said to lead to a known state
  forged.states.pop_back();
  Result result = explain(forged);
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_EQ(result.why, "this transition leads to a state that the script never enters");
  EXPECT_EQ(result.choices, (std::vector<std::uint32_t>{1, 1}));
  forged = truth;
  forged.states[2].count = 7;
  result = explain(forged);
  EXPECT_EQ(result.why, "the script announces 7 other transitions to this state, but 1 lead to it");
  EXPECT_EQ(result.choices, (std::vector<std::uint32_t>{0, 0}));
}

}  // namespace
}  // namespace waymark::certify

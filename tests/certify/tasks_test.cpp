#include "certify/tasks.hpp"

#include <gtest/gtest.h>

#include "certify/merge.hpp"
#include "recording.hpp"

namespace waymark::certify {
namespace {

using script::Digest;

class Tasks : public testing::Test {
 protected:
  static constexpr std::uint64_t memory = std::uint64_t{1} << 26;

  void SetUp() override {
    shape_ = graph::random_graph(8'000, 40'000, 11);
    graph::Graph graph(shape_);
    record(graph, scratch_.file("s"));
    files_ = {open(scratch_.file("s"))};
    run_ = draw(files_);
    for (std::uint64_t task = 1; task <= run_->tasks; ++task) results_.push_back(work(*run_, files_, task));
  }
  static std::optional<TaskRun> draw(const Files& files) {
    script::Fault fault;
    auto run = draw_run(files, 5, memory, fault);
    EXPECT_TRUE(run.has_value()) << fault.why;
    return run;
  }
  TaskResult work(const TaskRun& run, const Files& files, std::uint64_t task) const {
    std::string why;
    const auto result = run_task(graphs(shape_), files, run, task, subject_, only_the_script(), why);
    EXPECT_TRUE(result.has_value()) << why;
    // As it would travel.
    return *TaskResult::decode(result->encode(run), run, why);
  }
  std::string refusal(const std::vector<TaskResult>& results) const {
    const Result result = merge(*run_, subject_, results, memory);
    EXPECT_EQ(result.verdict, Verdict::rejected);
    return result.why;
  }

  Scratch scratch_;
  graph::Edges shape_;
  Files files_;
  Digest subject_ = {1, 2, 3};
  std::optional<TaskRun> run_;
  std::vector<TaskResult> results_;
};

TEST_F(Tasks, together_certify_the_script) {
  ASSERT_EQ(run_->tasks, 5u);
  const Result result = merge(*run_, subject_, results_, memory);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_EQ(result.figures.states, 8'000u);
  EXPECT_EQ(result.figures.transitions, 40'000u);
}

TEST_F(Tasks, a_run_survives_its_file) {
  const auto again = TaskRun::decode(run_->encode());
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->encode(), run_->encode());
  auto bytes = run_->encode();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(TaskRun::decode(std::span(bytes).first(length)).has_value());
  }
  bytes.push_back(0);
  EXPECT_FALSE(TaskRun::decode(bytes).has_value());
}

TEST_F(Tasks, every_changed_bit_of_a_result_is_noticed) {
  const auto good = results_[1].encode(*run_);
  for (std::size_t i = 0; i < good.size() * 8; ++i) {
    auto bad = good;
    bad[i / 8] ^= static_cast<std::uint8_t>(1u << i % 8);
    std::string why;
    ASSERT_FALSE(TaskResult::decode(bad, *run_, why).has_value()) << "bit " << i;
  }
  for (std::size_t length = 0; length < good.size(); ++length) {
    std::string why;
    ASSERT_FALSE(TaskResult::decode(std::span(good).first(length), *run_, why).has_value());
  }
}

TEST_F(Tasks, a_missing_or_repeated_result_is_refused) {
  auto results = results_;
  results.pop_back();
  EXPECT_EQ(refusal(results), "the result of task 5 is missing");
  results = results_;
  results[3] = results[2];
  EXPECT_EQ(refusal(results), "there are two results of task 3");
}

TEST_F(Tasks, a_result_of_an_earlier_run_is_refused) {
  const auto stale = draw(files_);
  const auto bytes = work(*stale, files_, 2).encode(*stale);
  std::string why;
  EXPECT_FALSE(TaskResult::decode(bytes, *run_, why).has_value());
  EXPECT_EQ(why, "belongs to another run");
}

TEST_F(Tasks, a_result_by_somebody_without_the_secret_is_refused) {
  // Whoever sees results knows the run's number, but not its secret.
  TaskRun guessed = *run_;
  guessed.secret = Secret::draw();
  auto bytes = results_[0].encode(guessed);
  const auto truth = results_[0].encode(*run_);
  std::copy(truth.begin(), truth.begin() + 20, bytes.begin());
  std::string why;
  EXPECT_FALSE(TaskResult::decode(bytes, *run_, why).has_value());
  EXPECT_EQ(why, "was not made by a worker of this run");
}

TEST_F(Tasks, another_program_or_other_options_are_refused) {
  auto results = results_;
  results[4].subject[0] ^= 1;
  EXPECT_EQ(refusal(results), "task 5 was run on another program or with other options");
}

TEST_F(Tasks, slices_that_do_not_meet_are_refused) {
  auto results = results_;
  results[2].end[0] ^= 1;
  EXPECT_EQ(refusal(results), "task 4 does not begin where the one before it ends");
  results = results_;
  results[0].begin[5] ^= 1;
  EXPECT_EQ(refusal(results), "task 1 does not begin where the one before it ends");
  results = results_;
  results[4].end[0] = 1;
  EXPECT_EQ(refusal(results), "task 5 does not end where it should");
}

TEST_F(Tasks, another_script_is_refused) {
  std::string why;
  graph::Graph graph(graph::random_graph(8'000, 40'000, 12));
  record(graph, scratch_.file("other"));
  EXPECT_FALSE(
      run_task(graphs(shape_), {open(scratch_.file("other"))}, *run_, 1, subject_, only_the_script(), why).has_value());
  EXPECT_EQ(why, "this is not the script that the run was made for");
  EXPECT_FALSE(run_task(graphs(shape_), files_, *run_, 6, subject_, only_the_script(), why).has_value());
}

TEST_F(Tasks, evidence_out_of_balance_is_rejected) {
  auto results = results_;
  results[3].evidence.arrived.add(Element(5), Element::of({1, 2}));
  EXPECT_EQ(refusal(results), "some transition leads to a state that the script leaves out, or some count is wrong");
}

TEST_F(Tasks, parts_make_tasks_too) {
  std::vector<script::Slice> slices;
  script::Fault fault;
  ASSERT_TRUE(script::cut(files_.front(), 4, memory, slices, fault));
  Files parts;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::string path = scratch_.file("part" + std::to_string(i));
    ASSERT_TRUE(script::write_part(slices[i], i + 1, slices.size(), path, fault));
    parts.push_back(open(path));
  }
  const auto run = draw(parts);
  ASSERT_EQ(run->tasks, 4u);
  std::vector<TaskResult> results;
  for (std::uint64_t task = 1; task <= 4; ++task) {
    results.push_back(work(*run, {parts[static_cast<std::size_t>(task - 1)]}, task));
  }
  const Result result = merge(*run, subject_, results, memory);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
}

TEST_F(Tasks, an_audit_notices_a_worker_that_makes_things_up) {
  std::string why;
  EXPECT_TRUE(audit(graphs(shape_), files_, *run_, results_, 5, only_the_script(), why)) << why;
  auto results = results_;
  results[2].evidence.announced.add(Element(5), Element::of({1, 2}));
  EXPECT_FALSE(audit(graphs(shape_), files_, *run_, results, 5, only_the_script(), why));
  EXPECT_EQ(why, "task 3 does not come out as its result says");
}

}  // namespace
}  // namespace waymark::certify

// Ids scripts certified in tasks on other machines.
#include <gtest/gtest.h>

#include "certify/merge.hpp"
#include "certify/tasks.hpp"
#include "ids_recording.hpp"

namespace waymark::certify {
namespace {

using script::IdsCut;

class IdsTasks : public testing::TestWithParam<IdsCut> {
 protected:
  static constexpr std::uint64_t memory = std::uint64_t{1} << 26;

  void SetUp() override {
    shape_ = graph::random_graph(800, 4'000, 11);
    graph::Graph graph(shape_);
    record_ids(graph, scratch_.file("s"));
    files_ = {open(scratch_.file("s"))};
    script::Fault fault;
    run_ = draw_run(files_, 5, memory, fault, GetParam());
    ASSERT_TRUE(run_.has_value()) << fault.why;
    run_ = TaskRun::decode(run_->encode());
    ASSERT_TRUE(run_.has_value());
    for (std::uint64_t task = 1; task <= run_->tasks; ++task) {
      std::string why;
      const auto result = run_task(graphs(shape_), files_, *run_, task, subject_, only_the_script(), why);
      ASSERT_TRUE(result.has_value()) << why;
      const auto travelled = TaskResult::decode(result->encode(*run_), *run_, why);
      ASSERT_TRUE(travelled.has_value()) << why;
      EXPECT_TRUE(travelled->agrees_with(*result));
      results_.push_back(*travelled);
    }
  }
  Result joined(const std::vector<TaskResult>& results) const { return merge(*run_, subject_, results, memory); }
  std::string refusal(const std::vector<TaskResult>& results) const {
    const Result result = joined(results);
    EXPECT_EQ(result.verdict, Verdict::rejected);
    return result.why;
  }

  Scratch scratch_;
  graph::Edges shape_;
  Files files_;
  script::Digest subject_ = {1, 2, 3};
  std::optional<TaskRun> run_;
  std::vector<TaskResult> results_;
};

TEST_P(IdsTasks, together_certify_the_script) {
  ASSERT_EQ(run_->tasks, 5u);
  const Result result = joined(results_);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_EQ(result.figures.states, 800u);
  EXPECT_EQ(result.figures.transitions, 4'000u);
}

TEST_P(IdsTasks, a_missing_or_repeated_or_foreign_result_is_refused) {
  auto results = results_;
  results.pop_back();
  EXPECT_EQ(refusal(results), "the result of task 5 is missing");
  results.push_back(results[1]);
  EXPECT_EQ(refusal(results), "there are two results of task 2");
  results = results_;
  results[1].subject = {};
  EXPECT_EQ(refusal(results), "task 2 was run on another program or with other options");
}

TEST_P(IdsTasks, tasks_that_do_not_fit_together_are_refused) {
  for (const std::size_t i : {0u, 2u, 4u}) {
    auto results = results_;
    results[i].ids->own.begin[3] ^= 1;
    EXPECT_NE(refusal(results), "");
    results = results_;
    results[i].ids->own.end[3] ^= 1;
    EXPECT_NE(refusal(results), "");
  }
  auto results = results_;
  std::swap(results[1].ids->own, results[2].ids->own);
  std::swap(results[1].ids->holes, results[2].ids->holes);
  if (GetParam() == IdsCut::slice) {
    EXPECT_NE(refusal(results), "");
  }
}

TEST_P(IdsTasks, tasks_that_disagree_about_a_state_are_refused) {
  auto results = results_;
  auto& reported = results[3].ids->reported;
  ASSERT_FALSE(reported.empty());
  const auto foreign = std::find_if(reported.begin(), reported.end(), [](const auto& entry) { return !entry.own; });
  ASSERT_NE(foreign, reported.end());
  ++foreign->fingerprint.low;
  EXPECT_NE(refusal(results).find("different states"), std::string::npos);
}

TEST_P(IdsTasks, a_state_that_nobody_explored_is_refused) {
  auto results = results_;
  results[3].ids->reported.push_back({1'000'000, {1, 2}, false});
  EXPECT_EQ(refusal(results), "state 1000000 is met after its last time");
}

TEST_P(IdsTasks, an_audit_notices_a_worker_that_makes_things_up) {
  std::string why;
  EXPECT_TRUE(audit(graphs(shape_), files_, *run_, results_, 5, only_the_script(), why)) << why;
  results_[2].ids->reported.pop_back();
  EXPECT_FALSE(audit(graphs(shape_), files_, *run_, results_, 5, only_the_script(), why));
  EXPECT_EQ(why, "task 3 does not come out as its result says");
}

TEST_P(IdsTasks, damaged_results_are_refused) {
  const auto bytes = results_[1].encode(*run_);
  std::string why;
  for (std::size_t i = 0; i < bytes.size(); i += 97) {
    auto damaged = bytes;
    damaged[i] ^= 4;
    EXPECT_FALSE(TaskResult::decode(damaged, *run_, why).has_value());
  }
}

INSTANTIATE_TEST_SUITE_P(Cuts, IdsTasks, testing::Values(IdsCut::slice, IdsCut::subtree),
                         [](const auto& cut) { return cut.param == IdsCut::slice ? "slice" : "subtree"; });

}  // namespace
}  // namespace waymark::certify

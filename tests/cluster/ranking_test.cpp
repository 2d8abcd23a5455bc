// Ranks label exactly what has no accepting cycle, with and without fairness, and what comes of it is a script that
// certifies: the tree of one process, and the same labels for any number of ranks.
#include "cluster/search/ranking.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <random>

#include "cases.hpp"
#include "certify/forge_cycles.hpp"
#include "cluster/transport/threads.hpp"
#include "observe/streamed_labels.hpp"
#include "store/exact.hpp"

namespace waymark::cluster {
namespace {

using certify::Factory;

struct RankedBy {
  unsigned ranks = 1;
  bool fair = false;
  std::uint32_t remembered = 16;
  observe::SyncSpacing spacing = {};
  std::uint64_t memory = std::uint64_t{1} << 30;  // of the last rank
};

enum class Ranked : std::uint8_t { written, cycle, cut_short };

Ranked rank_by(const Factory& factory, const RankedBy& by, const std::string& path) {
  std::mutex mutex;
  std::vector<Ranked> answers;
  Threads(by.ranks).run([&](Transport& transport) {
    const bool last = transport.rank() + 1 == by.ranks;
    base::Budget budget(last ? by.memory : std::uint64_t{1} << 30);
    base::Budget recording(std::uint64_t{1} << 30);
    auto answer = Ranked::cut_short;
    {
      std::unique_ptr<model::Model> model = factory();
      model::Movers* movers = nullptr;
      if (by.fair) {
        auto layer = std::make_unique<model::Movers>(std::move(model), budget);
        movers = layer.get();
        model = std::move(layer);
      }
      store::Exact store(budget);
      search::Judged judged;
      judged.deadlock = false;
      Ranking ranking({*model, &store, budget, {}, judged, {}}, transport,
                      {.remembered = by.remembered, .keeps = Frontier::Keeps::in_degrees}, movers);
      const search::Outcome outcome = ranking.run();
      if (outcome.verdict == search::Verdict::holds && ranking.found_cycle()) answer = Ranked::cycle;
      observe::LeanRecorder tree(recording, by.spacing);
      observe::StreamedLabels labels(recording, nullptr);
      std::vector<observe::StreamedLabels::Label> there;
      const bool told =
          outcome.verdict == search::Verdict::holds && !ranking.found_cycle() &&
          ranking.collect([&](std::span<const std::uint8_t> row) { tree.add_row(row); },
                          [&](std::uint64_t state, std::uint64_t count) { tree.set_arrivals(state, count); },
                          [&](const Ranking::Label& here, std::span<const Ranking::Label> its) {
                            there.clear();
                            for (const Ranking::Label& one : its) there.push_back({one.rank, one.set});
                            labels.add({here.rank, here.set}, there);
                          });
      if (told) answer = Ranked::written;
      if (told && transport.rank() == 0) {
        EXPECT_FALSE(labels.full());
        EXPECT_TRUE(tree.write(path, certify::plain_header(), &labels)) << tree.why();
      }
    }
    EXPECT_EQ(budget.used(), 0u);
    const std::lock_guard lock(mutex);
    answers.push_back(answer);
  });
  for (const Ranked one : answers) EXPECT_EQ(one, answers.front());
  return answers.front();
}

std::vector<char> bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class RankingOfToys : public testing::TestWithParam<bool> {
 protected:
  const bool fair_ = GetParam();
  const tests::Scratch scratch_;
  const std::string file_ = scratch_.file("s");
  const std::string one_ = scratch_.file("one");
};
INSTANTIATE_TEST_SUITE_P(Fairness, RankingOfToys, testing::Bool(),
                         [](const auto& which) { return which.param ? "fair" : "all"; });

TEST_P(RankingOfToys, gives_a_script_that_certifies_if_and_only_if_no_cycle_is_accepting) {
  unsigned without = 0;
  unsigned by_fairness = 0;
  constexpr unsigned seeds = tests::cases(400);
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const Factory factory = certify::acting(seed);
    const certify::Explored all = certify::Explored::of(*factory());
    const bool cycle = all.has_accepting_cycle(fair_);
    std::vector<char> first;
    for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
      const RankedBy by{.ranks = ranks, .fair = fair_, .remembered = seed % 3 * 8};
      ASSERT_EQ(rank_by(factory, by, file_), cycle ? Ranked::cycle : Ranked::written);
      if (cycle) continue;
      const std::vector<char> bytes = bytes_of(file_);
      if (ranks == 1) first = bytes;
      ASSERT_EQ(bytes, first);
    }
    if (cycle) continue;
    ++without;
    std::vector<bool> explored;
    const certify::Labelled script = certify::read_labelled(file_);
    const certify::FairTo fairness = fair_ ? certify::fairness_of(all) : certify::FairTo{};
    ASSERT_TRUE(certify::oracle_accepts(all.graph, all.accepting, script, explored, fairness)) << seed;
    const certify::Result result =
        certify::run_lean(factory, {certify::open(file_)}, certify::cycles_request(fair_), certify::Secret::draw());
    ASSERT_EQ(result.verdict, certify::Verdict::certified) << seed << ": " << result.why;
    // But for the labels it is what one process writes.
    ASSERT_EQ(certify::record_cycles(factory, fair_, one_), certify::CyclesRecorder::Answer::written);
    ASSERT_EQ(certify::decode(file_), certify::decode(one_)) << seed;
    by_fairness += fair_ && all.has_accepting_cycle(false) ? 1 : 0;
  }
  EXPECT_GT(without, seeds / 10);
  EXPECT_LT(without, seeds - seeds / 10);
  if (fair_) {
    EXPECT_GT(by_fairness, tests::cases(5));
  }
}

TEST_P(RankingOfToys, gives_scripts_in_which_every_lie_is_rejected) {
  std::mt19937_64 random(5);
  unsigned rejected = 0;
  for (unsigned round = 0; round < tests::cases(200); ++round) {
    const Factory factory = certify::acting(static_cast<unsigned>(random() % 200));
    if (rank_by(factory, {.ranks = 2, .fair = fair_}, file_) != Ranked::written) continue;
    const certify::Explored all = certify::Explored::of(*factory());
    certify::Labelled script = certify::read_labelled(file_);
    for (std::uint64_t lies = 1 + random() % 2; lies > 0; --lies) certify::change(script, random);
    certify::settle(script);
    std::vector<bool> explored;
    const certify::FairTo fairness = fair_ ? certify::fairness_of(all) : certify::FairTo{};
    const bool truly = certify::oracle_accepts(all.graph, all.accepting, script, explored, fairness);
    if (!certify::encode(script, file_)) {
      ASSERT_FALSE(truly) << round;
      continue;
    }
    const certify::Result result =
        certify::run_lean(factory, {certify::open(file_)}, certify::cycles_request(fair_), certify::Secret::draw());
    ASSERT_EQ(result.verdict, truly ? certify::Verdict::certified : certify::Verdict::rejected)
        << round << ": " << result.why;
    rejected += truly ? 0 : 1;
  }
  EXPECT_GT(rejected, tests::cases(20));
}

// Rings with accepting states between them, and long accepting chains behind the last one: every way to take something
// away has its turn, many times. Large enough for sync points.
Factory rings_and_chains(std::uint32_t rings, std::uint32_t each) {
  graph::Edges shape;
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    const std::uint32_t at = ring * (each + 1);
    for (std::uint32_t i = 0; i < each; ++i) {
      shape.edges.push_back({at + i, at + (i + 1) % each, 0});
      if (i % 3 == 0) shape.edges.push_back({at + i, at + i * 7 % each, 0});
    }
    shape.edges.push_back({at, at + each, 0});
    shape.edges.push_back({at + each, at + each + 1, 0});
    shape.accepting.push_back(at + each);
  }
  const std::uint32_t end = rings * (each + 1);
  for (std::uint32_t i = 0; i < 1'000; ++i) {
    shape.edges.push_back({end + i, end + i + 1, 0});
    if (i % 5 == 0 && i < 900) shape.edges.push_back({end + i, end + i + 7, 0});
    shape.accepting.push_back(end + i);
  }
  return certify::graphs(shape);
}

TEST(Ranking, gives_scripts_with_sync_points) {
  const tests::Scratch scratch;
  const Factory factory = rings_and_chains(12, 300);
  for (const unsigned ranks : {1u, 3u}) {
    ASSERT_EQ(rank_by(factory, {.ranks = ranks, .spacing = {100, 64}}, scratch.file("s")), Ranked::written);
    const auto file = certify::open(scratch.file("s"));
    for (const unsigned jobs : {1u, 3u}) {
      const certify::Result result =
          certify::run_lean(factory, {file}, certify::cycles_request(false, jobs), certify::Secret::draw());
      ASSERT_EQ(result.verdict, certify::Verdict::certified) << result.why;
      EXPECT_EQ(result.figures.states, 12u * 301 + 1'001);
    }
  }
}

TEST(Ranking, ends_on_all_ranks_when_one_has_no_room) {
  const tests::Scratch scratch;
  const Factory factory = rings_and_chains(12, 300);
  unsigned cut_short = 0;
  for (std::uint64_t memory = 1 << 14; memory < 1 << 22; memory = memory * 5 / 4) {
    const Ranked answer = rank_by(factory, {.ranks = 3, .memory = memory}, scratch.file("s"));
    cut_short += answer == Ranked::cut_short ? 1 : 0;
    if (answer == Ranked::written) break;
  }
  EXPECT_GT(cut_short, 3u);
}

}  // namespace
}  // namespace waymark::cluster

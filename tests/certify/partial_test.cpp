// Searches that did not end: what their scripts prove, and that nothing passes for it which is not so.
#include <gtest/gtest.h>

#include "certify/explain.hpp"
#include "certify/merge.hpp"
#include "certify/tasks.hpp"
#include "partial_forger.hpp"
#include "search/estimate/coverage.hpp"
#include "transcribe/sample.hpp"

namespace waymark::certify {
namespace {

// Ends the search after so many transitions, as somebody does who interrupts it.
class Interrupter final : public search::StepListener {
 public:
  explicit Interrupter(std::uint64_t after) : left_(after) {}
  void stepped(const search::Stepped&) override {
    if (left_ > 0 && --left_ == 0) stop.request(base::Stop::Why::interrupted);
  }
  base::Stop stop;

 private:
  std::uint64_t left_;
};

struct Ending {
  std::uint64_t states = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t depth = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t interrupt_after = 0;
  std::uint64_t memory = std::uint64_t{1} << 32;
};

search::Outcome record_part(const graph::Edges& shape, const std::string& path, const Ending& ending,
                            observe::SyncSpacing spacing = {}) {
  graph::Graph graph(shape);
  base::Budget budget(ending.memory);
  store::Exact store(budget);
  observe::LeanRecorder recorder(budget, spacing);
  Interrupter interrupter(ending.interrupt_after);
  search::Limits limits;
  limits.states = ending.states;
  limits.depth = ending.depth;
  limits.stop = &interrupter.stop;
  search::Judged judged;
  judged.deadlock = false;
  search::Outcome outcome =
      search::BreadthFirst({graph, &store, budget, limits, judged, {&interrupter, &recorder}}).run();
  CHECK(recorder.write_partial(path, plain_header()));
  return outcome;
}

Result certify_part(const graph::Edges& shape, const std::string& path, unsigned jobs = 1,
                    std::optional<Count> count = std::nullopt) {
  Request request = only_the_script();
  request.jobs = jobs;
  request.count = count;
  return run_lean(graphs(shape), {open(path)}, request, Secret::draw());
}

// A ring of so many states, or a line if it is cut open.
graph::Edges ring(std::uint32_t states, bool closed) {
  graph::Edges shape;
  for (std::uint32_t i = 0; i + 1 < states; ++i) shape.edges.push_back({i, i + 1, 0});
  if (closed) shape.edges.push_back({states - 1, 0, 0});
  return shape;
}

void expect_truth(const Successors& graph, const search::Outcome& outcome, const Result& result) {
  ASSERT_EQ(result.verdict, Verdict::in_part) << result.why;
  // With a limit of depth, states at it that have no transitions count as explored; they come last.
  const std::uint64_t explored = outcome.tallies.explored;
  EXPECT_EQ(result.figures.states - result.figures.frontier, explored);
  ASSERT_TRUE(result.distinct.has_value());
  EXPECT_TRUE(result.distinct->exact);
  EXPECT_EQ(result.distinct->states, result.figures.states);
  EXPECT_EQ(result.distinct->explored, explored);
  const Truth truth = truth_of(graph, explored);
  EXPECT_EQ(result.figures.frontier, truth.frontier);
  EXPECT_EQ(result.figures.covered, truth.covered);
}

TEST(Partial, searches_that_end_early_certify_exactly_what_they_explored) {
  const Scratch scratch;
  std::mt19937_64 random(5);
  for (unsigned round = 0; round < 400; ++round) {
    const auto size = static_cast<std::uint32_t>(20 + random() % 200);
    graph::Edges shape = graph::random_graph(size, 2 * size + static_cast<std::uint32_t>(random() % size), round);
    if (round % 4 == 0) shape = with_passing(shape, random);
    const Successors graph = successors_of(shape);
    Ending ending;
    if (round % 2 == 0) ending.states = 1 + random() % graph.size();
    if (round % 2 == 1) ending.interrupt_after = 1 + random() % (2 * size);
    const search::Outcome outcome = record_part(shape, scratch.file("s"), ending, {.most = 20, .between = 5});
    expect_truth(graph, outcome, certify_part(shape, scratch.file("s"), 1 + round % 3));
  }
}

TEST(Partial, a_limit_of_depth_is_the_depth_that_is_covered) {
  const Scratch scratch;
  for (unsigned seed = 0; seed < 60; ++seed) {
    // Every state goes on, so that all at the limit are cut off.
    graph::Edges shape = graph::random_graph(120, 300, seed);
    for (std::uint32_t state = 0; state < 120; ++state) shape.edges.push_back({state, (state * 7 + 1) % 120, 0});
    const Successors graph = successors_of(shape);
    const std::uint64_t depth = seed % 5;
    const search::Outcome outcome = record_part(shape, scratch.file("s"), {.depth = depth}, {.most = 20, .between = 5});
    ASSERT_EQ(outcome.why, search::Why::depth);
    const Result result = certify_part(shape, scratch.file("s"), 2);
    expect_truth(graph, outcome, result);
    EXPECT_EQ(result.figures.covered, depth);
    EXPECT_EQ(result.figures.states, outcome.tallies.states);
    EXPECT_EQ(result.figures.transitions, outcome.tallies.transitions);
  }
}

TEST(Partial, states_without_transitions_at_the_limit_of_depth_are_explored) {
  const Scratch scratch;
  // The second of the two states at the limit goes on, the first and the third do not.
  const graph::Edges shape{.edges = {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {2, 4, 0}}, .kinds = {}, .padding = 0};
  record_part(shape, scratch.file("s"), {.depth = 1});
  const Result result = certify_part(shape, scratch.file("s"));
  ASSERT_EQ(result.verdict, Verdict::in_part) << result.why;
  EXPECT_EQ(result.figures.states, 4u);
  EXPECT_EQ(result.figures.frontier, 1u);
  EXPECT_EQ(result.figures.covered, 1u);
}

TEST(Partial, a_recorder_without_room_writes_what_it_has) {
  const Scratch scratch;
  const graph::Edges shape = graph::random_graph(60'000, 200'000, 1);
  graph::Graph graph(shape);
  base::Budget plenty(std::uint64_t{1} << 30);
  base::Budget little(100'000);
  store::Exact store(plenty);
  observe::LeanRecorder recorder(little);
  search::Limits limits;
  limits.states = 50'000;
  search::Judged judged;
  judged.deadlock = false;
  const auto outcome = search::BreadthFirst({graph, &store, plenty, limits, judged, {&recorder}}).run();
  ASSERT_EQ(outcome.verdict, search::Verdict::incomplete);
  ASSERT_TRUE(recorder.write_partial(scratch.file("s"), plain_header())) << recorder.why();
  const Result result = certify_part(shape, scratch.file("s"));
  ASSERT_EQ(result.verdict, Verdict::in_part) << result.why;
  const std::uint64_t explored = result.figures.states - result.figures.frontier;
  EXPECT_GT(explored, 1000u);
  EXPECT_LT(explored, outcome.tallies.explored);
  EXPECT_EQ(result.figures.covered, truth_of(successors_of(shape), explored).covered);
}

TEST(Partial, lies_are_told_apart_from_what_is_so) {
  std::uint64_t rejected = 0;
  std::uint64_t still_true = 0;
  const auto tallies = forge_partial(4000, 3);
  EXPECT_EQ(tallies.size(), PartialForger::kinds + SampleForger::kinds);
  for (const auto& [told, tally] : tallies) {
    EXPECT_EQ(tally.wrong, 0u) << told;
    EXPECT_GT(tally.forgeries, 50u) << told;
    rejected += tally.rejected;
    still_true += tally.still_true;
  }
  EXPECT_GT(rejected, 2000u);
  EXPECT_GT(still_true, 10u);  // a state whose transitions nobody missed may as well be frontier
}

TEST(Partial, a_state_that_is_listed_twice_is_told_as_such) {
  const Scratch scratch;
  const graph::Edges shape = graph::random_graph(30, 90, 4);
  const Successors graph = successors_of(shape);
  for (const unsigned kind : {7u, 8u}) {
    PartialForger forger(1);
    Labelled forged = partial_script(graph, 25);
    while (!forger.forge(graph, forged, kind)) {
    }
    ASSERT_TRUE(encode(forged, scratch.file("s")));
    for (const auto count : {std::optional<Count>(), std::optional(Count::exact)}) {
      const Result result = certify_part(shape, scratch.file("s"), 1, count);
      EXPECT_EQ(result.verdict, Verdict::rejected);
      EXPECT_NE(result.why.find("of them are different"), std::string::npos) << result.why;
    }
  }
}

// Ten states in a ring, unrolled: consistent in rows, counts and distances.
void unroll(std::uint32_t entries, const std::string& path) {
  script::Writer writer(path);
  for (std::uint32_t i = 0; i < entries; ++i) {
    writer.byte(script::Stream::rows, i + 1 == entries ? 0 : 3);
    writer.varint(script::Stream::counts, 0);
    if (i > 0) writer.varint(script::Stream::claims, 0);
  }
  script::Header header = plain_header();
  header.form = script::Form::partial;
  header.states = entries;
  header.transitions = entries - 1;
  header.depth = entries - 1;
  ASSERT_TRUE(writer.finish(header));
}

TEST(Partial, ten_states_do_not_pass_for_many) {
  const Scratch scratch;
  for (const std::uint32_t entries : {11u, 1000u, 600'000u}) {
    unroll(entries, scratch.file("s"));
    const Result result = certify_part(ring(10, true), scratch.file("s"));
    EXPECT_EQ(result.verdict, Verdict::rejected) << entries;
    EXPECT_NE(result.why.find("are different"), std::string::npos) << result.why;
  }
  // What it would be without repetitions.
  unroll(10, scratch.file("s"));
  EXPECT_EQ(certify_part(ring(10, true), scratch.file("s")).verdict, Verdict::in_part);
}

TEST(Partial, a_header_that_says_less_than_there_is_costs_no_memory) {
  const Scratch scratch;
  unroll(5000, scratch.file("s"));
  const auto file = open(scratch.file("s"));
  script::Writer writer(scratch.file("less"));
  for (const auto stream : {script::Stream::rows, script::Stream::counts, script::Stream::claims}) {
    writer.bytes(stream, all_bytes(file, stream));
  }
  script::Header header = file->header();
  header.states = 100;
  ASSERT_TRUE(writer.finish(header));
  const Result result = certify_part(ring(5000, false), scratch.file("less"));
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_NE(result.why.find("more states than the header says"), std::string::npos) << result.why;
}

TEST(Partial, many_states_are_counted_by_a_sketch_or_exactly) {
  const Scratch scratch;
  constexpr std::uint32_t states = 700'000;
  graph::Edges shape;  // a tree
  for (std::uint32_t i = 1; i < states; ++i) shape.edges.push_back({i / 2, i, 0});
  record_part(shape, scratch.file("s"), {.states = states - 1});
  for (const unsigned jobs : {1u, 3u}) {
    const Result sketched = certify_part(shape, scratch.file("s"), jobs);
    ASSERT_EQ(sketched.verdict, Verdict::in_part) << sketched.why;
    EXPECT_FALSE(sketched.distinct->exact);
    EXPECT_LE(sketched.distinct->states, sketched.figures.states);
    EXPECT_GT(sketched.distinct->states, sketched.figures.states * 97 / 100);
    EXPECT_LE(sketched.distinct->explored, sketched.distinct->states);
  }
  const Result exact = certify_part(shape, scratch.file("s"), 2, Count::exact);
  ASSERT_EQ(exact.verdict, Verdict::in_part) << exact.why;
  EXPECT_TRUE(exact.distinct->exact);
  EXPECT_EQ(exact.distinct->states, exact.figures.states);
  Request little = only_the_script();
  little.count = Count::exact;
  little.memory = 10'000'000;
  const Result ended = certify_lean(graphs(shape), scratch.file("s"), little);
  EXPECT_EQ(ended.verdict, Verdict::incomplete);
  EXPECT_NE(ended.why.find("counting states"), std::string::npos) << ended.why;
}

TEST(Partial, complete_scripts_are_counted_on_request) {
  const Scratch scratch;
  const graph::Edges shape = graph::random_graph(500, 1500, 2);
  graph::Graph graph(shape);
  record(graph, scratch.file("s"));
  EXPECT_FALSE(certify_part(shape, scratch.file("s")).distinct.has_value());
  const Result counted = certify_part(shape, scratch.file("s"), 2, Count::exact);
  ASSERT_EQ(counted.verdict, Verdict::certified) << counted.why;
  EXPECT_EQ(counted.distinct->states, 500u);
}

TEST(Partial, what_a_frontier_state_is_by_itself_is_judged) {
  const Scratch scratch;
  const graph::Edges shape = ring(5, false);  // the last state is a dead end
  const Successors graph = successors_of(shape);
  ASSERT_TRUE(encode(partial_script(graph, 4), scratch.file("s")));
  Request request = only_the_script();
  EXPECT_EQ(certify_lean(graphs(shape), scratch.file("s"), request).verdict, Verdict::in_part);
  request.deadlock = true;
  const Result result = certify_lean(graphs(shape), scratch.file("s"), request);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violation.kind, "deadlock");
}

TEST(Partial, parts_and_tasks_prove_what_the_whole_does) {
  const Scratch scratch;
  constexpr std::uint64_t memory = std::uint64_t{1} << 26;
  const graph::Edges shape = graph::random_graph(12'000, 60'000, 3);
  record_part(shape, scratch.file("s"), {.states = 9'000});
  const Result whole = certify_part(shape, scratch.file("s"));
  ASSERT_EQ(whole.verdict, Verdict::in_part) << whole.why;
  const auto expect_same = [&](const Result& result) {
    ASSERT_EQ(result.verdict, Verdict::in_part) << result.why;
    EXPECT_EQ(result.figures.states, whole.figures.states);
    EXPECT_EQ(result.figures.frontier, whole.figures.frontier);
    EXPECT_EQ(result.figures.covered, whole.figures.covered);
    EXPECT_EQ(result.distinct->states, whole.distinct->states);
    EXPECT_EQ(result.distinct->explored, whole.distinct->explored);
  };
  std::vector<script::Slice> slices;
  script::Fault fault;
  ASSERT_TRUE(script::cut(open(scratch.file("s")), 4, memory, slices, fault)) << fault.why;
  Files parts;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::string path = scratch.file("part" + std::to_string(i));
    ASSERT_TRUE(script::write_part(slices[i], i + 1, slices.size(), path, fault)) << fault.why;
    parts.push_back(open(path));
  }
  ASSERT_EQ(parts.size(), 4u);
  expect_same(run_lean(graphs(shape), parts, only_the_script(), Secret::draw()));
  expect_same(explain_lean(graphs(shape), parts, only_the_script(), Secret::draw()));
  const script::Digest subject = {7};
  for (const Files& files : {parts, Files{open(scratch.file("s"))}}) {
    const auto run = draw_run(files, 4, memory, fault);
    ASSERT_TRUE(run.has_value()) << fault.why;
    std::vector<TaskResult> results;
    std::string why;
    for (std::uint64_t task = 1; task <= run->tasks; ++task) {
      const auto done = run_task(graphs(shape), files, *run, task, subject, only_the_script(), why);
      ASSERT_TRUE(done.has_value()) << why;
      const auto read = TaskResult::decode(done->encode(*run), *run, why);
      ASSERT_TRUE(read.has_value()) << why;
      EXPECT_TRUE(read->agrees_with(*done));
      results.push_back(*read);
    }
    expect_same(merge(*run, subject, results, memory));
    EXPECT_TRUE(audit(graphs(shape), files, *run, results, 2, only_the_script(), why)) << why;
    // A worker that counts states it did not meet: those of another task.
    results[1].evidence.entered = {};
    EXPECT_EQ(merge(*run, subject, results, memory).verdict, Verdict::rejected);
  }
}

// A search that estimates what it has covered, with its script.
std::optional<search::Estimate> record_sampled(const graph::Edges& shape, std::uint64_t states, const std::string& path,
                                               script::SampleClaim& claim) {
  graph::Graph graph(shape);
  graph.key(model::Key::quick());
  base::Budget budget(std::uint64_t{1} << 32);
  store::ThresholdSample store(budget, {.states = states / 2}, {.states = states - states / 2}, 1);
  observe::LeanRecorder recorder(budget, {.most = 1200, .between = 256});
  model::Draw draw(script::sample_seed(plain_header()));
  search::Judged judged;
  judged.deadlock = false;
  const search::Outcome outcome =
      search::Coverage({graph, &store, budget, {}, judged, {&recorder}}, store, 1, &draw, &recorder).run();
  if (outcome.why != search::Why::memory) {
    CHECK(recorder.write(path, plain_header()));
    return std::nullopt;
  }
  CHECK(recorder.write_partial(path + ".first", plain_header()));
  const auto first = open(path + ".first");
  EXPECT_EQ(first->header().states, store.kept());
  transcribe::SampledStates known(budget);
  for (std::uint64_t number = 0; number < store.kept(); ++number) {
    graph.unpack(store.words(number));
    if (draw.number(graph) <= model::Draw::bound(store.falls())) CHECK(known.keep(graph.fingerprint()));
  }
  std::string why;
  CHECK(transcribe::write_sample(graph, first, store.falls(), known, path, nullptr, claim, why));
  return outcome.estimate;
}

TEST(Sample, is_the_one_of_program_options_and_bound_whoever_searches) {
  const Scratch scratch;
  std::mt19937_64 random(9);
  unsigned sampled = 0;
  for (unsigned round = 0; round < 120; ++round) {
    const auto size = static_cast<std::uint32_t>(60 + random() % 300);
    graph::Edges shape = graph::random_graph(size, 2 * size + static_cast<std::uint32_t>(random() % size), round);
    if (round % 4 == 0) shape = with_passing(shape, random);
    const Successors graph = successors_of(shape);
    script::SampleClaim claim;
    const auto made = record_sampled(shape, 8 + random() % graph.size(), scratch.file("s"), claim);
    const Result result = certify_part(shape, scratch.file("s"), round % 2 == 0 ? 1 : 3);
    if (!made) {  // the sample was all there is, and so is the script
      EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
      continue;
    }
    ++sampled;
    ASSERT_EQ(result.verdict, Verdict::in_part) << result.why;
    const std::size_t explored = result.figures.states - result.figures.frontier;
    EXPECT_EQ(claim, claim_of(graph, drawn_numbers(shape), explored, claim.falls));
    ASSERT_TRUE(result.estimated.has_value());
    EXPECT_EQ(result.estimated->states, result.figures.states + claim.states);
    EXPECT_LE(result.estimated->covered.low, result.estimated->covered.coverage);
    EXPECT_LE(result.estimated->covered.coverage, result.estimated->covered.high);
  }
  EXPECT_GT(sampled, 40u);
}

TEST(Sample, estimates_what_the_search_does_and_not_less_than_the_truth) {
  const Scratch scratch;
  const graph::Edges shape = graph::random_graph(10'000, 80'000, 4);
  script::SampleClaim claim;
  const auto made = record_sampled(shape, 5'000, scratch.file("s"), claim);
  ASSERT_TRUE(made.has_value());
  const Result result = certify_part(shape, scratch.file("s"), 2);
  ASSERT_EQ(result.verdict, Verdict::in_part) << result.why;
  EXPECT_NEAR(result.estimated->covered.coverage, made->coverage, 0.03);
  const double truth = static_cast<double>(result.estimated->states) / 10'000;
  EXPECT_NEAR(result.estimated->covered.coverage, truth, 0.15);
  EXPECT_EQ(result.estimated->covered.low, 0);  // a sample alone bounds the coverage from above only
  EXPECT_GE(result.estimated->covered.high, truth);
}

TEST(Sample, is_the_same_in_parts_and_tasks) {
  const Scratch scratch;
  constexpr std::uint64_t memory = std::uint64_t{1} << 26;
  const graph::Edges shape = graph::random_graph(12'000, 60'000, 3);
  script::SampleClaim claim;
  ASSERT_TRUE(record_sampled(shape, 8'000, scratch.file("s"), claim).has_value());
  const Result whole = certify_part(shape, scratch.file("s"));
  ASSERT_EQ(whole.verdict, Verdict::in_part) << whole.why;
  const auto expect_same = [&](const Result& result) {
    ASSERT_EQ(result.verdict, Verdict::in_part) << result.why;
    ASSERT_TRUE(result.estimated.has_value());
    EXPECT_EQ(result.estimated->states, whole.estimated->states);
    EXPECT_EQ(result.estimated->covered.coverage, whole.estimated->covered.coverage);
  };
  std::vector<script::Slice> slices;
  script::Fault fault;
  ASSERT_TRUE(script::cut(open(scratch.file("s")), 3, memory, slices, fault)) << fault.why;
  Files parts;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::string path = scratch.file("part" + std::to_string(i));
    ASSERT_TRUE(script::write_part(slices[i], i + 1, slices.size(), path, fault)) << fault.why;
    parts.push_back(open(path));
  }
  ASSERT_EQ(parts.size(), 3u);
  expect_same(run_lean(graphs(shape), parts, only_the_script(), Secret::draw()));
  const script::Digest subject = {7};
  for (const Files& files : {parts, Files{open(scratch.file("s"))}}) {
    const auto drawn = draw_run(files, 3, memory, fault);
    ASSERT_TRUE(drawn.has_value()) << fault.why;
    const auto run = TaskRun::decode(drawn->encode());
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->sample, claim);
    std::vector<TaskResult> results;
    std::string why;
    for (std::uint64_t task = 1; task <= run->tasks; ++task) {
      const auto done = run_task(graphs(shape), files, *run, task, subject, only_the_script(), why);
      ASSERT_TRUE(done.has_value()) << why;
      const auto read = TaskResult::decode(done->encode(*run), *run, why);
      ASSERT_TRUE(read.has_value()) << why;
      EXPECT_TRUE(read->agrees_with(*done));
      results.push_back(*read);
    }
    expect_same(merge(*run, subject, results, memory));
    results[1].evidence.sample = {};
    EXPECT_EQ(merge(*run, subject, results, memory).verdict, Verdict::rejected);
  }
}

TEST(Sample, needs_memory_and_says_so) {
  const Scratch scratch;
  const graph::Edges shape = graph::random_graph(12'000, 60'000, 3);
  script::SampleClaim claim;
  ASSERT_TRUE(record_sampled(shape, 8'000, scratch.file("s"), claim).has_value());
  Request little = only_the_script();
  little.memory = 100'000;
  EXPECT_EQ(certify_lean(graphs(shape), scratch.file("s"), little).verdict, Verdict::incomplete);
}

TEST(Sketch, is_exact_as_long_as_it_keeps_all) {
  const Sampling sampling(Secret::draw(), 1000, Count::sketch);
  ASSERT_TRUE(sampling.all());
  EXPECT_FALSE(sampling.too_few(1000, 1000));
  EXPECT_TRUE(sampling.too_few(999, 1000));
  EXPECT_EQ(sampling.at_least(999), 999u);
  EXPECT_TRUE(Sampling(Secret::draw(), std::uint64_t{1} << 40, Count::exact).all());
}

TEST(Sketch, bounds_hold_for_states_that_are_side_by_side) {
  // Fingerprints in an arithmetic progression: what a multilinear hash gives for a counter.
  constexpr std::uint64_t states = 2'000'000;
  for (unsigned round = 0; round < 3; ++round) {
    const Sampling sampling(Secret::draw(), states, Count::sketch);
    ASSERT_FALSE(sampling.all());
    StateSet kept;
    StateSet half;
    for (std::uint64_t i = 0; i < states; ++i) {
      const model::Fingerprint state{i * 0x1000, i * 3};
      if (!sampling.takes(state)) continue;
      kept.add(state);
      kept.add(state);
      if (i % 2 == 0) half.add(state);
    }
    EXPECT_NEAR(static_cast<double>(kept.size()), static_cast<double>(Sampling::sample), 6 * 512);
    EXPECT_FALSE(sampling.too_few(kept.size(), states));
    EXPECT_TRUE(sampling.too_few(kept.size(), states * 103 / 100));
    EXPECT_TRUE(sampling.too_few(half.size(), states));
    EXPECT_LE(sampling.at_least(kept.size()), states);
    EXPECT_GE(sampling.at_least(kept.size()), states * 97 / 100);
  }
}

TEST(Sketch, sets_of_states_join) {
  StateSet one;
  StateSet other;
  StateSet both;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const model::Fingerprint state{i % 3000, i % 2};  // {0, 0} among them, which marks a free slot
    both.add(state);
    (i % 2 == 0 ? one : other).add(state);
  }
  one.add(other);
  one.add(other);
  EXPECT_EQ(one.size(), 3000u);
  EXPECT_EQ(one, both);
}

}  // namespace
}  // namespace waymark::certify

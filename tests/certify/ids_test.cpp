// Ids scripts: what is recorded certifies, alone and in tasks; what is forged does not, unless an oracle that compares
// states says that it is true all the same.
#include "certify/ids.hpp"

#include <gtest/gtest.h>

#include "certify/fingerprints.hpp"
#include "ids_recording.hpp"

namespace waymark::certify {
namespace {

using graph::Edges;
using script::IdsCut;
using script::IdsStep;

constexpr IdsStep back{true, 0, 0, false, false};
IdsStep fresh(std::uint32_t successor, std::uint64_t id) { return {false, successor, id, true, false}; }
IdsStep known(std::uint32_t successor, std::uint64_t id) { return {false, successor, id, false, false}; }

// 0 → 1 → 2 → … , all of them also back to 0.
Edges comb(std::uint32_t teeth) {
  Edges shape;
  for (std::uint32_t i = 0; i < teeth; ++i) {
    shape.edges.push_back({i, i + 1, 0});
    shape.edges.push_back({i, 0, 0});
  }
  return shape;
}

TEST(Ids, records_the_steps_of_a_diamond) {
  const Scratch scratch;
  graph::Graph graph(diamond());
  record_ids(graph, scratch.file("s"));
  const PlainIds plain = decode_ids(scratch.file("s"));
  // States are met in the order 0, 1, 3, 2.
  const std::vector<IdsStep> expected{fresh(0, 2), fresh(0, 3), back, back, fresh(1, 4), known(0, 3), back, back};
  EXPECT_EQ(plain.steps, expected);
  // 1 and 2 are met once, 3 for the last time from 2; the root is never met again.
  EXPECT_EQ(plain.marks, (std::vector<bool>{true, false, true, true}));
  EXPECT_EQ(plain.sizes, (std::vector<std::uint64_t>{4, 1, 0, 1}));
}

TEST(Ids, certifies_what_was_recorded_of_random_graphs_however_it_is_cut) {
  const Scratch scratch;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Edges shape = random_shape(seed);
    graph::Graph graph(shape);
    const search::Outcome outcome = record_ids(graph, scratch.file("s"));
    for (const unsigned jobs : {1u, 2u, 5u}) {
      for (const IdsCut cut : {IdsCut::slice, IdsCut::subtree}) {
        const Result result = certify_ids(graphs(shape), scratch.file("s"), jobs, cut);
        ASSERT_EQ(result.verdict, Verdict::certified) << "seed " << seed << ", " << jobs << " jobs: " << result.why;
        ASSERT_EQ(result.figures.states, outcome.tallies.states);
        ASSERT_EQ(result.figures.transitions, outcome.tallies.transitions);
      }
    }
  }
}

TEST(Ids, a_script_may_take_transitions_in_any_order) {
  const Scratch scratch;
  // 1 → 3 first, then 0's second edge before its first.
  PlainIds plain{{fresh(1, 2), fresh(0, 3), back, back, fresh(0, 4), known(0, 3), back, back}, {}, {}};
  complete(plain);
  encode_ids(plain, scratch.file("s"));
  for (const unsigned jobs : {1u, 2u}) {
    const Result result = certify_ids(graphs(diamond()), scratch.file("s"), jobs);
    EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  }
}

TEST(Ids, marks_let_fingerprints_go) {
  const Scratch scratch;
  graph::Graph graph(comb(1000));
  record_ids(graph, scratch.file("s"));
  const Result result = certify_ids(graphs(comb(1000)), scratch.file("s"));
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_EQ(result.figures.entries, 1u);  // only the root is met again
  PlainIds plain = decode_ids(scratch.file("s"));
  plain.marks.assign(plain.marks.size(), false);
  encode_ids(plain, scratch.file("s"));
  EXPECT_EQ(certify_ids(graphs(comb(1000)), scratch.file("s")).figures.entries, 1001u);
}

TEST(Ids, what_one_task_alone_meets_is_kept_by_it_alone) {
  // 30 rings side by side, entered from 0: a slice of the script meets the states of a few rings only.
  Edges shape;
  for (std::uint32_t ring = 0; ring < 30; ++ring) {
    const std::uint32_t first = 1 + ring * 20;
    shape.edges.push_back({0, first, 0});
    for (std::uint32_t i = 0; i < 20; ++i) shape.edges.push_back({first + i, first + (i + 1) % 20, 0});
    for (std::uint32_t i = 0; i < 20; ++i) shape.edges.push_back({first + i, first + (i + 7) % 20, 0});
  }
  graph::Graph graph(shape);
  const Scratch scratch;
  record_ids(graph, scratch.file("s"));
  const Result result = certify_ids(graphs(shape), scratch.file("s"), 2);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_LT(result.figures.entries, 450u);  // of 601
}

struct Told {
  PlainIds plain;
  const char* part_of_the_message;
};

TEST(Ids, each_hole_of_the_printed_algorithm_is_closed) {
  const std::vector<Told> lies{
      // Cut short: every open state must be closed.
      {{{fresh(0, 2), fresh(0, 3), back, back}, {}, {}}, "ends too early"},
      // One transition twice, the other never.
      {{{fresh(0, 2), fresh(0, 3), back, back, known(0, 2), back}, {}, {}}, "twice"},
      // A state is left although it has more.
      {{{fresh(0, 2), back, fresh(1, 3), fresh(0, 4), back, back, back}, {}, {}}, "more transitions"},
      {{{fresh(1, 2), fresh(0, 3), back, back, back}, {}, {}}, "without having taken"},
      // A transition that does not exist.
      {{{fresh(0, 2), fresh(0, 3), fresh(0, 4), back, back, back}, {}, {}}, "does not exist"},
      // Another state than the one that was met, itself among them.
      {{{fresh(0, 2), fresh(0, 3), back, back, fresh(1, 4), known(0, 2), back, back}, {}, {}}, "does not lead to"},
      {{{fresh(0, 2), fresh(0, 3), back, back, known(1, 2), back}, {}, {}}, "does not lead to"},
      // A number that nobody has met yet, a huge one.
      {{{fresh(0, 2), known(0, 9), back, back}, {}, {}}, "never met"},
      {{{fresh(0, 2), known(0, ~std::uint64_t{0}), back, back}, {}, {}}, "never met"},
      {{{known(0xFFFFFFFF, 1), back}, {}, {}}, "out of range"},
      // Something after the end: a step, a second initial state.
      {{{fresh(0, 2), fresh(0, 3), back, back, fresh(1, 4), known(0, 3), back, back, back}, {}, {}}, "goes on"},
      {{{fresh(0, 2), fresh(0, 3), back, back, fresh(1, 4), known(0, 3), back, back, fresh(0, 5), back}, {}, {}},
       "goes on"},
  };
  const Scratch scratch;
  for (const Told& told : lies) {
    encode_ids(told.plain, scratch.file("s"));
    const Result result = certify_ids(graphs(diamond()), scratch.file("s"));
    EXPECT_EQ(result.verdict, Verdict::rejected) << told.part_of_the_message;
    EXPECT_NE(result.why.find(told.part_of_the_message), std::string::npos) << result.why;
    for (const IdsCut cut : {IdsCut::slice, IdsCut::subtree}) {
      EXPECT_EQ(certify_ids(graphs(diamond()), scratch.file("s"), 3, cut).verdict, Verdict::rejected);
    }
  }
}

TEST(Ids, a_state_marked_too_early_is_missed) {
  const Scratch scratch;
  graph::Graph graph(diamond());
  record_ids(graph, scratch.file("s"));
  PlainIds plain = decode_ids(scratch.file("s"));
  plain.marks[1] = true;  // 3, which is met again
  encode_ids(plain, scratch.file("s"));
  const Result result = certify_ids(graphs(diamond()), scratch.file("s"));
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_NE(result.why.find("meets state 3 after its last time"), std::string::npos) << result.why;
}

TEST(Ids, the_header_must_fit) {
  const Scratch scratch;
  graph::Graph graph(diamond());
  record_ids(graph, scratch.file("s"));
  const PlainIds plain = decode_ids(scratch.file("s"));
  script::Writer writer(scratch.file("s"));
  script::IdsEncoder encoder(writer);
  for (const IdsStep& step : plain.steps) encoder.add(step);
  script::Header header = header_of(plain.steps);
  ++header.states;
  ASSERT_TRUE(writer.finish(header));
  EXPECT_EQ(certify_ids(graphs(diamond()), scratch.file("s")).verdict, Verdict::rejected);
}

TEST(Ids, a_false_Subgraphs_list_is_refused) {
  const Scratch scratch;
  graph::Graph graph(comb(40));
  record_ids(graph, scratch.file("s"));
  PlainIds plain = decode_ids(scratch.file("s"));
  ++plain.sizes[7];
  encode_ids(plain, scratch.file("s"));
  EXPECT_EQ(certify_ids(graphs(comb(40)), scratch.file("s"), 2, IdsCut::subtree).verdict, Verdict::rejected);
  EXPECT_EQ(certify_ids(graphs(comb(40)), scratch.file("s"), 2, IdsCut::slice).verdict, Verdict::rejected);
  EXPECT_EQ(certify_ids(graphs(comb(40)), scratch.file("s"), 1, IdsCut::slice).verdict, Verdict::rejected);
}

TEST(Ids, memory_is_bounded) {
  const Scratch scratch;
  graph::Graph graph(comb(50'000));
  record_ids(graph, scratch.file("s"));
  Request request = only_the_script();
  request.memory = 1 << 20;
  EXPECT_NE(certify_ids(graphs(comb(50'000)), scratch.file("s"), 1, IdsCut::slice, request).verdict,
            Verdict::certified);
}

TEST(Ids, violations_are_found_with_their_way) {
  const auto parse = [] { return graph::Graph::parse("0 1\n1 2\n2 0\nfail 2\n"); };
  const Scratch scratch;
  record_ids(*parse(), scratch.file("s"));
  const Result result = certify_ids(parse, scratch.file("s"), 1, IdsCut::slice, Request{});
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.choices, (std::vector<std::uint32_t>{0, 0}));
}

TEST(Ids, no_forgery_is_accepted_that_is_not_true) {
  const Scratch scratch;
  std::uint64_t forgeries = 0;
  std::uint64_t still_true = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Edges shape = random_shape(seed);
    if (shape.edges.size() < 3) continue;
    graph::Graph graph(shape);
    record_ids(graph, scratch.file("true"));
    const Successors successors = successors_of(shape);
    const PlainIds truth = decode_ids(scratch.file("true"));
    ASSERT_TRUE(oracle_accepts(successors, truth.steps));
    IdsForger forger(seed);
    for (unsigned kind = 0; kind < IdsForger::kinds; ++kind) {
      PlainIds forged = truth;
      if (!forger.forge(forged, kind)) continue;
      encode_ids(forged, scratch.file("forged"));
      const bool truly = oracle_accepts(successors, forged.steps);
      const unsigned jobs = 1 + static_cast<unsigned>(seed + kind) % 3;
      const IdsCut cut = seed % 2 == 0 ? IdsCut::slice : IdsCut::subtree;
      const Result result = certify_ids(graphs(shape), scratch.file("forged"), jobs, cut);
      ++forgeries;
      still_true += truly ? 1 : 0;
      // A true script whose marks or Subgraphs list lie may be refused.
      if (truly && kind >= 13 && result.verdict == Verdict::rejected) continue;
      ASSERT_EQ(result.verdict, truly ? Verdict::certified : Verdict::rejected)
          << "seed " << seed << ", " << IdsForger::name(kind) << ", " << jobs << " jobs: " << result.why;
    }
  }
  EXPECT_GT(forgeries, 1100u);
  EXPECT_GT(still_true, 0u);
}

TEST(Fingerprints, agree_with_a_map) {
  std::mt19937_64 random(3);
  Fingerprints table;
  std::map<std::uint64_t, std::uint64_t> truth;
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t id = 1 + random() % 3000;
    Fingerprints::Entry* const entry = table.find(id);
    ASSERT_EQ(entry != nullptr, truth.contains(id));
    if (entry == nullptr) {
      table.insert({id, {random(), 0}, false});
      truth[id] = table.find(id)->fingerprint.low;
    } else {
      ASSERT_EQ(entry->fingerprint.low, truth[id]);
      if (random() % 2 == 0) {
        table.erase(entry);
        truth.erase(id);
      }
    }
    ASSERT_EQ(table.size(), truth.size());
  }
}

}  // namespace
}  // namespace waymark::certify

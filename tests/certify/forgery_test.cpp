// No forged lean script is accepted unless an oracle that counts exactly says that it is true all the same; and no true
// one is rejected.
#include <gtest/gtest.h>

#include "certify/products.hpp"
#include "forger.hpp"
#include "model/flat_state.hpp"
#include "oracle.hpp"
#include "recording.hpp"

namespace waymark::certify {
namespace {

struct Campaign {
  std::uint64_t forgeries = 0;
  std::uint64_t still_true = 0;
};

void forge_on(std::uint64_t seed, unsigned lies, const Scratch& scratch, Campaign& campaign) {
  std::mt19937_64 random(seed);
  const std::uint32_t states = 2 + static_cast<std::uint32_t>(random() % 25);
  const std::uint32_t edges = states + static_cast<std::uint32_t>(random() % 60);
  const graph::Edges shape = graph::random_graph(states, edges, seed);
  graph::Graph graph(shape);
  record(graph, scratch.file("true"));
  const Successors successors = successors_of(shape);
  const Plain truth = decode(scratch.file("true"));
  ASSERT_TRUE(oracle_accepts(successors, truth));
  Forger forger(seed);
  for (unsigned kind = 0; kind < Forger::kinds; ++kind) {
    Plain forged = truth;
    std::string told;
    for (unsigned lie = 0; lie < lies; ++lie) {
      const unsigned which = lie == 0 ? kind : static_cast<unsigned>(forger.below(Forger::kinds));
      if (!forger.forge(forged, which)) continue;
      told += std::string(told.empty() ? "" : ", then ") + Forger::name(which);
    }
    if (told.empty()) continue;
    encode(forged, scratch.file("forged"));
    const bool truly = oracle_accepts(successors, forged);
    const Result result = certify_lean(graphs(shape), scratch.file("forged"));
    ASSERT_EQ(result.verdict, truly ? Verdict::certified : Verdict::rejected)
        << "seed " << seed << ": " << told << ": " << result.why;
    ++campaign.forgeries;
    if (truly) ++campaign.still_true;
  }
}

TEST(Forgery, single_lies_are_rejected) {
  const Scratch scratch;
  Campaign campaign;
  for (std::uint64_t seed = 0; seed < 400; ++seed) forge_on(seed, 1, scratch, campaign);
  EXPECT_GT(campaign.forgeries, 4'000u);
  // Counts swapped between equal states, a subtree repeated where it belongs: few, but they must occur.
  EXPECT_GT(campaign.still_true, 0u);
  EXPECT_LT(campaign.still_true, campaign.forgeries / 10);
}

TEST(Forgery, lies_that_cover_each_other_up_are_rejected) {
  const Scratch scratch;
  Campaign campaign;
  for (std::uint64_t seed = 5000; seed < 5300; ++seed)
    forge_on(seed, static_cast<unsigned>(2 + seed % 3), scratch, campaign);
  EXPECT_GT(campaign.forgeries, 3'000u);
}

// The forgery that plain sums of fingerprints would miss: fp(a,b) + fp(a',b') = fp(a,b') + fp(a',b).
TEST(Forgery, parts_of_states_cannot_be_exchanged) {
  const Secret secret = Secret::draw();
  model::FlatState state;
  state.key(model::Key::secret(secret.key(1)));
  const std::uint32_t first = state.push_part(0, 1);
  const std::uint32_t second = state.push_part(1, 1);
  const auto fingerprint = [&](std::uint32_t a, std::uint32_t b) {
    state.set(first, a);
    state.set(second, b);
    return state.fingerprint();
  };
  const Element point(12345);
  Product one;
  one.add(point, Element::of(fingerprint(1, 2)));
  one.add(point, Element::of(fingerprint(3, 4)));
  Product other;
  other.add(point, Element::of(fingerprint(1, 4)));
  other.add(point, Element::of(fingerprint(3, 2)));
  EXPECT_NE(one, other);
  Product again;
  again.add(point, Element::of(fingerprint(3, 4)));
  again.add(point, Element::of(fingerprint(1, 2)));
  EXPECT_EQ(one, again);
}

TEST(Forgery, numbers_in_the_header_are_checked) {
  const Scratch scratch;
  const graph::Edges shape = graph::random_graph(20, 50, 1);
  graph::Graph graph(shape);
  record(graph, scratch.file("s"));
  const Plain truth = decode(scratch.file("s"));
  for (int field = 0; field < 3; ++field) {
    script::Header header = open(scratch.file("s"))->header();
    ++(field == 0 ? header.states : field == 1 ? header.transitions : header.depth);
    script::Writer writer(scratch.file("forged"));
    script::Cursor rows(open(scratch.file("s")), script::Stream::rows);
    script::Cursor counts(open(scratch.file("s")), script::Stream::counts);
    while (!rows.at_end()) writer.byte(script::Stream::rows, rows.byte());
    while (!counts.at_end()) writer.byte(script::Stream::counts, counts.byte());
    ASSERT_TRUE(writer.finish(header));
    EXPECT_EQ(certify_lean(graphs(shape), scratch.file("forged")).verdict, Verdict::rejected);
  }
}

}  // namespace
}  // namespace waymark::certify

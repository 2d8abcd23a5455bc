#include "certify/trustful.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "recording.hpp"
#include "script/signature.hpp"
#include "transcribe/trustful.hpp"

namespace waymark::certify {
namespace {

using graph::Edges;

void make_trustful(const Factory& factory, const Scratch& scratch) {
  record(*factory(), scratch.file("lean"));
  std::string why;
  ASSERT_TRUE(transcribe::write_trustful(*factory(), open(scratch.file("lean")), scratch.file("trustful"), why)) << why;
}

Result follow(const Factory& factory, const Scratch& scratch, Request request = only_the_script()) {
  return run_trustful(factory, {open(scratch.file("trustful"))}, request);
}

TEST(Trustful, takes_tree_edges_only) {
  const Scratch scratch;
  const Edges shape{.edges = {{0, 1, 1}, {0, 2, 2}, {1, 3, 3}, {2, 3, 4}, {3, 0, 5}}, .kinds = {}, .padding = 0};
  make_trustful(graphs(shape), scratch);
  const Result result = follow(graphs(shape), scratch);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_EQ(result.figures.states, 4u);
  EXPECT_EQ(result.figures.transitions, 3u);
}

TEST(Trustful, visits_every_state_of_random_graphs) {
  const Scratch scratch;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const std::uint32_t states = 1 + seed % 50;
    const Edges shape = graph::random_graph(states, states + seed % 90, seed);
    make_trustful(graphs(shape), scratch);
    const Result result = follow(graphs(shape), scratch);
    ASSERT_EQ(result.verdict, Verdict::certified) << result.why;
    ASSERT_EQ(result.figures.states, states);
    // Every state is seen: an invariant that only one state violates is found, whichever it is.
    const auto victim = static_cast<std::uint32_t>(seed * 7 % states);
    Edges failing = shape;
    failing.kinds.clear();
    failing.kinds.emplace_back(victim, Edges::Kind::fail);
    Request request = only_the_script();
    request.waived.clear();
    const Result found = follow(graphs(failing), scratch, request);
    // The initial state is never entered by a transition of the tree.
    ASSERT_EQ(found.verdict, victim == 0 ? Verdict::certified : Verdict::violation) << "seed " << seed;
  }
}

TEST(Trustful, goes_through_indivisible_sequences) {
  const auto parse = [] {
    return graph::Graph::parse(
        "0 1\n0 6\n1 2\n1 3\n2 3\n2 4\n3 0\n4 5\n5 3\n5 0\n6 0\n6 3\npass 1\npass 2\npass 5\npass 6\n");
  };
  const Scratch scratch;
  make_trustful(parse, scratch);
  const Result result = follow(parse, scratch);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_EQ(result.figures.states, 3u);
}

TEST(Trustful, many_workers_agree_with_one) {
  const Scratch scratch;
  const Edges shape = graph::random_graph(30'000, 90'000, 5);
  make_trustful(graphs(shape), scratch);
  for (const unsigned jobs : {1u, 3u}) {
    Request request = only_the_script();
    request.jobs = jobs;
    const Result result = follow(graphs(shape), scratch, request);
    ASSERT_EQ(result.verdict, Verdict::certified) << result.why;
    EXPECT_EQ(result.figures.states, 30'000u);
  }
}

TEST(Trustful, rejects_what_cannot_be_followed) {
  const Scratch scratch;
  const Edges shape = graph::random_graph(40, 90, 3);
  make_trustful(graphs(shape), scratch);
  const auto file = open(scratch.file("trustful"));
  std::vector<std::uint8_t> rows;
  script::Cursor cursor(file, script::Stream::rows);
  while (!cursor.at_end()) rows.push_back(cursor.byte());
  const auto with = [&](const std::vector<std::uint8_t>& changed) {
    script::Writer writer(scratch.file("trustful"));
    writer.bytes(script::Stream::rows, changed);
    CHECK(writer.finish(file->header()));
    return follow(graphs(shape), scratch).verdict;
  };
  ASSERT_EQ(with(rows), Verdict::certified);
  auto longer = rows;
  longer.push_back(1);
  EXPECT_EQ(with(longer), Verdict::rejected);
  auto shorter = rows;
  shorter.pop_back();
  EXPECT_EQ(with(shorter), Verdict::rejected);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto changed = rows;
    changed[i] ^= 0x80;
    EXPECT_EQ(with(changed), Verdict::rejected) << i;
    changed[i] = 0;
    EXPECT_EQ(with(changed), Verdict::rejected) << i;
  }
}

TEST(Signature, holds_for_this_script_and_this_key_only) {
  const Scratch scratch;
  const Edges shape = graph::random_graph(10, 20, 3);
  make_trustful(graphs(shape), scratch);
  const auto file = open(scratch.file("trustful"));
  const auto other = open(scratch.file("lean"));
  const script::KeyPair keys = script::make_keys();
  const script::Signature signature = script::sign(*file, keys.secret);
  EXPECT_TRUE(script::verify(*file, signature, keys.open));
  EXPECT_FALSE(script::verify(*other, signature, keys.open));
  EXPECT_FALSE(script::verify(*file, signature, script::make_keys().open));
  for (std::size_t bit = 0; bit < 512; ++bit) {
    script::Signature changed = signature;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
    ASSERT_FALSE(script::verify(*file, changed, keys.open));
  }
}

TEST(Signature, files_read_back_and_nothing_else_does) {
  const script::KeyPair keys = script::make_keys();
  EXPECT_EQ(script::read_public_key(script::write(keys.open)), keys.open);
  EXPECT_EQ(script::read_secret_key(script::write_secret(keys.secret)), keys.secret);
  const script::Signature signature{1, 2, 3};
  EXPECT_EQ(script::read_signature(script::write_signature(signature)), signature);
  EXPECT_FALSE(script::read_public_key(script::write_secret(keys.secret)).has_value());
  const std::string text = script::write(keys.open);
  for (std::size_t length = 0; length + 1 < text.size(); ++length) {
    EXPECT_FALSE(script::read_public_key(text.substr(0, length)).has_value());
  }
  EXPECT_FALSE(script::read_public_key(text + "00").has_value());
  std::string bad = text;
  bad[30] = 'x';
  EXPECT_FALSE(script::read_public_key(bad).has_value());
}

}  // namespace
}  // namespace waymark::certify

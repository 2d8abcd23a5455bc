// Scripts as text: what is written reads back to the byte, and nonsense is refused with its line.
#include <gtest/gtest.h>

#include <sstream>

#include "ids_recording.hpp"
#include "transcribe/text_script.hpp"

namespace waymark::certify {
namespace {

std::string text_of(const Factory& factory, const std::string& path) {
  std::string text;
  std::string why;
  const auto line = [&](std::string_view more) { text += more; };
  EXPECT_TRUE(transcribe::write_text(*factory(), open(path), 1 << 26, line, why)) << why;
  return text;
}

std::string text_refusal(const Factory& factory, const std::string& text) {
  const Scratch scratch;
  std::istringstream stream(text);
  std::string why;
  EXPECT_FALSE(transcribe::read_text(*factory(), stream, scratch.file("s"), why));
  return why;
}

// Reads a text into a script of its own.
void read_back(const graph::Edges& shape, const std::string& text, const std::string& path) {
  std::istringstream stream(text);
  std::string why;
  graph::Graph graph(shape);
  ASSERT_TRUE(transcribe::read_text(graph, stream, path, why)) << why;
}

TEST(Text, of_ids_reads_back_to_the_byte) {
  const Scratch scratch;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const graph::Edges shape = random_shape(seed);
    graph::Graph graph(shape);
    record_ids(graph, scratch.file("s"));
    const std::string text = text_of(graphs(shape), scratch.file("s"));
    read_back(shape, text, scratch.file("again"));
    ASSERT_EQ(open(scratch.file("again"))->digest(), open(scratch.file("s"))->digest()) << "seed " << seed;
  }
}

TEST(Text, of_ids_is_refused_with_its_line_if_it_is_nonsense) {
  const graph::Edges shape = diamond();
  const Scratch scratch;
  graph::Graph graph(shape);
  record_ids(graph, scratch.file("s"));
  const std::string text = text_of(graphs(shape), scratch.file("s"));
  const std::size_t first = text.find("-> 2 new | ");
  ASSERT_NE(first, std::string::npos);
  const auto with = [&](std::size_t at, std::size_t length, const std::string& other) {
    std::string changed = text;
    changed.replace(at, length, other);
    return changed;
  };
  EXPECT_EQ(text_refusal(graphs(shape), ""), "line 1: this is not the beginning of a text script");
  EXPECT_EQ(text_refusal(graphs(shape), with(first, 2, "=>")), "line 7: '-> STATE | STATEMENT' or 'back' is expected");
  EXPECT_EQ(text_refusal(graphs(shape), with(first + 3, 1, "7")), "line 7: the next new state is 2");
  EXPECT_EQ(text_refusal(graphs(shape), with(first + 4, 4, "")), "line 7: the next new state is 2");
  EXPECT_EQ(text_refusal(graphs(shape), with(first + 11, 1, "?")), "line 7: the program has no such transition here");
  EXPECT_EQ(text_refusal(graphs(shape), text.substr(0, first)), "line 7: the text ends before the search does");
  EXPECT_NE(text_refusal(graphs(shape), text + "back\n").find("goes on after"), std::string::npos);
}

TEST(Text, of_lean_reads_back) {
  const Scratch scratch;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const graph::Edges shape = random_shape(seed);
    graph::Graph graph(shape);
    record(graph, scratch.file("s"));
    const std::string text = text_of(graphs(shape), scratch.file("s"));
    read_back(shape, text, scratch.file("again"));
    // Sync points may lie elsewhere, all else is the same.
    ASSERT_EQ(text_of(graphs(shape), scratch.file("again")), text) << "seed " << seed;
    const Result result = certify_lean(graphs(shape), scratch.file("again"));
    ASSERT_EQ(result.verdict, Verdict::certified) << result.why;
  }
}

TEST(Text, of_a_long_lean_script_has_sync_points_to_share_it_out_by) {
  const Scratch scratch;
  const graph::Edges shape = graph::random_graph(4000, 20000, 1);
  graph::Graph graph(shape);
  record(graph, scratch.file("s"));
  read_back(shape, text_of(graphs(shape), scratch.file("s")), scratch.file("again"));
  std::vector<script::Slice> slices;
  script::Fault fault;
  ASSERT_TRUE(script::cut(open(scratch.file("again")), 3, 1 << 26, slices, fault)) << fault.why;
  EXPECT_EQ(slices.size(), 3u);
  Request request = only_the_script();
  request.jobs = 2;
  const Result result = certify_lean(graphs(shape), scratch.file("again"), request);
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
}

TEST(Text, of_lean_is_refused_with_its_line_if_it_is_nonsense) {
  const Scratch scratch;
  graph::Graph graph(diamond());
  record(graph, scratch.file("s"));
  const std::string text = text_of(graphs(diamond()), scratch.file("s"));
  const std::size_t first = text.find("state 0\n=> | ");
  ASSERT_NE(first, std::string::npos) << text;
  const auto with = [&](std::size_t at, std::size_t length, const std::string& other) {
    std::string changed = text;
    changed.replace(at, length, other);
    return changed;
  };
  EXPECT_EQ(text_refusal(graphs(diamond()), with(first, 5, "stare")), "line 7: 'state COUNT' is expected");
  EXPECT_EQ(text_refusal(graphs(diamond()), with(first + 8, 2, "==")),
            "line 8: the state has 2 transitions, 0 are listed");
  EXPECT_EQ(text_refusal(graphs(diamond()), with(first + 13, 1, "?")),
            "line 8: the program has no such transition here");
  EXPECT_EQ(text_refusal(graphs(diamond()), text.substr(0, first)), "line 7: the text ends before the tree does");
  EXPECT_NE(text_refusal(graphs(diamond()), text + "state 0\n").find("goes on after"), std::string::npos);
}

}  // namespace
}  // namespace waymark::certify

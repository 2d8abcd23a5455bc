// Ids scripts as text: what is written reads back to the byte, and nonsense is refused with its line.
#include <gtest/gtest.h>

#include <sstream>

#include "ids_recording.hpp"
#include "observe/text_script.hpp"

namespace waymark::certify {
namespace {

std::string text_of(const Factory& factory, const std::string& path) {
  std::string text;
  std::string why;
  const auto line = [&](std::string_view more) { text += more; };
  EXPECT_TRUE(observe::write_text(*factory(), open(path), 1 << 26, line, why)) << why;
  return text;
}

std::string refusal(const Factory& factory, const std::string& text) {
  const Scratch scratch;
  std::istringstream stream(text);
  std::string why;
  EXPECT_FALSE(observe::read_text(*factory(), stream, scratch.file("s"), why));
  return why;
}

TEST(Text, reads_back_to_the_byte) {
  const Scratch scratch;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random(seed);
    const auto states = static_cast<std::uint32_t>(4 + random() % 30);
    model::Edges shape = model::random_graph(states, states + static_cast<std::uint32_t>(random() % 60), seed);
    if (seed % 2 == 0) shape = with_passing(shape, random);
    model::Graph graph(shape);
    record_ids(graph, scratch.file("s"));
    std::istringstream text(text_of(graphs(shape), scratch.file("s")));
    std::string why;
    model::Graph again(shape);
    ASSERT_TRUE(observe::read_text(again, text, scratch.file("again"), why)) << why;
    ASSERT_EQ(open(scratch.file("again"))->digest(), open(scratch.file("s"))->digest()) << "seed " << seed;
  }
}

TEST(Text, nonsense_is_refused_with_its_line) {
  const model::Edges shape{.edges = {{0, 1, 1}, {0, 2, 2}, {1, 3, 3}, {2, 3, 4}}, .kinds = {}, .padding = 0};
  const Scratch scratch;
  model::Graph graph(shape);
  record_ids(graph, scratch.file("s"));
  const std::string text = text_of(graphs(shape), scratch.file("s"));
  const std::size_t first = text.find("-> 2 new | ");
  ASSERT_NE(first, std::string::npos);
  const auto with = [&](std::size_t at, std::size_t length, const std::string& other) {
    std::string changed = text;
    changed.replace(at, length, other);
    return changed;
  };
  EXPECT_EQ(refusal(graphs(shape), ""), "line 1: this is not the beginning of a text script");
  EXPECT_EQ(refusal(graphs(shape), with(first, 2, "=>")), "line 6: '-> STATE | STATEMENT' or 'back' is expected");
  EXPECT_EQ(refusal(graphs(shape), with(first + 3, 1, "7")), "line 6: the next new state is 2");
  EXPECT_EQ(refusal(graphs(shape), with(first + 4, 4, "")), "line 6: the next new state is 2");
  EXPECT_EQ(refusal(graphs(shape), with(first + 11, 1, "?")), "line 6: the program has no such transition here");
  EXPECT_EQ(refusal(graphs(shape), text.substr(0, first)), "line 6: the text ends before the search does");
  EXPECT_NE(refusal(graphs(shape), text + "back\n").find("goes on after"), std::string::npos);
}

}  // namespace
}  // namespace waymark::certify

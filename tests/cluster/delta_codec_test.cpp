// States that go from one model to another by their parts, both ways at once.
#include "cluster/exchange/delta_codec.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "shared_search.hpp"

namespace waymark::cluster {
namespace {

constexpr std::uint8_t by_parts = 0;  // what a parcel begins with that is no whole state

// A model and what it has sent and heard.
struct End {
  explicit End(std::uint32_t shift)
      : model(std::make_unique<graph::Graph>(search::sprinkled(3, 60)), shift), parcels(model, 2) {
    model.reset();
  }
  // To some successor of the state, or to the beginning.
  void step(std::mt19937& random) {
    std::vector<model::Transition> enabled;
    model.enabled(enabled);
    if (enabled.empty() || model.fire(enabled[random() % enabled.size()]) != model::Step::moved) model.reset();
  }
  Renaming model;
  DeltaCodec parcels;
};

TEST(DeltaCodec, say_the_same_state_whoever_named_its_parts_first) {
  std::mt19937 random(1);
  std::array<End, 2> ends{End(0), End(1)};
  unsigned whole = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    const unsigned from = random() % 2;
    End& sender = ends[from];
    End& hearer = ends[1 - from];
    sender.step(random);
    const model::Fingerprint sent = sender.model.fingerprint();
    base::ByteSink parcel;
    sender.parcels.write(1 - from, sender.model.pack().words, parcel);
    whole += parcel.bytes()[0] == by_parts ? 0 : 1;
    const auto heard = hearer.parcels.read(from, parcel.bytes());
    ASSERT_TRUE(heard);
    const std::vector<model::Word> words(heard->words.begin(), heard->words.end());
    hearer.model.unpack(words);
    ASSERT_EQ(hearer.model.fingerprint(), sent);
  }
  EXPECT_GT(whole, 10u);
  EXPECT_LE(whole, 60u);  // states, each of which is told in whole once, by whoever comes to it first
}

TEST(DeltaCodec, refuse_parts_of_which_nobody_has_told) {
  for (unsigned place = 0; place < 8; ++place) {
    for (unsigned word = 0; word < 3; ++word) {
      End end(0);
      base::ByteSink parcel;
      parcel.u8(by_parts);
      parcel.varint(place);
      parcel.varint(word);
      EXPECT_FALSE(end.parcels.read(1, parcel.bytes()));
    }
  }
}

}  // namespace
}  // namespace waymark::cluster

// The state of a Java program, held against a plain walk over it (ToyHeap::picture): undoing, packing, garbage, names
// and the way to another process, along random walks.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "java/memory/names.hpp"
#include "java/toy_heap.hpp"

namespace waymark::java {
namespace {

using tests::ToyHeap;

// All that there is to see of a state.
struct Look {
  std::string picture;
  model::Fingerprint fingerprint;
  std::vector<Word> packed;
  std::string written;
  friend bool operator==(const Look&, const Look&) = default;
};

Look look(ToyHeap& heap) {
  Look out;
  out.picture = heap.picture();
  out.fingerprint = heap.memory.fingerprint();
  out.packed = heap.packed();
  out.written = heap.written();
  return out;
}

std::mt19937 seeded(unsigned seed) { return std::mt19937(seed); }  // NOLINT: the same walk every time

TEST(UndoLog, rewinding_restores_everything_that_can_be_seen) {
  ToyHeap heap;
  auto random = seeded(3);
  std::vector<std::pair<model::Mark, Look>> marks;
  std::map<std::string, std::vector<Word>> packed;
  std::size_t changed = 0;
  for (int i = 0; i < 600; ++i) {
    if (marks.empty() || random() % 3 == 0) {
      // Half of them before the state was ever packed or hashed.
      const model::Mark mark = heap.memory.mark();
      marks.emplace_back(mark, Look{heap.picture(), {}, {}, heap.written()});
      if (random() % 2 == 0) marks.back().second = look(heap);
    }
    heap.step(random);
    if (random() % 4 == 0) (void)heap.memory.fingerprint();
    if (random() % 4 == 0) (void)heap.memory.pack();
    if (random() % 4 != 0) continue;
    marks.resize(1 + random() % marks.size());
    const auto& [mark, before] = marks.back();
    if (heap.written() != before.written) ++changed;
    heap.memory.rewind(mark);
    const Look after = look(heap);
    ASSERT_EQ(after.picture, before.picture);
    ASSERT_EQ(after.written, before.written);
    if (!before.packed.empty()) {
      ASSERT_EQ(after, before);
    }
    ASSERT_EQ(packed.try_emplace(after.written, after.packed).first->second, after.packed);
    if (random() % 2 == 0) marks.pop_back();
  }
  EXPECT_GT(changed, 30);
  // What was packed after going back is the state it was taken for.
  for (const auto& [written, words] : packed) {
    heap.memory.unpack(words);
    ASSERT_EQ(heap.written(), written);
  }
}

// The first one sums up as it goes and undoes; the second one has only ever seen this state.
TEST(UndoLog, sums_of_fingerprints_are_those_of_a_memory_that_comes_afresh) {
  ToyHeap heap;
  auto random = seeded(4);
  for (int i = 0; i < 300; ++i) {
    const model::Mark mark = heap.memory.mark();
    heap.step(random);
    (void)heap.memory.fingerprint();
    if (random() % 3 == 0) heap.memory.rewind(mark);
    if (i % 10 != 0) continue;
    ToyHeap fresh;
    ASSERT_TRUE(fresh.reads(heap.written()));
    ASSERT_EQ(fresh.memory.fingerprint(), heap.memory.fingerprint());
  }
}

TEST(Packing, comes_back_to_every_state_from_every_other) {
  ToyHeap heap;
  auto random = seeded(5);
  std::vector<Look> states{look(heap)};
  std::map<std::vector<Word>, Look> known;
  for (int i = 0; i < 150; ++i) {
    heap.step(random);
    states.push_back(look(heap));
    const auto [same, fresh] = known.try_emplace(states.back().packed, states.back());
    ASSERT_EQ(same->second, states.back()) << "equal words, equal states";
    if (random() % 3 != 0) continue;
    const Look& other = states[random() % states.size()];
    heap.memory.unpack(other.packed);
    ASSERT_EQ(look(heap), other);
  }
}

TEST(Packing, tells_different_states_apart_as_fingerprints_and_bytes_do) {
  ToyHeap heap;
  auto random = seeded(6);
  std::map<std::string, Look> by_bytes;
  std::map<model::Fingerprint, Look> by_print;
  std::map<std::vector<Word>, Look> by_words;
  for (int i = 0; i < 150; ++i) {
    heap.step(random);
    const Look now = look(heap);
    ASSERT_EQ(by_bytes.try_emplace(now.written, now).first->second, now);
    ASSERT_EQ(by_print.try_emplace(now.fingerprint, now).first->second, now);
    ASSERT_EQ(by_words.try_emplace(now.packed, now).first->second, now);
  }
  EXPECT_GT(by_bytes.size(), 50);
}

// One change at a time to one and the same state, and all of them are different states.
TEST(Fingerprints, tell_every_part_of_a_state) {
  ToyHeap heap;
  Thread& thread = *heap.memory.threads()[0];
  const auto change = [&](const std::function<void()>& act) {
    heap.memory.begin();
    heap.memory.touch(thread);
    act();
    heap.memory.settle();
  };
  Ref one = 0, two = 0, array = 0, list = 0, other = 0;
  change([&] {
    heap.push(thread);
    one = ToyHeap::local(thread, 0) = heap.memory.allocate({nullptr, 1}, heap.node)->place;
    two = ToyHeap::local(thread, 1) = heap.memory.allocate({nullptr, 1}, heap.node)->place;
    array = heap.memory.at(one)->data()[0] = heap.memory.allocate({nullptr, 2}, heap.numbers, 2)->place;
    list = heap.memory.at(one)->data()[2] = heap.memory.allocate({nullptr, 3}, heap.nodes, 2)->place;
    other = heap.memory.at(list)->data()[0] = heap.memory.allocate({nullptr, 4}, heap.thread_class)->place;
  });
  const auto object = [&](Ref ref) -> Object& {
    heap.memory.touch(*heap.memory.at(ref));
    return *heap.memory.at(ref);
  };
  const auto statics = [&]() -> Class& {
    heap.memory.touch(heap.node);
    return heap.node;
  };
  const auto frame = [&]() -> Frame& { return thread.frames.back(); };
  const std::vector<std::function<void()>> changes = {
      [&] {},
      [&] { std::swap(ToyHeap::local(thread, 0), ToyHeap::local(thread, 1)); },
      [&] { ToyHeap::local(thread, 2) = 1; },
      [&] { ToyHeap::local(thread, 3) = 1; },
      [&] { frame().pc = 1; },
      [&] { frame().pc = ToyHeap::with_ref, frame().depth = 1, thread.words[frame().base + ToyHeap::locals] = one; },
      [&] { frame().pc = ToyHeap::with_ref, frame().depth = 1, thread.words[frame().base + ToyHeap::locals] = two; },
      [&] { frame().flags = Frame::drop; },
      [&] { frame().lock = one; },
      [&] { frame().lock = two; },
      [&] { thread.status = Status::entering; },
      [&] { thread.flags = Thread::permit; },
      [&] { thread.object = other; },
      [&] { thread.waits_on = one; },
      [&] { thread.entries = 1; },
      [&] { thread.elapsed = 1; },
      [&] { thread.elapsed = std::uint64_t{1} << 32; },
      [&] { heap.push(thread); },
      [&] { heap.start(other); },
      [&] { object(one).data()[0] = two; },
      [&] { object(two).data()[0] = one; },
      [&] { object(two).data()[2] = one; },
      [&] { object(two).data()[1] = one; },
      [&] { object(two).data()[1] = one | thread_guard; },
      [&] { object(two).data()[4] = one; },
      [&] { object(two).data()[3] = 1; },
      [&] { object(two).monitor = 1u | Object::one_entry; },
      [&] { object(two).monitor = 1u | 2 * Object::one_entry; },
      [&] { object(two).monitor = Object::most_owners | Object::one_entry; },
      [&] { object(two).escaped = true; },
      [&] { object(array).data()[1] = 1; },
      [&] { object(array).frozen = true; },
      [&] { object(array).data()[2] = one; },
      [&] { object(list).data()[1] = one; },
      [&] { object(list).data()[2] = one; },
      [&] { statics().statics[0] = one; },
      [&] { statics().statics[1] = one; },
      [&] { statics().statics[2] = 1; },
      [&] { heap.memory.initialized(heap.node, Class::Init::running, 1); },
      [&] { heap.memory.initialized(heap.node, Class::Init::running, 2); },
      [&] { heap.memory.initialized(heap.node, Class::Init::failed, 0); },
      [&] { object(heap.literal(0)).data()[3] = 1; },
      [&] { object(heap.literal(1)).data()[3] = 1; },
  };
  std::set<model::Fingerprint> prints;
  std::set<std::vector<Word>> words;
  std::set<std::string> bytes;
  const model::Mark here = heap.memory.mark();
  for (const auto& act : changes) {
    change(act);
    prints.insert(heap.memory.fingerprint());
    words.insert(heap.packed());
    bytes.insert(heap.written());
    heap.memory.rewind(here);
  }
  EXPECT_EQ(prints.size(), changes.size());
  EXPECT_EQ(words.size(), changes.size());
  EXPECT_EQ(bytes.size(), changes.size());
}

TEST(Garbage, marking_keeps_what_can_be_reached_and_nothing_else) {
  ToyHeap heap;
  auto random = seeded(7);
  std::size_t most = 0;
  for (int i = 0; i < 400; ++i) {
    heap.step(random);
    std::set<Ref> reached;
    for (const Ref ref : heap.reachable()) {
      if (!heap.memory.at(ref)->immortal) reached.insert(ref);
    }
    ASSERT_EQ(heap.live(), reached);
    most = std::max(most, reached.size());
  }
  EXPECT_GT(most, 5);
}

// Two nodes, `first` in local 0 and the other one in local 1, made in either order after some garbage.
std::string two_nodes(bool swapped, std::uint32_t garbage, model::Fingerprint& print) {
  ToyHeap heap;
  Thread& thread = *heap.memory.threads()[0];
  heap.memory.begin();
  heap.memory.touch(thread);
  for (std::uint32_t i = 0; i < garbage; ++i) (void)heap.memory.allocate({nullptr, 1}, heap.nodes, i);
  Ref made[2];
  for (Ref& ref : made) ref = heap.memory.allocate({nullptr, 1}, heap.node)->place;
  if (swapped) std::swap(made[0], made[1]);
  heap.memory.at(made[0])->data()[0] = made[1];
  heap.memory.at(made[1])->data()[3] = 7;
  ToyHeap::local(thread, 0) = made[0];
  ToyHeap::local(thread, 1) = made[1];
  heap.memory.settle();
  print = heap.memory.fingerprint();
  return heap.written();
}

TEST(CanonicalNames, do_not_tell_who_was_made_first_nor_what_is_gone) {
  model::Fingerprint plain, other;
  const std::string bytes = two_nodes(false, 0, plain);
  for (const std::uint32_t garbage : {0u, 1u, 100u}) {
    for (const bool swapped : {false, true}) {
      EXPECT_EQ(two_nodes(swapped, garbage, other), bytes);
      EXPECT_EQ(other, plain);
    }
  }
}

TEST(CanonicalNames, are_the_order_in_which_objects_are_reached) {
  ToyHeap heap;
  auto random = seeded(9);
  std::map<std::string, std::string> by_picture;
  for (int i = 0; i < 800; ++i) {
    heap.step(random);
    const auto [same, fresh] = by_picture.try_emplace(heap.picture(), heap.written());
    ASSERT_EQ(same->second, heap.written()) << "what looks the same is the same state";
  }
}

TEST(CanonicalNames, stay_once_an_identity_hash_code_is_known) {
  ToyHeap heap;
  Thread& thread = *heap.memory.threads()[0];
  const AllocationSite site = AllocationSite::at(heap.node.methods[0], 0, 0);
  heap.memory.begin();
  heap.memory.touch(thread);
  const auto made = [&] { return heap.memory.allocate(site, heap.node)->place; };
  ToyHeap::local(thread, 0) = made();
  ToyHeap::local(thread, 1) = made();
  const std::uint64_t hash = heap.memory.identity_of(*heap.memory.at(ToyHeap::local(thread, 1)));
  heap.memory.settle();
  const auto hash_now = [&](std::uint32_t local) {
    return heap.memory.identity_of(*heap.memory.at(ToyHeap::local(thread, local)));
  };
  EXPECT_EQ(hash_now(1), hash);
  // Alone, it keeps its number; the next one gets the number that is free.
  const model::Mark before = heap.memory.mark();
  heap.memory.begin();
  heap.memory.touch(thread);
  ToyHeap::local(thread, 0) = 0;
  heap.memory.settle();
  EXPECT_EQ(hash_now(1), hash);
  heap.memory.begin();
  heap.memory.touch(thread);
  std::swap(ToyHeap::local(thread, 0), ToyHeap::local(thread, 1));
  ToyHeap::local(thread, 1) = made();
  heap.memory.settle();
  EXPECT_EQ(hash_now(0), hash);
  EXPECT_NE(hash_now(1), hash);
  heap.memory.rewind(before);
  EXPECT_EQ(hash_now(1), hash);
}

TEST(Names, take_the_smallest_free_number_of_a_site) {
  Names names;
  names.start();
  auto random = seeded(10);
  std::map<std::uint32_t, std::map<std::uint32_t, Ref>> taken;
  std::map<Ref, std::uint32_t> sites;
  std::size_t far = 0;
  for (int i = 0; i < 8000; ++i) {
    const AllocationSite site{nullptr, static_cast<std::uint32_t>(random() % 9)};
    auto& numbers = taken[site.place];
    Ref ref = 0;
    std::uint32_t number = 0;
    if (random() % 2 == 0) {
      while (numbers.contains(number)) ++number;
      ref = names.take(site);
    } else if (random() % 20 == 0) {
      // Told by another process, anywhere.
      number = static_cast<std::uint32_t>(random() % 3 == 0 ? random() : random() % 300);
      ref = names.find({site, number});
      if (numbers.contains(number)) {
        ASSERT_EQ(ref, numbers[number]);
      }
      names.mark(ref, true);
      ++far;
    } else if (!numbers.empty()) {
      auto gone = numbers.lower_bound(static_cast<std::uint32_t>(random() % 200));
      if (gone == numbers.end()) gone = numbers.begin();
      names.mark(gone->second, false);
      numbers.erase(gone);
      continue;
    } else {
      continue;
    }
    const Names::Spelled spelled = names.spelled(ref);
    ASSERT_EQ(spelled.site, site);
    ASSERT_EQ(spelled.number, number);
    ASSERT_EQ(sites.try_emplace(ref, site.place).first->second, site.place) << "a place has one name";
    numbers[number] = ref;
  }
  EXPECT_GT(far, 100);
  EXPECT_LT(names.size(), 10000) << "a large number costs no more than a small one";
}

TEST(Names, told_by_another_process_are_not_given_away_while_they_are_taken) {
  for (const std::uint32_t told : {0u, 1u, 63u, 64u, 70u, 127u, 128u, 200u}) {
    for (const bool taken : {false, true}) {
      Names names;
      names.start();
      const Ref far = names.find({{nullptr, 2}, told});
      names.mark(far, taken);
      for (std::uint32_t expected = 0; expected < 300; ++expected) {
        if (taken && expected == told) continue;
        const Ref ref = names.take({nullptr, 2});
        ASSERT_EQ(names.spelled(ref).number, expected);
        ASSERT_EQ(ref == far, expected == told) << "a name has one place";
      }
    }
  }
}

TEST(Names, told_by_another_process_in_any_order_are_not_given_away_however_many_they_are) {
  for (const std::uint32_t count : {64u, 65u, 128u, 129u, 200u, 256u}) {
    Names names;
    names.start();
    for (std::uint32_t told = count; told-- > 0;) names.mark(names.find({{nullptr, 2}, told}), true);
    EXPECT_EQ(names.spelled(names.take({nullptr, 2})).number, count);
  }
}

TEST(Names, of_what_is_there_at_the_start_are_others_than_those_that_come_later) {
  Names names;
  const Ref made = names.take({nullptr, 5});
  const Ref immortal = names.add_immortal({"six", 6});
  names.start();
  const Ref later = names.take({nullptr, 5});
  EXPECT_NE(later, made);
  EXPECT_NE(names[later].label, names[made].label);
  EXPECT_NE(names.era(later), names.era(made));
  EXPECT_EQ(names.site_label(made), 5);
  EXPECT_TRUE(names.is_base(made));
  EXPECT_TRUE(names.is_base(immortal));
  EXPECT_FALSE(names.is_base(later));
  EXPECT_EQ(*names.text(immortal), "six");
  EXPECT_EQ(names.text(made), nullptr);
}

// Two methods whose sites have one label.
struct Makers {
  Class klass;
  std::array<AllocationSite, 2> sites;

  Makers() {
    klass.name = "Maker";
    klass.methods.resize(2);
    for (std::uint32_t i = 0; i < 2; ++i) {
      klass.methods[i].owner = &klass;
      klass.methods[i].name = i == 0 ? "one" : "other";
      klass.methods[i].descriptor = "()V";
      klass.methods[i].id = i;
      sites[i] = AllocationSite::at(klass.methods[i], 3, 0);
    }
  }
};

TEST(Names, with_equal_labels_are_different_and_their_order_is_not_that_of_their_arrival) {
  Makers makers;
  ASSERT_EQ(makers.sites[0].label(), makers.sites[1].label());
  for (const bool turned : {false, true}) {
    Names names;
    names.start();
    std::array<Ref, 2> made{};
    std::array<Ref, 2> text{};
    for (const std::size_t i : {turned ? 1u : 0u, turned ? 0u : 1u}) {
      made[i] = names.take(makers.sites[i]);
      text[i] = names.add_immortal({i == 0 ? "a" : "b", 4});
    }
    ASSERT_NE(made[0], made[1]);
    EXPECT_EQ(names[made[0]].label, names[made[1]].label);
    EXPECT_EQ(names[text[0]].label, names[text[1]].label);
    for (const auto& both : {made, text}) {
      EXPECT_TRUE(names.comes_before(both[0], both[1]));
      EXPECT_FALSE(names.comes_before(both[1], both[0]));
      EXPECT_FALSE(names.comes_before(both[0], both[0]));
    }
    EXPECT_EQ(names.find({makers.sites[1], 0}), made[1]);
  }
}

// The programs of tests/java/names rest on this.
TEST(Labels, of_different_names_meet_if_somebody_wants_them_to) {
  EXPECT_EQ(text_label("C0000704d"), text_label("CE_895Sn"));
  EXPECT_EQ(Immortal::of(Immortal::Kind::mirror, "M00023174").label,
            Immortal::of(Immortal::Kind::mirror, "_c446BTe").label);
  const std::uint64_t klass = text_label("MeetingMethods");
  EXPECT_EQ(text_label("m00002c3d", klass), text_label("x8IJLuhl", klass));
}

// What a stranger can choose: names of classes and methods, and with them all labels.
TEST(Fingerprints, tell_objects_apart_whose_labels_meet_under_every_key) {
  for (std::uint8_t seed = 0; seed < 32; ++seed) {
    model::Key::Bytes bytes{};
    bytes.fill(seed);
    for (const auto& key : {model::Key::secret(bytes), model::Key::quick(seed)}) {
      ToyHeap heap;
      heap.memory.key(key);
      Thread& thread = *heap.memory.threads()[0];
      heap.memory.begin();
      heap.memory.touch(thread);
      std::array<Ref, 2> made{};
      for (std::size_t i = 0; i < 2; ++i) {
        const AllocationSite site = AllocationSite::at(heap.node.methods[i], 0, 0);
        made[i] = ToyHeap::local(thread, static_cast<std::uint32_t>(i)) = heap.memory.allocate(site, heap.node)->place;
      }
      ASSERT_EQ(heap.memory.identity_of(*heap.memory.at(made[0])), heap.memory.identity_of(*heap.memory.at(made[1])));
      heap.memory.settle();
      const std::vector<std::function<void(Ref)>> holders = {
          [&](Ref ref) { heap.node.statics[0] = ref; },
          [&](Ref ref) { heap.node.statics[1] = ref; },
          [&](Ref ref) { ToyHeap::local(thread, 0) = ref; },
          [&](Ref ref) { thread.waits_on = ref; },
          [&](Ref ref) { heap.memory.at(made[0])->data()[0] = ref; },
          [&](Ref ref) { heap.memory.at(made[1])->data()[1] = ref; },
          [&](Ref ref) { heap.memory.at(ref)->data()[3] = 1; },
          [&](Ref ref) { heap.memory.at(ref)->monitor = 1u | Object::one_entry; },
      };
      const model::Mark here = heap.memory.mark();
      for (const auto& hold : holders) {
        std::array<Look, 2> looks;
        for (std::size_t i = 0; i < 2; ++i) {
          heap.memory.begin();
          heap.memory.touch(heap.node);
          heap.memory.touch(thread);
          for (const Ref ref : made) heap.memory.touch(*heap.memory.at(ref));
          hold(made[i]);
          looks[i] = look(heap);
          heap.memory.rewind(here);
        }
        EXPECT_NE(looks[0].fingerprint.low, looks[1].fingerprint.low);
        EXPECT_NE(looks[0].fingerprint.high, looks[1].fingerprint.high);
        EXPECT_NE(looks[0].packed, looks[1].packed);
        EXPECT_NE(looks[0].written, looks[1].written);
      }
    }
  }
}

TEST(Serializable, gives_another_memory_the_same_state_and_the_same_way_on) {
  ToyHeap heap;
  ToyHeap other;
  auto random = seeded(11);
  for (int i = 0; i < 40; ++i) {
    heap.step(random);
    const std::string bytes = heap.written();
    ASSERT_TRUE(other.reads(bytes));
    ASSERT_EQ(other.written(), bytes);
    ASSERT_EQ(other.memory.fingerprint(), heap.memory.fingerprint());
    ASSERT_EQ(other.picture(), heap.picture());
    // The same random steps from there, by rewinding and by unpacking.
    const model::Mark mark = other.memory.mark();
    const std::vector<Word> packed = other.packed();
    auto same = random;
    const model::Mark here = heap.memory.mark();
    for (int steps = 0; steps < 3; ++steps) {
      heap.step(random);
      other.step(same);
      ASSERT_EQ(other.picture(), heap.picture());
      ASSERT_EQ(other.memory.fingerprint(), heap.memory.fingerprint());
    }
    other.memory.rewind(mark);
    ASSERT_EQ(other.written(), bytes);
    other.step(random);
    other.memory.unpack(packed);
    ASSERT_EQ(other.written(), bytes);
    if (random() % 2 == 0) heap.memory.rewind(here);
  }
}

TEST(Serializable, does_no_harm_if_bytes_are_damaged) {
  ToyHeap heap;
  ToyHeap victim;
  const std::vector<Word> initial = victim.packed();
  const std::string before = victim.written();
  auto random = seeded(12);
  int refused = 0;
  constexpr int rounds = 200;
  std::string last = heap.written();
  for (int i = 0; i < rounds; ++i) {
    heap.step(random);
    std::string bytes = heap.written();
    const std::string whole = bytes;
    for (auto changes = 1 + random() % 3; changes > 0 && !bytes.empty(); --changes) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[at] ^= static_cast<char>(1u << random() % 8);
          break;
        case 1:
          bytes[at] = static_cast<char>(random());
          break;
        case 2:
          if (random() % 4 == 0) bytes.resize(at);
          break;
        default:
          bytes.replace(at, random() % 8, last, random() % last.size(), random() % 8);
      }
    }
    if (victim.reads(bytes)) {
      (void)victim.memory.fingerprint();
      // What is taken for a state can be gone on from.
      ASSERT_LE(victim.written().size(), bytes.size() + 16);
      for (int steps = 0; steps < 3; ++steps) victim.step(random);
    } else {
      ++refused;
    }
    victim.memory.unpack(initial);
    ASSERT_EQ(victim.written(), before);
    ASSERT_TRUE(victim.reads(whole));
    ASSERT_EQ(victim.written(), whole);
    last = whole;
  }
  EXPECT_GT(refused, rounds / 4);
  EXPECT_LT(refused, rounds);
}

TEST(Serializable, refuses_a_reference_that_leads_nowhere) {
  ToyHeap heap;
  std::string bytes = heap.written();
  // It ends with the local variables of the last frame, two references and two numbers, a byte each.
  bytes[bytes.size() - ToyHeap::locals] = 1;
  EXPECT_TRUE(heap.reads(bytes)) << "the main thread's object is the only one in the tables";
  bytes[bytes.size() - ToyHeap::locals] = 2;
  EXPECT_FALSE(heap.reads(bytes));
}

TEST(Serializable, leaves_no_mark_on_what_outlives_a_state) {
  ToyHeap heap;
  const std::vector<Word> initial = heap.packed();
  heap.memory.begin();
  Object& literal = *heap.memory.at(heap.literal(0));
  heap.memory.touch(literal);
  literal.data()[3] = 1;
  heap.memory.settle();
  const std::string bytes = heap.written();
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] ^= static_cast<char>(1u << bit % 8);
    (void)heap.reads(damaged);
    heap.memory.unpack(initial);
    ASSERT_TRUE(literal.escaped && !literal.frozen) << bit;
    ASSERT_EQ(literal.data()[3], 0);
  }
}

TEST(Serializable, refuses_every_state_that_is_cut_off) {
  ToyHeap heap;
  auto random = seeded(13);
  for (int i = 0; i < 30; ++i) heap.step(random);
  const std::string bytes = heap.written();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    ToyHeap other;
    EXPECT_FALSE(other.reads(bytes.substr(0, length))) << length;
  }
}

}  // namespace
}  // namespace waymark::java

// Heap: a toy of many parts, for what must not depend on how many there are. A few of its parts, spread over all, are
// counters in a ring: a step raises one and lowers the next, modulo some number. Their sum never changes, and every
// combination with that sum can be reached, so there are modulus^(counters - 1) states of `counters` transitions each.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "model/part_tree.hpp"

namespace waymark::model {

class Heap final : public Model {
 public:
  struct Size {
    std::uint32_t parts = 10000;
    std::uint32_t counters = 6;
    std::uint32_t modulus = 4;
    std::uint32_t words = 4;  // of a part: the counter, then what never changes
  };

  // REQUIRES: 2 <= counters <= parts, modulus > 0, words > 0.
  Heap(Pools& pools, const Size& size);

  void key(const Key& key) override { tree_.key(key); }
  // A number: holds while the first counter stands at it. Throws base::InputError.
  Watch watch(std::string_view expression) override;
  void reset() override;
  void enabled(std::vector<Transition>& out) override;
  [[nodiscard]] Step fire(const Transition& transition) override;
  [[nodiscard]] const Violation& violation() const override { return violation_; }
  [[nodiscard]] Mark mark() override { return tree_.mark(); }
  void rewind(Mark mark) override { tree_.rewind(mark); }
  [[nodiscard]] Packed pack() override {
    root_[0] = tree_.pack();
    return {root_, cuts_};
  }
  void unpack(std::span<const Word> words) override { tree_.unpack(words[0]); }
  void write(base::ByteSink& sink) override { tree_.write(sink); }
  [[nodiscard]] bool read(base::ByteSource& source) override;
  [[nodiscard]] Fingerprint fingerprint() override { return tree_.fingerprint(); }
  [[nodiscard]] Facts facts() override { return {}; }
  [[nodiscard]] bool holds(Watch watch) override { return counter(0) == watches_[watch]; }
  [[nodiscard]] std::uint64_t bytes() const override { return tree_.bytes(); }
  [[nodiscard]] ActionId actions() const override { return size_.counters; }
  [[nodiscard]] Action action(ActionId id) const override;
  [[nodiscard]] bool reached(ActionId id) const override { return reached_[id]; }
  [[nodiscard]] Step narrate(const Transition& transition, Narration& out) override;

 private:
  [[nodiscard]] std::uint64_t name(std::uint32_t index) const {
    return std::uint64_t{index} * (size_.parts / size_.counters);
  }
  [[nodiscard]] Word counter(std::uint32_t index) const { return tree_.get(name(index))[0]; }
  [[nodiscard]] std::uint32_t after(std::uint32_t index) const { return index + 1 == size_.counters ? 0 : index + 1; }
  // What a part holds besides its counter: as different from part to part as objects are.
  [[nodiscard]] static Word filling(std::uint64_t name, std::uint32_t word) {
    return static_cast<Word>(name * 2654435761u >> word);
  }

  Size size_;
  PartTree tree_;
  std::array<Word, 1> root_{};
  std::array<std::uint32_t, 1> cuts_{1};
  std::vector<Word> watches_;
  std::vector<bool> reached_;
  Violation violation_;
};

}  // namespace waymark::model

// ColourMap: how a nested search knows the colours of states. Cyan are those on its path, red those from which its
// second search need not look again; all others it has left are blue.
//
// What a colour map says of cyan has to be true, since a cycle is reported for it; what it says of red may be too much
// where the store may take one state for another: then a cycle is missed, as states are.
#pragma once

#include <cstdint>
#include <optional>

#include "base/interface.hpp"
#include "model/model.hpp"
#include "search/cycles/colours.hpp"
#include "search/cycles/on_path.hpp"
#include "store/bitstate.hpp"
#include "store/store.hpp"

namespace waymark::search {

class ColourMap : public base::Interface {
 public:
  // All of these are about the state in which the model stands; `number` is what the store has just said of it.

  // It is cyan from now on. False if there is no room.
  [[nodiscard]] virtual bool enter(model::Storing& model, std::uint64_t number) = 0;
  // The number of the cyan state that it is.
  [[nodiscard]] virtual std::optional<std::uint64_t> cyan(model::Storing& model, std::uint64_t number) = 0;
  [[nodiscard]] virtual bool red(model::Storing& model, std::uint64_t number) = 0;
  // The second search has come here. A blue state is red from now on.
  struct Again {
    enum class What : std::uint8_t { cyan, blue, neither, no_room };
    What what = What::neither;
    std::uint64_t number = 0;
  };
  [[nodiscard]] virtual Again come_again(model::Storing& model, store::Store& store) = 0;

  // The last one to have become cyan is red or blue from now on.
  virtual void leave(std::uint64_t number, bool red) = 0;
};

// For stores that number known states: two bits each.
class ByNumber final : public ColourMap {
 public:
  // `exact`: the store takes no state for another.
  ByNumber(base::Budget& budget, bool exact);

  [[nodiscard]] bool enter(model::Storing& model, std::uint64_t number) override;
  [[nodiscard]] std::optional<std::uint64_t> cyan(model::Storing& model, std::uint64_t number) override;
  [[nodiscard]] bool red(model::Storing& model, std::uint64_t number) override {
    return colours_.of(number) == Colour::red;
  }
  [[nodiscard]] Again come_again(model::Storing& model, store::Store& store) override;
  void leave(std::uint64_t number, bool red) override;

 private:
  Colours colours_;
  std::optional<OnPath> path_;  // if the store is not exact
};

// For Bitstate: what is red has other bits in the same array.
class ByBits final : public ColourMap {
 public:
  ByBits(base::Budget& budget, store::Bitstate& bits) : bits_(bits), path_(budget) {}

  [[nodiscard]] bool enter(model::Storing& model, std::uint64_t number) override {
    return path_.push(model.pack().words, number);
  }
  [[nodiscard]] std::optional<std::uint64_t> cyan(model::Storing& model, std::uint64_t number) override {
    return path_.find(model.pack().words);
  }
  [[nodiscard]] bool red(model::Storing& model, std::uint64_t number) override {
    return bits_.marked(OnPath::hash(model.pack().words));
  }
  [[nodiscard]] Again come_again(model::Storing& model, store::Store& store) override;
  void leave(std::uint64_t number, bool red) override;

 private:
  store::Bitstate& bits_;
  OnPath path_;
};

}  // namespace waymark::search

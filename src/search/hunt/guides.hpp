// The guides of a hunt. All of them keep to one actor where nothing speaks against it, and none needs to know the
// language: an actor is a process or a thread, and its next step is its first enabled transition.
//
// - FewSwitches: an actor runs until it cannot, except at a few points drawn beforehand, where another goes on.
// - ByPriority: priorities with change points (PCT; Burckhardt, Kothari, Musuvathi and Nagarakatte, 2010).
// - ByEvent: partial order sampling (POS; Yuan, Yang and Gu, 2018). Every next step has a priority of its own. A step
//   that is taken gives a new one to those that do not commute with it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/hunt/guide.hpp"

namespace waymark::search {

// What earlier runs tell about the next.
struct RunShape {
  std::uint64_t decisions = 1;  // most points of a run at which several actors could move
  std::uint64_t actors = 1;     // most that moved in a run
};

// A guide of single runs, which says how many points at which several actors could move it has passed.
class RunGuide : public base::Interface {
 public:
  explicit RunGuide(Coin& coin) : coin_(coin) {}
  // A run begins, with so many preemptions, change points or whatever the guide has.
  void begin(std::uint64_t few, const RunShape& shape);
  [[nodiscard]] std::size_t choose(const Offer& offer, model::Model& model);
  virtual void arrived(const model::Transition& taken, bool again) {}
  // Of this run so far.
  [[nodiscard]] RunShape shape() const { return {decisions_, actors_}; }

 protected:
  virtual void begin_run(const RunShape& shape) {}
  // Who is to move, of those that can; `at_point`: this is one of the points that were drawn.
  [[nodiscard]] virtual std::uint32_t pick(const Offer& offer, model::Model& model, bool at_point) = 0;
  // Only this one can move.
  virtual void forced(std::uint32_t actor, const model::Model& model) {}
  // The actor of any transition that is offered.
  [[nodiscard]] std::uint32_t any_actor(const Offer& offer) { return offer.actor(coin_.below(offer.untried.size())); }
  [[nodiscard]] static bool offers(const Offer& offer, std::uint32_t actor);
  [[nodiscard]] Coin& coin() { return coin_; }

 private:
  [[nodiscard]] bool passes_point();

  Coin& coin_;
  std::vector<std::uint64_t> points_;  // decisions before which something changes, the last first
  std::uint64_t decisions_ = 0;
  std::uint64_t actors_ = 0;
};

class FewSwitches final : public RunGuide {
 public:
  using RunGuide::RunGuide;
  void arrived(const model::Transition& taken, bool again) override { yields_ = again; }

 private:
  void begin_run(const RunShape& shape) override;
  [[nodiscard]] std::uint32_t pick(const Offer& offer, model::Model& model, bool at_point) override;
  void forced(std::uint32_t actor, const model::Model& model) override {
    if (!model.completes_step()) last_ = actor;
  }

  std::uint32_t last_ = model::nobody;
  bool yields_ = false;
};

class ByPriority final : public RunGuide {
 public:
  using RunGuide::RunGuide;
  void arrived(const model::Transition& taken, bool again) override;

 private:
  void begin_run(const RunShape& shape) override;
  [[nodiscard]] std::uint32_t pick(const Offer& offer, model::Model& model, bool at_point) override;
  [[nodiscard]] std::uint32_t first_of(const Offer& offer);
  [[nodiscard]] std::uint64_t& priority(std::uint32_t actor);

  static constexpr std::uint64_t start = std::uint64_t{1} << 63;    // priorities at first are not below this,
  static constexpr std::uint64_t changed = std::uint64_t{1} << 62;  // those after a change point are between the two
  std::vector<std::uint64_t> priorities_;                           // by actor; 0: none yet
  std::uint64_t lowest_ = changed;                                  // of those who went around in a circle
};

class ByEvent final : public RunGuide {
 public:
  using RunGuide::RunGuide;

 private:
  void begin_run(const RunShape& shape) override { priorities_.clear(); }
  [[nodiscard]] std::uint32_t pick(const Offer& offer, model::Model& model, bool at_point) override;
  [[nodiscard]] std::uint64_t& priority(std::uint32_t actor);
  // Whether two steps commute here, as far as is known of their statements; tries it at first, and now and then.
  [[nodiscard]] bool conflict(const model::Transition& one, const model::Transition& other, model::Model& model);
  [[nodiscard]] bool commute(const model::Transition& one, const model::Transition& other, model::Model& model);
  // Fires the two. False if the second is not enabled after the first, or one of them does not move.
  [[nodiscard]] bool fire_both(const model::Transition& one, const model::Transition& other, model::Model& model);

  struct Known {
    std::uint64_t pair = 0;
    std::uint32_t tried = 0;
    bool conflicts = false;
  };
  std::vector<std::uint64_t> priorities_;  // of each actor's next step; 0: none yet
  std::array<Known, 4096> known_{};        // of pairs of statements, by a hash
  std::vector<model::Transition> enabled_;
};

}  // namespace waymark::search

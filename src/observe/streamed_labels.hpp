// StreamedLabels: the labels of a script of cycles where nobody keeps the transitions in one place: of each state in
// turn one is told its label and those of the states to which its transitions lead. A few bytes a state, since mostly
// these are all the same.
#pragma once

#include <cstdint>
#include <span>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "containers/budgeted_stack.hpp"
#include "observe/labelling.hpp"

namespace waymark::observe {

class StreamedLabels final : public Labelling {
 public:
  struct Label {
    std::uint64_t rank = 0;
    std::uint64_t set = 0;
  };

  // `stop`, if any, is polled while a script is written, and then that throws base::Stopped.
  StreamedLabels(base::Budget& budget, const base::Stop* stop) : bytes_(budget), landmarks_(budget), stop_(stop) {}

  // Of the next state, in the order of numbers. REQUIRES: along each of its transitions the rank falls, or rank and set
  // stay.
  void add(const Label& here, std::span<const Label> there);
  // There was no room for all of them.
  [[nodiscard]] bool full() const { return full_; }

  [[nodiscard]] script::Form form() const override { return script::Form::cycles; }
  void write_first(script::Writer& writer) const override;
  void write(std::uint64_t state, std::uint64_t i, std::uint64_t& place, script::Writer& writer) const override;
  void label(std::uint64_t state, script::PathNode& node) const override;

 private:
  static constexpr std::uint64_t stride = 8;
  static constexpr std::uint64_t all_alike = ~std::uint64_t{0};  // a place, of a state of which there are no falls

  void push(std::uint64_t number);
  [[nodiscard]] std::uint64_t next(std::uint64_t& at) const;
  // Where that of a state begins: how many bytes it has, its rank and set, and, unless nothing changes along any of its
  // transitions, for each of these what the script claims.
  [[nodiscard]] std::uint64_t find(std::uint64_t state) const;

  containers::BudgetedStack<std::uint8_t> bytes_;
  containers::BudgetedStack<std::uint64_t> landmarks_;  // where every eighth state's begins
  const base::Stop* stop_;
  std::uint64_t states_ = 0;
  bool full_ = false;
};

}  // namespace waymark::observe

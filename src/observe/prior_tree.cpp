#include "observe/prior_tree.hpp"

#include <bit>

namespace waymark::observe {

namespace {

constexpr std::uint64_t states_between_looks = 1 << 16;

// Each byte of a row has one bit that is no symbol.
std::uint64_t trees_of(std::uint8_t byte) { return static_cast<unsigned>(std::popcount(unsigned{byte})) - 1; }

}  // namespace

// A script has its rows in the order of a depth-first walk. Of those at one depth, that is also their order level by
// level; so it is enough to know where each level begins.
class PriorTree::Reader {
 public:
  Reader(base::Budget& budget, const base::Stop* stop)
      : budget_(budget), stop_(stop), walked_(budget), levels_(budget) {}

  // What the rows of the stream are, in its order.
  [[nodiscard]] bool read(script::Cursor& stream, script::Fault& fault) {
    const auto byte = [&](std::uint8_t& out) {
      out = stream.byte();
      return walked_.push(out);
    };
    const auto row = [&](std::uint64_t level, std::uint64_t bytes) {
      while (levels_.size() <= level) {
        if (!levels_.push(0)) return false;
      }
      levels_[level] += bytes;
      return true;
    };
    if (!walk(byte, row, [&] { return stream.failed(); })) {
      if (stream.failed()) fault = stream.fault();
      if (endless_) fault = {stream.position(), "a row has no end mark"};
      return false;
    }
    return stream.at_end() || script::fail(fault, stream.position(), "stream rows goes on after the tree has ended");
  }

  // Puts them in the order of levels. Afterwards levels_ is where each of them ends.
  [[nodiscard]] bool arrange(PriorTree& tree) {
    std::uint64_t begin = 0;
    for (std::uint64_t level = 0; level < levels_.size(); ++level) {
      const std::uint64_t bytes = levels_[level];
      levels_[level] = begin;
      begin += bytes;
    }
    for (std::uint64_t i = 0; i < begin; ++i) {
      if (!tree.rows_.push(0)) return false;
    }
    std::uint64_t at = 0;
    const auto byte = [&](std::uint8_t& out) {
      out = walked_[at++];
      return true;
    };
    const auto row = [&](std::uint64_t level, std::uint64_t bytes) {
      for (std::uint64_t i = at - bytes; i < at; ++i) tree.rows_[levels_[level]++] = walked_[i];
      return true;
    };
    if (!walk(byte, row, [] { return false; })) return false;
    tree.states_ = states_;
    return true;
  }

 private:
  // Goes through the tree. byte() gives the next one, row() is told of each whole row with its level; both are false
  // where there is no room.
  template <typename Byte, typename Row, typename Failed>
  [[nodiscard]] bool walk(const Byte& byte, const Row& row, const Failed& failed) {
    containers::BudgetedStack<std::uint64_t> open(budget_);  // for each state of the path, the children still to come
    states_ = 0;
    for (;;) {
      if (++states_ % states_between_looks == 0) base::poll(stop_);
      std::uint64_t bytes = 0;
      std::uint64_t trees = 0;
      std::uint8_t last = 0;
      do {
        if (!byte(last) || failed()) return false;
        endless_ = last == 0;
        if (endless_) return false;
        trees += trees_of(last);
        ++bytes;
      } while (last >= 0x80);
      if (!row(open.size(), bytes) || !open.push(trees)) return false;
      while (!open.empty() && open.top() == 0) open.pop();
      if (open.empty()) return true;
      --open.top();
    }
  }

  base::Budget& budget_;
  const base::Stop* stop_;
  containers::BudgetedStack<std::uint8_t> walked_;
  containers::BudgetedStack<std::uint64_t> levels_;  // bytes of each
  std::uint64_t states_ = 0;
  bool endless_ = false;
};

std::unique_ptr<PriorTree> PriorTree::read(const std::shared_ptr<const script::File>& file, base::Budget& budget,
                                           const base::Stop* stop, script::Fault& fault) {
  fault = {};
  std::unique_ptr<PriorTree> tree(new PriorTree(budget));
  script::Cursor stream(file, script::Stream::rows);
  Reader reader(budget, stop);
  if (!reader.read(stream, fault) || !reader.arrange(*tree) || !tree->set_landmarks()) return nullptr;
  return tree;
}

void PriorTree::pass(Landmark& place) const {
  for (bool more = true; more; ++place.row) {
    more = rows_[place.row] >= 0x80;
    place.child += trees_of(rows_[place.row]);
  }
}

bool PriorTree::set_landmarks() {
  Landmark place{0, 1};
  for (std::uint64_t number = 0; number < states_; ++number) {
    if (number % stride == 0 && !landmarks_.push(place)) return false;
    pass(place);
  }
  return true;
}

std::uint64_t PriorTree::open(std::uint64_t number, std::vector<std::uint8_t>& row) {
  if (number != following_) {
    place_ = landmarks_[number / stride];
    for (std::uint64_t i = number % stride; i > 0; --i) pass(place_);
  }
  following_ = number + 1;
  const Landmark begin = place_;
  pass(place_);
  row.clear();
  for (std::uint64_t i = begin.row; i < place_.row; ++i) row.push_back(rows_[i]);
  return begin.child;
}

}  // namespace waymark::observe

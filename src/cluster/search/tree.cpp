#include "cluster/search/tree.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "base/check.hpp"
#include "cluster/transport/collective.hpp"
#include "script/row.hpp"
#include "script/row_builder.hpp"

namespace waymark::cluster {

namespace {

constexpr unsigned width_bits = 25;  // up to Edge::most_indices
// Bytes of a block's rows and tree edges of a block: its rows are found by numbers of four bytes.
constexpr std::uint64_t most_in_block = std::numeric_limits<std::uint32_t>::max();

// Numbers as they go from rank to rank when a level is settled: there are some for every state, so they are laid side
// by side and not as varints. Little-endian on every machine.
template <typename Number>
Number little(Number number) {
  if constexpr (std::endian::native == std::endian::little) return number;
  return sizeof(Number) == 8 ? static_cast<Number>(__builtin_bswap64(number))
                             : static_cast<Number>(__builtin_bswap32(static_cast<std::uint32_t>(number)));
}

template <typename Number>
Bytes bytes_of(std::span<Number> numbers) {
  Bytes bytes(numbers.size_bytes());
  for (Number& number : numbers) number = little(number);
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

// The other end.
template <typename Number>
class Numbers {
 public:
  Numbers(unsigned from, std::span<const std::uint8_t> bytes) : from_(from), bytes_(bytes) {
    if (bytes.size() % sizeof(Number) != 0) malformed();
  }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size() / sizeof(Number); }
  [[nodiscard]] Number operator[](std::uint64_t i) const {
    Number number{};
    std::memcpy(&number, bytes_.data() + i * sizeof(Number), sizeof(Number));
    return little(number);
  }
  [[noreturn]] void malformed() const { MessageReader(from_, {}).malformed(); }

 private:
  unsigned from_;
  std::span<const std::uint8_t> bytes_;
};

// What take_contributions() has put together for one rank.
class Contributed {
 public:
  Contributed(unsigned from, std::span<const std::uint8_t> bytes) : numbers_(from, bytes) {
    if (numbers_.size() == 0 || sources() > size()) malformed();
  }
  // Of its numbers the first ones are sources, and the others are edges.
  [[nodiscard]] std::uint64_t sources() const { return numbers_[size()]; }
  [[nodiscard]] std::uint64_t size() const { return numbers_.size() - 1; }
  [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const { return numbers_[i]; }
  [[noreturn]] void malformed() const { numbers_.malformed(); }

 private:
  Numbers<std::uint64_t> numbers_;
};

}  // namespace

Tree::Tree(Transport& transport, base::Budget& budget)
    : transport_(transport), budget_(budget), contributions_(transport.ranks()) {
  go_on_to({0, 1, 0, 0, {}});
}

std::uint64_t Tree::block_size(const Level& level) const {
  return std::max<std::uint64_t>(1, (level.size + transport_.ranks() - 1) / transport_.ranks());
}

std::uint64_t Tree::block_begin(const Level& level, unsigned rank) const {
  return std::min(level.size, rank * block_size(level));
}

void Tree::go_on_to(Level next) {
  levels_.push_back(std::move(next));
  block_ = block_size(levels_.back());
  keeper_ = keeper_begins_ = 0;
}

void Tree::expanded(std::uint64_t source, std::uint64_t transitions) {
  if (source - keeper_begins_ >= block_) {
    keeper_ = source / block_;
    keeper_begins_ = keeper_ * block_;
  }
  contributions_[keeper_].push_back((source - keeper_begins_) << width_bits | transitions);
}

bool Tree::hold(std::uint64_t bytes) {
  if (!budget_.take(bytes)) return false;
  held_ += bytes;
  return true;
}

// For each rank: the sources of its block, the edges that begin in it, and how many of the first there are.
std::vector<Bytes> Tree::take_contributions(std::span<const Edge> edges) {
  std::vector<std::uint64_t> counts;
  for (const Contribution& one : contributions_) counts.push_back(one.size());
  for (const Edge& edge : edges) {
    const std::uint64_t keeper = edge.source() / block_;
    contributions_[keeper].push_back(Edge(edge.source() - keeper * block_, edge.index()).value());
  }
  std::vector<Bytes> out;
  out.reserve(contributions_.size());
  for (std::size_t rank = 0; rank < contributions_.size(); ++rank) {
    contributions_[rank].push_back(counts[rank]);
    out.push_back(bytes_of<std::uint64_t>(contributions_[rank]));
    contributions_[rank].clear();
  }
  return out;
}

bool Tree::lay_block(const std::vector<Bytes>& contributions, Block& block) {
  const Level& level = levels_.back();
  const std::uint64_t mine = block_begin(level, transport_.rank() + 1) - block_begin(level, transport_.rank());
  block.widths.resize(mine);
  for (unsigned rank = 0; rank < contributions.size(); ++rank) {
    const Contributed from(rank, contributions[rank]);
    for (std::uint64_t i = 0; i < from.sources(); ++i) {
      const std::uint64_t source = from[i] >> width_bits;
      const std::uint64_t width = from[i] & ((std::uint64_t{1} << width_bits) - 1);
      if (source >= mine || width > Edge::most_indices) from.malformed();
      block.widths[source] = static_cast<std::uint32_t>(width);
    }
  }
  if (!lay_rows(block)) return false;
  mark_trees(contributions, block);
  return block.trees <= most_in_block;
}

bool Tree::lay_rows(Block& block) {
  std::uint64_t bytes = 0;
  for (const std::uint32_t width : block.widths) bytes += width / 7 + 1;
  if (bytes > most_in_block || !hold(bytes)) return false;
  const std::size_t begin = rows_.size();
  rows_.resize(begin + bytes);
  block.rows.reserve(block.widths.size());
  std::uint8_t* at = rows_.data() + begin;
  for (const std::uint32_t width : block.widths) {
    block.rows.push_back({static_cast<std::uint32_t>(at - rows_.data() - begin), 0});
    at = std::fill_n(at, width / 7, std::uint8_t{0x80});
    *at++ = static_cast<std::uint8_t>(1u << width % 7);
    block.transitions += width;
  }
  return true;
}

void Tree::mark_trees(const std::vector<Bytes>& contributions, Block& block) {
  std::uint8_t* const rows = rows_.data() + levels_.back().rows;
  for (unsigned rank = 0; rank < contributions.size(); ++rank) {
    const Contributed from(rank, contributions[rank]);
    for (std::uint64_t i = from.sources(); i < from.size(); ++i) {
      const Edge edge = Edge::of_value(from[i]);
      if (edge.source() >= block.widths.size() || edge.index() >= block.widths[edge.source()]) from.malformed();
      script::mark_tree(rows + block.rows[edge.source()].begin, edge.index());
    }
  }
  for (std::size_t i = 0; i < block.rows.size(); ++i) {
    Row& row = block.rows[i];
    row.child = static_cast<std::uint32_t>(block.trees);
    block.trees += script::trees_in({rows + row.begin, block.widths[i] / 7 + 1});
  }
}

std::vector<Bytes> Tree::answer(const std::vector<Bytes>& contributions, const Block& block) const {
  const std::uint8_t* const rows = rows_.data() + (levels_.end() - 2)->rows;
  std::vector<Bytes> answers;
  answers.reserve(contributions.size());
  std::vector<std::uint32_t> numbers;
  for (unsigned rank = 0; rank < contributions.size(); ++rank) {
    const Contributed from(rank, contributions[rank]);
    numbers.clear();
    for (std::uint64_t i = from.sources(); i < from.size(); ++i) {
      const Edge edge = Edge::of_value(from[i]);
      const Row& row = block.rows[edge.source()];
      numbers.push_back(row.child + static_cast<std::uint32_t>(script::trees_before(rows + row.begin, edge.index())));
    }
    answers.push_back(bytes_of<std::uint32_t>(numbers));
  }
  return answers;
}

bool Tree::gather_totals(bool room, const Block& block) {
  base::ByteSink mine;
  mine.varint(room ? 1 : 0);
  mine.varint(block.trees);
  mine.varint(block.transitions);
  Level& level = levels_.back();
  Level next{level.first + level.size, 0, level.transitions, rows_.size(), {}};
  bool all = true;
  gather(transport_, mine, [&](MessageReader& reader) {
    all = reader.below(2) == 1 && all;
    level.trees.push_back(next.size);
    next.size += reader.number();
    next.transitions += reader.number();
  });
  if (all) {
    go_on_to(std::move(next));
  } else {
    level.trees.clear();
  }
  return all;
}

std::optional<std::vector<std::uint64_t>> Tree::settle(std::span<const Edge> edges) {
  const std::vector<Bytes> contributions = transport_.exchange(take_contributions(edges));
  levels_.back().rows = rows_.size();
  Block block;
  const bool room = lay_block(contributions, block);
  if (!gather_totals(room, block)) return std::nullopt;
  // Each keeper answers in the order of the edges.
  const std::vector<Bytes> answers = transport_.exchange(answer(contributions, block));
  const Level& level = *(levels_.end() - 2);
  std::vector<Numbers<std::uint32_t>> answered;
  for (unsigned rank = 0; rank < answers.size(); ++rank) answered.emplace_back(rank, answers[rank]);
  std::vector<std::uint64_t> next(answers.size());
  std::vector<std::uint64_t> out;
  out.reserve(edges.size());
  const std::uint64_t size = block_size(level);
  for (const Edge& edge : edges) {
    const std::uint64_t keeper = edge.source() / size;
    const Numbers<std::uint32_t>& from = answered[keeper];
    if (next[keeper] == from.size()) from.malformed();
    const std::uint64_t number = level.trees[keeper] + from[next[keeper]++];
    if (number >= levels_.back().size) from.malformed();
    out.push_back(number);
  }
  return out;
}

Tree::Taken Tree::before(Edge edge) {
  const Level& level = *(levels_.end() - 2);
  Taken mine;
  std::uint64_t at = level.rows;
  std::uint64_t source = block_begin(level, transport_.rank());
  const std::uint64_t end = block_begin(level, transport_.rank() + 1);
  for (; source < std::min(end, edge.source()); ++source) {
    const auto row = script::row_at(rows_, at);
    mine.transitions += script::symbols_in(row);
    mine.discoveries += script::trees_in(row);
    at += row.size();
  }
  if (source < end && source == edge.source()) {
    mine.transitions += edge.index();
    mine.discoveries += script::trees_before(rows_.data() + at, edge.index());
  }
  return {level.transitions + gather_sum(transport_, mine.transitions), gather_sum(transport_, mine.discoveries)};
}

std::vector<std::uint64_t> Tree::way(std::uint64_t depth, std::uint64_t number) {
  std::vector<std::uint64_t> way;
  for (; depth > 0; --depth) {
    const Level& level = levels_[depth - 1];
    const auto keeper = static_cast<unsigned>(std::upper_bound(level.trees.begin(), level.trees.end(), number) -
                                              level.trees.begin() - 1);
    base::ByteSink sink;
    if (keeper == transport_.rank()) {
      std::uint64_t left = number - level.trees[keeper];
      std::uint64_t source = block_begin(level, keeper);
      std::uint64_t at = level.rows;
      for (;; ++source) {
        const auto row = script::row_at(rows_, at);
        const std::uint64_t trees = script::trees_in(row);
        if (left < trees) break;
        left -= trees;
        at += row.size();
      }
      script::RowCursor cursor;
      for (; left > 0; --left) CHECK(cursor.next_tree(rows_.data() + at));
      CHECK(cursor.next_tree(rows_.data() + at));
      sink.varint(source);
      sink.varint(cursor.taken() - 1);
    }
    const std::vector<Bytes> all = transport_.gather(sink.bytes());
    MessageReader reader(keeper, all[keeper]);
    number = reader.below(level.size);
    way.push_back(reader.number());
  }
  std::reverse(way.begin(), way.end());
  return way;
}

void Tree::collect(const std::function<void(std::span<const std::uint8_t>)>& row) {
  std::vector<Bytes> out(transport_.ranks());
  if (transport_.rank() != 0) out[0] = rows_;
  const std::vector<Bytes> others = transport_.exchange(out);
  if (transport_.rank() != 0) return;
  std::vector<std::uint64_t> at(transport_.ranks());
  for (const Level& level : levels_) {
    if (level.trees.empty()) break;
    for (unsigned rank = 0; rank < transport_.ranks(); ++rank) {
      const std::span<const std::uint8_t> rows = rank == 0 ? rows_ : others[rank];
      std::uint64_t left = block_begin(level, rank + 1) - block_begin(level, rank);
      for (; left > 0; --left) {
        const auto next = script::row_at(rows, at[rank]);
        at[rank] += next.size();
        row(next);
      }
    }
  }
}

bool Tree::restore(std::span<const std::uint8_t> row) {
  Level& level = levels_.back();
  if (restored_rows_ == 0) {
    level.rows = rows_.size();
    restored_ = {level.first + level.size, 0, level.transitions, 0, {}};
  }
  // A block may be empty, and then the next one begins at the same row.
  while (level.trees.size() < transport_.ranks() &&
         block_begin(level, static_cast<unsigned>(level.trees.size())) == restored_rows_) {
    level.trees.push_back(restored_.size);
  }
  if (level.trees.size() == transport_.rank() + 1) {
    if (!hold(row.size())) return false;
    rows_.insert(rows_.end(), row.begin(), row.end());
  }
  restored_.size += script::trees_in(row);
  restored_.transitions += script::symbols_in(row);
  ++restored_rows_;
  return true;
}

void Tree::settle_restored() {
  levels_.back().trees.resize(transport_.ranks(), restored_.size);
  restored_.rows = rows_.size();
  go_on_to(std::move(restored_));
  restored_rows_ = 0;
}

}  // namespace waymark::cluster

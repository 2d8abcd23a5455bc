#include "cluster/tree.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "cluster/heard.hpp"
#include "script/row.hpp"

namespace waymark::cluster {

Tree::Tree(Transport& transport, base::Budget& budget)
    : transport_(transport), budget_(budget), said_(transport.ranks()) {
  levels_.push_back({0, 1, 0, 0, {}});
}

std::uint64_t Tree::block_size(const Level& level) const {
  return std::max<std::uint64_t>(1, (level.size + transport_.ranks() - 1) / transport_.ranks());
}

std::uint64_t Tree::block_begin(const Level& level, unsigned rank) const {
  return std::min(level.size, rank * block_size(level));
}

void Tree::expanded(std::uint64_t source, std::uint64_t transitions) {
  const std::uint64_t block = block_size(levels_.back());
  Said& said = said_[source / block];
  said.sources.varint(source % block);
  said.sources.varint(transitions);
  ++said.count;
}

bool Tree::hold(std::uint64_t bytes) {
  if (!budget_.take(bytes)) return false;
  held_ += bytes;
  return true;
}

// For each rank: how many sources of its block there are, these, and then the edges that begin in it.
std::vector<Bytes> Tree::tell_keepers(std::span<const Edge> edges) {
  const std::uint64_t block = block_size(levels_.back());
  std::vector<base::ByteSink> sinks(transport_.ranks());
  for (std::size_t rank = 0; rank < sinks.size(); ++rank) {
    sinks[rank].varint(said_[rank].count);
    sinks[rank].raw(said_[rank].sources.bytes());
    said_[rank] = {};
  }
  for (const Edge& edge : edges) {
    base::ByteSink& sink = sinks[edge.source() / block];
    sink.varint(edge.source() % block);
    sink.varint(edge.index());
  }
  std::vector<Bytes> out;
  out.reserve(sinks.size());
  for (const base::ByteSink& sink : sinks) out.emplace_back(sink.bytes().begin(), sink.bytes().end());
  return out;
}

// Rows without tree edges.
void Tree::lay_rows(std::span<const std::uint32_t> widths, Block& block) {
  for (const std::uint32_t width : widths) {
    block.begin.push_back(rows_.size());
    rows_.insert(rows_.end(), width / 7, 0x80);
    rows_.push_back(static_cast<std::uint8_t>(1u << width % 7));
  }
}

bool Tree::gather_totals(bool room, const Block& block) {
  base::ByteSink mine;
  mine.varint(room ? 1 : 0);
  mine.varint(block.trees);
  mine.varint(block.transitions);
  Level& level = levels_.back();
  Level next{level.first + level.size, 0, level.transitions, rows_.size(), {}};
  bool all = true;
  const std::vector<Bytes> said = transport_.gather(mine.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    Heard heard(rank, said[rank]);
    all = heard.below(2) == 1 && all;
    level.trees.push_back(next.size);
    next.size += heard.number();
    next.transitions += heard.number();
  }
  if (all) {
    levels_.push_back(std::move(next));
  } else {
    level.trees.clear();
  }
  return all;
}

std::optional<std::vector<std::uint64_t>> Tree::settle(std::span<const Edge> edges) {
  const std::vector<Bytes> told = transport_.exchange(tell_keepers(edges));
  Level& level = levels_.back();
  level.rows = rows_.size();
  const std::uint64_t mine = block_begin(level, transport_.rank() + 1) - block_begin(level, transport_.rank());
  std::vector<std::uint32_t> widths(mine);
  std::vector<Heard> heard;
  std::uint64_t bytes = 0;
  for (unsigned rank = 0; rank < told.size(); ++rank) {
    Heard& from = heard.emplace_back(rank, told[rank]);
    for (std::uint64_t left = from.number(); left > 0; --left) {
      const std::uint64_t source = from.below(mine);
      widths[source] = static_cast<std::uint32_t>(from.below(Edge::most_indices + 1));
    }
  }
  for (const std::uint32_t width : widths) bytes += width / 7 + 1;
  Block block;
  const bool room = hold(bytes);
  std::vector<std::vector<Edge>> asked(told.size());
  if (room) {
    lay_rows(widths, block);
    for (unsigned rank = 0; rank < told.size(); ++rank) {
      while (!heard[rank].at_end()) {
        const std::uint64_t source = heard[rank].below(mine);
        const std::uint64_t index = heard[rank].below(widths[source]);
        script::mark_tree(rows_.data() + block.begin[source], index);
        asked[rank].emplace_back(source, index);
      }
    }
    for (const std::uint64_t begin : block.begin) {
      block.child.push_back(block.trees);
      block.trees += script::trees_in(script::row_at(rows_, begin));
    }
    for (const std::uint32_t width : widths) block.transitions += width;
  }
  if (!gather_totals(room, block)) return std::nullopt;
  const std::uint64_t base = (levels_.end() - 2)->trees[transport_.rank()];
  std::vector<Bytes> answers;
  for (const std::vector<Edge>& list : asked) {
    base::ByteSink sink;
    for (const Edge& edge : list) {
      const std::uint8_t* const row = rows_.data() + block.begin[edge.source()];
      sink.varint(base + block.child[edge.source()] + script::trees_before(row, edge.index()));
    }
    answers.emplace_back(sink.bytes().begin(), sink.bytes().end());
  }
  // Each keeper answers in the order in which it was asked.
  const std::vector<Bytes> numbers = transport_.exchange(answers);
  std::vector<Heard> answered;
  for (unsigned rank = 0; rank < numbers.size(); ++rank) answered.emplace_back(rank, numbers[rank]);
  std::vector<std::uint64_t> out;
  out.reserve(edges.size());
  const std::uint64_t size = block_size(*(levels_.end() - 2));
  for (const Edge& edge : edges) out.push_back(answered[edge.source() / size].below(levels_.back().size));
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
  base::ByteSink sink;
  sink.varint(mine.transitions);
  sink.varint(mine.discoveries);
  Taken all{level.transitions, 0};
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    Heard heard(rank, said[rank]);
    all.transitions += heard.number();
    all.discoveries += heard.number();
  }
  return all;
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
    const std::vector<Bytes> said = transport_.gather(sink.bytes());
    Heard heard(keeper, said[keeper]);
    number = heard.below(level.size);
    way.push_back(heard.number());
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
  levels_.push_back(std::move(restored_));
  restored_rows_ = 0;
}

}  // namespace waymark::cluster

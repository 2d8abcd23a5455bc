#include "cluster/search/ranking.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"
#include "cluster/transport/message_reader.hpp"

namespace waymark::cluster {

namespace {

void write_label(base::ByteSink& sink, const Elimination::Label& label) {
  sink.varint(label.rank);
  sink.varint(label.set);
}

Elimination::Label read_label(MessageReader& reader) {
  Elimination::Label label;
  label.rank = reader.number();
  label.set = static_cast<std::uint32_t>(reader.below(std::numeric_limits<std::uint32_t>::max()));
  return label;
}

}  // namespace

Ranking::Ranking(const search::Parts& parts, Transport& transport, const DistributedBfs::Settings& settings,
                 model::Movers* movers)
    : transport_(transport),
      budget_(parts.budget),
      movers_(movers),
      levels_(parts, transport, settings),
      re_expansion_(levels_, transport, parts.budget),
      elimination_(levels_, re_expansion_, transport, parts.budget,
                   {.by_components = false, .labels = true, .movers = movers}),
      sent_(transport.ranks()),
      answers_(transport.ranks()) {
  CHECK(settings.keeps == Frontier::Keeps::in_degrees);
}

search::Outcome Ranking::run() {
  levels_.search();
  if (levels_.went_through()) find_labels();
  return levels_.finish();
}

// If all sets have had their turn and nothing changed, every state that is left has a predecessor there, and each set
// has transitions that lead to it: what nothing else leads to, of all that lead to each other, has some of each inside.
void Ranking::find_labels() {
  elimination_.begin();
  if (re_expansion_.any_stops()) return;
  const std::uint32_t sets = elimination_.gather_acceptances();
  std::uint64_t before = elimination_.gather_sizes().set;
  std::uint32_t unchanged = 0;  // turns without a change
  for (std::uint32_t set = 0; before != 0 && unchanged < sets; set = (set + 1) % sets) {
    elimination_.reach(set);
    if (re_expansion_.any_stops()) return;
    elimination_.eliminate();
    // Labels are wrong where kinds of steps are not distinguished.
    if (movers_ != nullptr && movers_->full()) levels_.explorer().stop(search::Why::memory);
    if (re_expansion_.any_stops()) return;
    const std::uint64_t left = elimination_.gather_sizes().set;
    unchanged = left == before ? unchanged + 1 : 0;
    before = left;
  }
  found_cycle_ = before != 0;
}

void Ranking::leaves(std::uint64_t) { first_.push_back(transitions_); }

void Ranking::arrives(std::uint64_t id, unsigned from, std::uint64_t) {
  write_label(answers_[from], elimination_.label(id));
}

std::vector<Ranking::Label> Ranking::gather_labels(std::uint64_t begin, std::uint64_t end) {
  first_.clear();
  transitions_ = 0;
  for (std::vector<std::uint64_t>& sent : sent_) sent.clear();
  for (base::ByteSink& sink : answers_) sink.clear();
  re_expansion_.expand_all(end - begin, [&](std::uint64_t i) { return begin + i; });
  // What is held until rank 0 has reader of this level.
  std::uint64_t bytes = (end - begin + transitions_) * sizeof(std::uint64_t) + transitions_ * sizeof(Label);
  for (const base::ByteSink& sink : answers_) bytes += 2 * sink.size();
  give_back();
  if (budget_.take(bytes)) {
    held_ = bytes;
  } else {
    levels_.explorer().stop(search::Why::memory);
  }
  std::vector<Bytes> out;
  for (const base::ByteSink& sink : answers_) out.emplace_back(sink.bytes().begin(), sink.bytes().end());
  const std::vector<Bytes> contributions = transport_.exchange(out);
  if (re_expansion_.any_stops()) return {};
  std::vector<Label> there(transitions_);
  first_.push_back(transitions_);
  for (unsigned rank = 0; rank < contributions.size(); ++rank) {
    MessageReader reader(rank, contributions[rank]);
    for (const std::uint64_t transition : sent_[rank]) there[transition] = read_label(reader);
    if (!reader.at_end()) reader.malformed();
  }
  return there;
}

// Mostly all labels are the same.
Bytes Ranking::write_labels(std::uint64_t begin, std::uint64_t end, std::span<const Label> there) const {
  base::ByteSink sink;
  for (std::uint64_t id = begin; id < end; ++id) {
    const Label here = elimination_.label(id);
    const auto its = there.subspan(first_[id - begin], first_[id - begin + 1] - first_[id - begin]);
    sink.varint(levels_.frontier().all_numbers()[id]);
    write_label(sink, here);
    sink.varint(its.size());
    for (const Label& label : its) {
      CHECK(label.rank < here.rank || (label.rank == here.rank && label.set == here.set));
      sink.varint(here.rank - label.rank);
      if (label.rank != here.rank) sink.varint(label.set);
    }
  }
  return {sink.bytes().begin(), sink.bytes().end()};
}

void Ranking::give_back() {
  budget_.give_back(held_);
  held_ = 0;
}

bool Ranking::collect(const std::function<void(std::span<const std::uint8_t>)>& row,
                      const std::function<void(std::uint64_t number, std::uint64_t count)>& arrivals,
                      const std::function<void(const Label& here, std::span<const Label> there)>& labels) {
  CHECK(levels_.went_through() && !found_cycle_);
  levels_.collect(row, arrivals);
  re_expansion_.deliver_to(*this);
  struct Entry {
    std::uint64_t number = 0;
    Label here;
    std::uint64_t first = 0;  // of those to which its transitions lead
    std::uint64_t count = 0;
  };
  std::vector<Entry> entries;
  std::vector<Label> theirs;
  const std::vector<std::uint64_t>& begins = levels_.frontier().level_begins();
  for (std::size_t level = 0; level < begins.size(); ++level) {
    const std::uint64_t end = level + 1 < begins.size() ? begins[level + 1] : elimination_.states();
    const std::vector<Label> there = gather_labels(begins[level], end);
    if (!levels_.went_through()) return false;
    std::vector<Bytes> out(transport_.ranks());
    out[0] = write_labels(begins[level], end, there);
    const std::vector<Bytes> contributions = transport_.exchange(out);
    entries.clear();
    theirs.clear();
    for (unsigned rank = 0; rank < contributions.size(); ++rank) {
      MessageReader reader(rank, contributions[rank]);
      while (!reader.at_end()) {
        Entry& entry = entries.emplace_back();
        entry.number = reader.number();
        entry.here = read_label(reader);
        entry.first = theirs.size();
        entry.count = reader.below(Edge::most_indices + 1);
        for (std::uint64_t i = 0; i < entry.count; ++i) {
          Label& label = theirs.emplace_back(entry.here);
          const std::uint64_t fall = reader.below(entry.here.rank + 1);
          label.rank -= fall;
          if (fall != 0) label.set = static_cast<std::uint32_t>(reader.number());
        }
      }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.number < b.number; });
    for (const Entry& entry : entries) labels(entry.here, std::span(theirs).subspan(entry.first, entry.count));
  }
  return true;
}

}  // namespace waymark::cluster

// What the tests of scripts and certifiers share: scratch files, recorded searches, scripts as plain data.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "certify/lean.hpp"
#include "model/graph.hpp"
#include "observe/recorder.hpp"
#include "scratch.hpp"
#include "script/reader.hpp"
#include "script/row.hpp"
#include "script/sync.hpp"
#include "script/writer.hpp"
#include "search/breadth_first.hpp"
#include "store/exact.hpp"

namespace waymark::certify {

using tests::Scratch;

inline script::Header plain_header() {
  script::Header header;
  header.tool = "test";
  return header;
}

inline search::Outcome record(model::Model& model, const std::string& path) {
  base::Budget budget(std::uint64_t{4} << 30);
  store::Exact store(budget);
  observe::LeanRecorder recorder(budget);
  search::Limits limits;
  limits.errors = 0;
  search::Outcome outcome = search::BreadthFirst({model, &store, budget, limits, search::Judged{}, {&recorder}}).run();
  CHECK(recorder.write(path, plain_header()));
  return outcome;
}

inline std::shared_ptr<const script::File> open(const std::string& path) {
  script::Fault fault;
  auto file = script::File::open(path, fault);
  CHECK(file != nullptr);
  return file;
}

inline Factory graphs(model::Edges shape) {
  return [shape = std::move(shape)] { return std::make_unique<model::Graph>(shape); };
}

// Certifies nothing but the script itself.
inline Request only_the_script() {
  Request request;
  request.deadlock = false;
  request.waived = {"assertion"};
  return request;
}

inline Result certify_lean(const Factory& factory, const std::string& path, Request request = only_the_script()) {
  return Lean(factory, {open(path)}, std::move(request)).run(Secret::draw());
}

// A lean script without its file: in the order of the walk, the rows and the counts.
struct Plain {
  struct State {
    std::vector<bool> row;
    std::uint64_t count = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  std::vector<State> states;
  friend bool operator==(const Plain&, const Plain&) = default;
};

// A reader of its own, so that the forger does not depend on what it tests. Counts are given as in the stream.
inline Plain decode(const std::string& path) {
  const auto file = open(path);
  script::Cursor rows(file, script::Stream::rows);
  script::Cursor counts(file, script::Stream::counts);
  Plain plain;
  struct Open {
    std::size_t state = 0;
    std::size_t next = 0;
  };
  std::vector<Open> path_;
  do {
    Plain::State state;
    for (std::uint8_t byte = 0x80; byte >= 0x80;) {
      byte = rows.byte();
      const unsigned size = byte >= 0x80 ? 7 : script::symbols_in_last(byte);
      for (unsigned bit = 0; bit < size; ++bit) state.row.push_back((byte >> bit & 1) != 0);
    }
    const std::uint64_t code = counts.varint();
    const std::uint64_t above = path_.empty() ? 0 : plain.states[path_.back().state].count;
    state.count = above + ((code & 1) != 0 ? ~(code >> 1) : code >> 1);
    path_.push_back({plain.states.size(), 0});
    plain.states.push_back(state);
    while (!path_.empty()) {
      Open& top = path_.back();
      const auto& row = plain.states[top.state].row;
      while (top.next < row.size() && !row[top.next]) ++top.next;
      if (top.next++ < row.size()) break;
      path_.pop_back();
    }
  } while (!path_.empty());
  CHECK(rows.at_end() && counts.at_end());
  return plain;
}

// Writes it with correct checksums, whatever it says; the tree may have ends that do not fit, then counts are
// differences to whatever state the reader has above. `honest_header` fills in what a walk of exactly these states
// would count.
inline void encode(const Plain& plain, const std::string& path) {
  script::Writer writer(path);
  script::Header header = plain_header();
  struct Open {
    std::uint64_t count = 0;
    std::size_t state = 0;
    std::size_t next = 0;
  };
  std::vector<Open> open_states;
  for (std::size_t i = 0; i < plain.states.size(); ++i) {
    const Plain::State& state = plain.states[i];
    std::vector<std::uint8_t> bytes;
    script::RowBuilder row(bytes);
    for (const bool symbol : state.row) row.add(symbol);
    row.close();
    writer.bytes(script::Stream::rows, bytes);
    const std::uint64_t difference = state.count - (open_states.empty() ? 0 : open_states.back().count);
    writer.varint(script::Stream::counts, difference << 1 ^ (difference >> 63 != 0 ? ~std::uint64_t{0} : 0));
    ++header.states;
    header.transitions += state.row.size();
    header.depth = std::max<std::uint64_t>(header.depth, open_states.size());
    open_states.push_back({state.count, i, 0});
    while (!open_states.empty()) {
      Open& top = open_states.back();
      const auto& symbols = plain.states[top.state].row;
      while (top.next < symbols.size() && !symbols[top.next]) ++top.next;
      if (top.next++ < symbols.size()) break;
      open_states.pop_back();
    }
  }
  CHECK(writer.finish(header));
}

}  // namespace waymark::certify

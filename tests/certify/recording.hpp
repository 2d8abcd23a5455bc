// What the tests of scripts and certifiers share: scratch files, recorded searches, scripts as plain data.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "certify/lean.hpp"
#include "graph/graph.hpp"
#include "observe/recorder.hpp"
#include "scratch.hpp"
#include "script/part_writer.hpp"
#include "script/reader.hpp"
#include "script/row.hpp"
#include "script/row_builder.hpp"
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

inline graph::Edges diamond() {
  return {.edges = {{0, 1, 1}, {0, 2, 2}, {1, 3, 3}, {2, 3, 4}}, .kinds = {}, .padding = 0};
}

inline search::Outcome record(model::Model& model, const std::string& path, store::Store& store, base::Budget& budget) {
  observe::LeanRecorder recorder(budget);
  search::Limits limits;
  limits.errors = 0;
  search::Outcome outcome = search::BreadthFirst({model, &store, budget, limits, search::Judged{}, {&recorder}}).run();
  CHECK(recorder.write(path, plain_header()));
  return outcome;
}

inline search::Outcome record(model::Model& model, const std::string& path) {
  base::Budget budget(std::uint64_t{4} << 30);
  store::Exact store(budget);
  return record(model, path, store, budget);
}

inline std::shared_ptr<const script::File> open(const std::string& path) {
  script::Fault fault;
  auto file = script::File::open(path, fault);
  CHECK(file != nullptr);
  return file;
}

inline Factory graphs(graph::Edges shape) {
  return [shape = std::move(shape)] { return std::make_unique<graph::Graph>(shape); };
}

// Certifies nothing but the script itself.
inline Request only_the_script() {
  Request request;
  request.deadlock = false;
  request.waived = {"assertion"};
  return request;
}

inline Result certify_lean(const Factory& factory, const std::string& path, Request request = only_the_script()) {
  return run_lean(factory, {open(path)}, request, Secret::draw());
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

// A reader of its own, so that the forger does not depend on what it tests. None: malformed, or not one whole tree.
inline std::optional<Plain> decode(const std::vector<std::uint8_t>& rows, const std::vector<std::uint8_t>& counts) {
  Plain plain;
  std::size_t at = 0;
  base::ByteSource numbers(counts);
  struct Open {
    std::size_t state = 0;
    std::size_t next = 0;
  };
  std::vector<Open> path;
  do {
    Plain::State state;
    for (std::uint8_t byte = 0x80; byte >= 0x80;) {
      if (at == rows.size()) return std::nullopt;
      byte = rows[at++];
      if (byte == 0) return std::nullopt;
      const unsigned size = byte >= 0x80 ? 7 : static_cast<unsigned>(std::bit_width(static_cast<unsigned>(byte))) - 1;
      for (unsigned bit = 0; bit < size; ++bit) state.row.push_back((byte >> bit & 1) != 0);
    }
    const std::uint64_t code = numbers.varint();
    const std::uint64_t above = path.empty() ? 0 : plain.states[path.back().state].count;
    state.count = above + ((code & 1) != 0 ? ~(code >> 1) : code >> 1);
    path.push_back({plain.states.size(), 0});
    plain.states.push_back(state);
    while (!path.empty()) {
      Open& top = path.back();
      const auto& row = plain.states[top.state].row;
      while (top.next < row.size() && !row[top.next]) ++top.next;
      if (top.next++ < row.size()) break;
      path.pop_back();
    }
  } while (!path.empty());
  if (at != rows.size() || numbers.failed() || !numbers.at_end()) return std::nullopt;
  return plain;
}

inline std::vector<std::uint8_t> all_bytes(const std::shared_ptr<const script::File>& file, script::Stream stream) {
  std::vector<std::uint8_t> out;
  script::Cursor cursor(file, stream);
  while (!cursor.at_end() && !cursor.failed()) out.push_back(cursor.byte());
  return out;
}

inline Plain decode(const std::string& path) {
  const auto file = open(path);
  const auto plain = decode(all_bytes(file, script::Stream::rows), all_bytes(file, script::Stream::counts));
  CHECK(plain.has_value());
  return *plain;
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

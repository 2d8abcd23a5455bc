// Writing ids scripts: of searches, step by step, and of whatever steps one likes.
#pragma once

#include <cstdint>
#include <vector>

#include "script/ids.hpp"
#include "script/writer.hpp"

namespace waymark::script {

// Writes steps as they come, true or not.
class IdsEncoder {
 public:
  explicit IdsEncoder(Writer& writer) : writer_(writer) {}
  void add(const IdsStep& step);

 private:
  Writer& writer_;
  std::vector<std::uint32_t> expected_{0};  // for each state of the path, the successor after the last one taken
  std::uint64_t highest_ = 1;
};

// Writes the ids script of a depth-first search, with the marks and the Subgraphs list, which it collects.
class IdsWriter {
 public:
  explicit IdsWriter(Writer& writer) : writer_(writer), encoder_(writer) {}

  // Goes to the next successor of the state on top of the path; an id of highest() + 1 is a new state.
  void arrive(std::uint64_t id);
  void back();
  // After the last back: marks and Subgraphs list; fills in the header's numbers.
  void finish(Header& header);

  [[nodiscard]] std::uint64_t highest() const { return last_.size(); }
  [[nodiscard]] std::uint64_t top() const { return open_.back().id; }
  [[nodiscard]] bool closed() const { return open_.empty(); }
  // What it holds, most of it for each state.
  [[nodiscard]] std::uint64_t bytes() const {
    return (last_.capacity() + sizes_.capacity()) * sizeof(std::uint64_t) + open_.capacity() * sizeof(Open);
  }

 private:
  struct Open {
    std::uint64_t id = 0;
    std::uint32_t taken = 0;
  };
  Writer& writer_;
  IdsEncoder encoder_;
  std::vector<Open> open_{{1, 0}};
  std::vector<std::uint64_t> last_{0};   // by id - 1: the last transition that leads there, counted from 1
  std::vector<std::uint64_t> sizes_{0};  // by id - 1: the transitions of its subtree
  std::uint64_t transitions_ = 0;
  std::uint64_t depth_ = 0;
};

}  // namespace waymark::script

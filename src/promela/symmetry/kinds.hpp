// Kinds: what a number in a program stands for. Variables, indices of arrays, fields of messages and own process
// numbers have kinds; what is assigned or compared makes two of them one. A kind that is computed or ordered with
// is plain: its numbers are no more than numbers.
//
// One kind may number from 0 what another numbers from 1: their values differ by a constant. So kinds are a union-find
// structure with differences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace waymark::promela {

using Kind = std::uint32_t;

class Kinds {
 public:
  // A kind as another: value = value of that + difference.
  struct Place {
    Kind root = 0;
    std::int64_t difference = 0;
  };

  [[nodiscard]] Kind make();
  [[nodiscard]] Place find(Kind kind);

  // From now on value of one = value of other + difference, wherever both mean the same.
  void unite(Kind one, Kind other, std::int64_t difference);
  // How many kinds were made one of two.
  [[nodiscard]] std::size_t unions() const { return unions_; }
  // Its numbers are computed or ordered with; `why` says where, for people.
  void spoil(Kind kind, const std::string& why);
  [[nodiscard]] bool is_plain(Kind kind) { return nodes_[find(kind).root].plain; }
  [[nodiscard]] const std::string& why_plain(Kind kind) { return nodes_[find(kind).root].why; }
  // The text names this value of it.
  void name(Kind kind, std::int64_t value);
  // The values that are named, as the root has them.
  [[nodiscard]] const std::vector<std::int64_t>& named(Kind root) const { return nodes_[root].named; }

  // Its numbers are those of channels.
  void make_channel(Kind kind);
  [[nodiscard]] bool is_channel(Kind kind) { return nodes_[find(kind).root].channel; }
  // Of the messages of such a channel.
  [[nodiscard]] Kind field(Kind channel, std::size_t index);

 private:
  struct Node {
    Kind parent = 0;
    std::int64_t difference = 0;  // to the parent
    bool plain = false;
    bool channel = false;
    std::string why;
    std::vector<std::int64_t> named;
    std::vector<Kind> fields;
  };
  std::vector<Node> nodes_;
  std::size_t unions_ = 0;
};

}  // namespace waymark::promela

// LeanRecorder: listens to a breadth-first search and writes a lean script of it. Per state it keeps its row (about a
// byte) and the number of other transitions that lead to it (a byte, more for the few that need it). Breadth-first
// search numbers the children of a state one after the other, so the tree needs no further record, and writing it out
// depth-first is a table walk without running the program again.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "script/row.hpp"
#include "script/writer.hpp"
#include "search/observer.hpp"

namespace waymark::observe {

// How close sync points lie: a task for each of a hundred workers should be even within a tenth, but small scripts need
// few.
struct SyncSpacing {
  std::uint64_t most = 1200;     // points in a script
  std::uint64_t between = 4096;  // at least so many transitions between two
};

class LeanRecorder final : public search::Observer {
 public:
  // What it keeps is taken from the budget; when that is spent it gives up and why() says so, the search goes on.
  explicit LeanRecorder(base::Budget& budget, SyncSpacing spacing = {}) : budget_(budget), spacing_(spacing) {}
  ~LeanRecorder() override { budget_.give_back(held_); }

  void started(std::uint64_t root) override;
  void stepped(const search::Stepped& step) override;
  void left(std::uint64_t number, std::uint64_t depth) override;

  // After a complete search: writes the script; the numbers in the header are filled in here. False: see why().
  [[nodiscard]] bool write(const std::string& path, script::Header header);
  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return file_bytes_; }

 private:
  // Where a state's row begins and which is its first child; kept for every sixteenth state, between them one counts.
  struct Landmark {
    std::uint64_t row = 0;
    std::uint64_t child = 0;
  };
  static constexpr std::uint64_t stride = 16;
  static constexpr std::uint8_t many = 255;  // the count is in large_

  [[nodiscard]] Landmark find(std::uint64_t state) const;
  [[nodiscard]] std::uint64_t count(std::uint64_t state) const;
  [[nodiscard]] bool room();
  void give_up(std::string why);
  void emit(script::Writer& writer, script::Header& header) const;

  base::Budget& budget_;
  SyncSpacing spacing_;
  std::uint64_t held_ = 0;
  std::vector<std::uint8_t> rows_;
  script::RowBuilder row_{rows_};
  std::vector<Landmark> landmarks_;
  std::vector<std::uint8_t> counts_;
  std::unordered_map<std::uint64_t, std::uint64_t> large_;
  std::uint64_t open_ = 0;  // the state whose row is being built; those before it are done
  std::uint64_t transitions_ = 0;
  std::uint64_t file_bytes_ = 0;
  std::string why_;
};

}  // namespace waymark::observe

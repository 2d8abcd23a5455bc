// What must be known of a whole program before a line of its model is written: who calls whom, which functions are
// threads and how many of them there can be, and which variables several threads use.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "c/syntax/tree.hpp"

namespace waymark::c {

class Analysis {
 public:
  // The program begins with main, or all these functions run beside each other. Notes in the variables whether they are
  // assigned and whether their address is taken. Throws base::InputError if there is no such function.
  Analysis(Program& program, const std::vector<std::string>& processes);

  // What runs from the beginning.
  [[nodiscard]] const std::vector<const Function*>& roots() const { return roots_; }
  [[nodiscard]] bool creates() const { return !starts_.empty(); }
  [[nodiscard]] bool threaded() const { return creates() || roots_.size() > 1; }
  // Whether more than one thread uses it, and some thread changes it.
  [[nodiscard]] bool shared(const Variable& variable) const;
  [[nodiscard]] bool used(const Variable& variable) const { return used_.contains(&variable); }
  // Whether main, or what it calls, uses it.
  [[nodiscard]] bool used_by_main(const Variable& variable) const { return main_uses_.contains(&variable); }
  // The functions that are started as threads.
  [[nodiscard]] std::vector<const Function*> starts() const;
  // Of all calls of pthread_create in one run, at most; nothing if some loop around one has no known bound.
  [[nodiscard]] std::optional<std::uint64_t> creations() const { return creations_; }
  // Whether main joins as many threads as are created, whatever happens, before it returns.
  [[nodiscard]] bool all_joined() const { return all_joined_; }
  // The constants that the program compares with, labels of a switch among them.
  [[nodiscard]] const std::set<std::int64_t>& compared() const { return compared_; }
  // Whether a function with this name is called somewhere.
  [[nodiscard]] bool calls(std::string_view name) const { return called_.contains(std::string(name)); }

 private:
  struct Site {
    const Function* callee;
    std::optional<std::uint64_t> times;  // that one call of the function around it executes it; nothing: unknown
    bool certain;                        // it is executed whatever happens
    bool creates;                        // as a thread, by pthread_create
  };
  struct Facts {
    std::set<const Variable*> variables;
    std::vector<Site> sites;
  };
  struct Walk {
    Facts& facts;
    std::optional<std::uint64_t> times = 1;
    bool certain = true;
  };

  void walk(const Stmt& statement, Walk& walk);
  void walk(const Expr& expression, Walk& walk);
  void walk_call(const Expr& expression, Walk& walk);
  void note_address(const Expr& place, bool by_library);
  void note_compared(std::int64_t constant);
  const Facts& facts(const Function& function);
  void reach(const Function& function, std::uint64_t times, std::map<const Function*, std::uint64_t>& runs);
  std::optional<std::uint64_t> count(const Function& function, bool joins, std::set<const Function*>& around);
  void find_shared();

  Program& program_;
  std::vector<const Function*> roots_;
  std::map<const Function*, Facts> facts_;
  std::map<std::pair<const Function*, bool>, std::optional<std::uint64_t>> counted_;
  std::map<const Function*, std::uint64_t> starts_;  // and how many threads run it: 1, or more
  std::set<std::string> called_;
  std::set<std::int64_t> compared_;
  std::set<const Variable*> used_, shared_, main_uses_;
  std::optional<std::uint64_t> creations_;
  bool all_joined_ = false;
};

}  // namespace waymark::c

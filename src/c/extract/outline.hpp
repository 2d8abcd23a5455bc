// What the processes of a model share while it is written: globals and their names, types, which threads there are, and
// where each pointer may point.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "c/extract/analysis.hpp"
#include "c/extract/extract.hpp"
#include "c/extract/names.hpp"
#include "c/extract/value.hpp"
#include "c/syntax/tree.hpp"

namespace waymark::c {

// A thread's function, once for each kind of argument.
struct Thread {
  const Function* function = nullptr;
  std::string name;
  std::optional<Value> bound;    // the argument, if it is the same for all
  std::optional<Region> region;  // where the argument points to, if it differs
  bool passes = false;           // the process has a parameter for it
};

class Outline {
 public:
  Outline(const Program& program, const Analysis& analysis, const ExtractOptions& options);

  const Program& program;
  const Analysis& analysis;
  const ExtractOptions& options;

  Names names;                             // of globals, types and processes
  std::vector<Line> globals;               // declarations
  std::vector<Input> inputs;               // each once
  std::vector<std::string> process_names;  // of what runs from the beginning
  std::deque<Thread> threads;              // in the order of their first creation
  const bool needs_end;                    // the program can end while threads run
  const std::string holds_it;              // the name that says of an assertion that it is about the model
  bool has_limits = false;                 // there are such assertions
  bool needs_conditions = false, needs_barriers = false, needs_rwlocks = false;

  // How many threads there can be, main among them. Refuses what has no bound.
  [[nodiscard]] std::uint64_t most_threads(Position at) const;

  // Whether it lasts as long as the program: globals, static variables, and what main gives away by its address.
  [[nodiscard]] bool lasts(const Variable& variable, bool in_main) const;
  // Whether it is nothing but its initial value.
  [[nodiscard]] static bool fixed(const Variable& variable);
  // The name of one that lasts.
  const std::string& global(const Variable& variable);
  // Its declaration says what it is at first.
  void give_initial(const std::string& name, const std::string& text);
  std::string declared(const Type& type, const std::string& name, Position at);
  const std::string& record(const Record& record, Position at);
  const std::string& field(const Record& record, std::uint32_t index) const;
  [[nodiscard]] std::vector<Line> records() const { return records_; }
  const Thread& thread(const Function& function, const Value* argument, Position at);

  // Where the pointer that is called `key` may point. Two places are refused.
  void points(const std::string& key, const Region& region, const std::string& name, Position at);
  // Nothing if it has not been assigned; then, if this is the last pass, it is refused.
  std::optional<Region> target(const std::string& key);
  // Pointers that were used before anything was known of them: then a second pass knows more.
  bool unknown = false;
  std::map<std::string, Region> regions;

 private:
  std::string base_type(const Type& type, Position at);
  void declare_globals();

  std::map<const Variable*, std::string> global_names_;
  Names type_names_;  // which not even a member may have
  std::map<const Record*, std::string> record_names_;
  std::map<const Record*, std::vector<std::string>> field_names_;
  std::vector<Line> records_;
  std::map<const Function*, std::string> thread_names_;  // until the first thread of the function takes it
};

// Elements of an array, arrays in it taken apart, and what they are.
[[nodiscard]] std::uint64_t flat_count(const Type& type);
[[nodiscard]] const Type& flat_element(const Type& type);
// Whether an object holds nothing but what is used by calls of the thread library.
[[nodiscard]] bool is_synchronisation(const Type& type);

}  // namespace waymark::c

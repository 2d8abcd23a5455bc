// ObjectNames: objects by the variables of the program that lead to them, for people: "Bank.accounts[2].lock",
// "main.account" of a local variable of a thread. Made of one state.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "java/link/loader.hpp"
#include "java/memory/memory.hpp"
#include "model/explanation.hpp"

namespace waymark::java {

class ObjectNames {
 public:
  // `thread_names`: by number. Local variables of other threads count for nothing.
  ObjectNames(const Loader& loader, Memory& memory, const std::vector<std::string>& thread_names);

  // Null if no variable leads to it.
  [[nodiscard]] const std::string* find(Ref ref) const {
    const auto found = names_.find(ref);
    return found == names_.end() ? nullptr : &found->second;
  }
  // Without the classes around it, unless another one has the same name.
  [[nodiscard]] std::string text_of(const Class& klass) const;
  // Numbers and truth values in fields of what has a name.
  [[nodiscard]] const std::vector<model::Value>& values() const { return values_; }
  // Those in variables of single threads, where the compiler has left their names.
  [[nodiscard]] const std::vector<model::Value>& locals() const { return locals_; }

 private:
  static constexpr std::size_t most_names = 20'000;

  struct Open {
    Ref ref;
    int inside;  // so many objects of the library lie between it and a variable of the program
  };

  void add_statics(const Class& klass);
  void add_locals(const Thread& thread, const std::string& who);
  void add(Ref ref, const std::string& name, int inside);
  void walk();
  void expand(const Open& open);
  void add_local(const std::string& name, Kind kind, const Word* word);
  // A number or a truth value.
  static void add_value(const std::string& name, Kind kind, const Word* word, std::vector<model::Value>& out);

  Memory& memory_;
  std::unordered_map<Ref, std::string> names_;
  std::unordered_map<std::string, int> simple_;  // how many classes of the program have that simple name
  std::vector<Open> open_, deferred_;
  std::vector<model::Value> values_, locals_;
  std::unordered_set<std::string> local_names_;
};

}  // namespace waymark::java

// LockList: who holds which lock in a state, and who waits for it, as values for a person.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/explanation.hpp"

namespace waymark::model {

class LockList {
 public:
  void held(const std::string& lock, const std::string& by) { at(lock).owner = by; }
  void awaited(const std::string& lock, const std::string& by) { at(lock).waiting.push_back(by); }

  // "lock fork[1]": "held by Thread-0; Thread-1 waits". A lock that nobody holds and nobody waits for is not listed.
  [[nodiscard]] std::vector<Value> values() const {
    std::vector<Value> out;
    for (const Lock& lock : locks_) {
      std::string text = lock.owner.empty() ? "" : "held by " + lock.owner;
      for (std::size_t i = 0; i < lock.waiting.size(); ++i) {
        text += i != 0 ? ", " : text.empty() ? "" : "; ";
        text += lock.waiting[i];
      }
      if (!lock.waiting.empty()) text += lock.waiting.size() == 1 ? " waits" : " wait";
      out.push_back({"lock " + lock.name, text});
    }
    return out;
  }

 private:
  struct Lock {
    std::string name;
    std::string owner = {};
    std::vector<std::string> waiting = {};
  };
  Lock& at(const std::string& name) {
    const auto [found, fresh] = numbers_.try_emplace(name, locks_.size());
    if (fresh) locks_.push_back({name});
    return locks_[found->second];
  }

  std::vector<Lock> locks_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace waymark::model

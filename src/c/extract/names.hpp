// Names of the model: those of the C program, as far as Promela and their neighbours let them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace waymark::c {

class Names {
 public:
  // The name itself, or it with an underscore or a number if it is Promela's or taken; taken from now on.
  std::string fresh(std::string_view wanted);
  [[nodiscard]] bool taken(const std::string& name) const { return taken_.contains(name); }

 private:
  std::set<std::string> taken_;
  std::map<std::string, std::uint32_t> last_;  // number that a name got
};

}  // namespace waymark::c

#include "java/natives/natives.hpp"

#include <string>
#include <unordered_map>

namespace waymark::java {

namespace {

using Table = std::unordered_map<std::string_view, Native>;

const Table& all_natives() {
  static const Table all = [] {
    Table out;
    for (const auto part :
         {language_natives(), reference_natives(), class_natives(), reflection_natives(), invoke_natives(),
          thread_natives(), unsafe_natives(), var_handle_natives(), method_handle_natives(), library_natives(),
          files_natives(), proxy_natives(), random_natives(), verify_natives(), zip_natives(), module_natives(),
          management_natives(), unmodelled_natives()}) {
      for (const Served& it : part) out[it.name] = it.native;
    }
    return out;
  }();
  return all;
}

}  // namespace

Native served(const Method& method) {
  if (method.name == "registerNatives" || method.name == "initIDs") return nothing_to_do;
  std::string name = method.owner->name;
  name += '.';
  name += method.name;
  if (const auto found = all_natives().find(name); found != all_natives().end()) return found->second;
  name += method.descriptor;
  const auto found = all_natives().find(name);
  return found == all_natives().end() ? nullptr : found->second;
}

}  // namespace waymark::java

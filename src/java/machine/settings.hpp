// How a Java program is to be run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "java/machine/options.hpp"
#include "java/memory/memory.hpp"

namespace waymark::java {

// A file of the class path that is no class.
struct Resource {
  std::string url;
  std::string bytes;
};

struct Settings : Options {
  std::string main_class;  // app.Main
  std::vector<std::string> arguments;
  std::vector<std::string>
      preload;  // classes of the library to be initialised before the program starts, in this order
  bool assertions = true;
  bool races = false;     // stop before every access that could race
  bool spurious = false;  // waits may end for no reason
  std::shared_ptr<const std::map<std::string, std::string>> files =
      std::make_shared<const std::map<std::string, std::string>>();  // that can be read: bytes by absolute path
  std::function<bool(std::string_view path, std::string& bytes)> jdk_resource;  // java/util/currency.data
  // By its path, in the order of the class path. False: it has too many files for that.
  std::function<bool(std::string_view path, std::vector<Resource>& found)> class_path_resources;
  std::function<bool(std::string_view path)> jdk_has_file;             // conf/net.properties, which we do not have
  std::string input;                                                   // of System.in
  std::vector<std::pair<std::string, std::string>> environment;        // of System.getenv
  std::vector<std::pair<std::string, std::string>> system_properties;  // besides the usual ones
  std::optional<std::string> package_in_steps;  // a.b, whose calls are no single steps in any case
  const base::Stop* stop = nullptr;             // minded from the start, when there is no state yet
};

}  // namespace waymark::java

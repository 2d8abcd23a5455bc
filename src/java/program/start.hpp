// What a Java program is, by its name and its options: where its classes are, and which is the first.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "java/machine/options.hpp"

namespace waymark::java {

struct Main {
  std::vector<std::string> entries;  // of the class path
  std::string name;
};

// Of FILE.jar, FILE.class or a class. A scenario needs no main class. Throws base::InputError.
[[nodiscard]] Main find_main(const std::string& program, const std::string& class_path, bool is_scenario);
// Refuses packages that cannot be taken to be safe for threads: what is no name, and the JDK's, whose classes have a
// list of their own. Throws base::InputError.
void check_packages(const Options& options);
// Of texts NAME=VALUE; without '=' the value is empty. Throws base::InputError, which names the option.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> pairs_of(const std::vector<std::string>& texts,
                                                                        std::string_view option);

}  // namespace waymark::java

// The files that a Java program can read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "script/format.hpp"

namespace waymark::java {

using Files = std::map<std::string, std::string>;

// By the paths by which a program may ask for them: whole ones, and those that begin where the command does, which is
// the root of what the program sees. Besides those at `paths`, which may be directories, there are a few of the JDK.
// Throws base::InputError.
[[nodiscard]] Files read_files(const std::vector<std::string>& paths, const std::string& jdk, const base::Stop* stop);
// Other files have another digest.
[[nodiscard]] script::Digest digest_of_files(const Files& files);

}  // namespace waymark::java

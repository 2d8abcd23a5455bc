// Among the files that a program can read (Settings::files): the one that says which directories and jars of the class
// path are among them too, and so have resources. What it holds is in waymark.internal.Resources.
#pragma once

#include <string>

namespace waymark::java {

inline const std::string class_path_file = "/jdk/classpath";

}  // namespace waymark::java

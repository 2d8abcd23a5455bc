// Where Java's classes come from: the JDK's image first, as the JVM's class loaders delegate, then directories and jars
// in the order given. Names come out of class files of strangers: no name leads out of a directory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "classpath/contents.hpp"
#include "classpath/image.hpp"
#include "classpath/jar.hpp"

namespace waymark::classpath {

class ClassPath {
 public:
  // Each entry is a directory, a jar or DIRECTORY/*, all jars of a directory. A jar brings along the jars its manifest
  // names as Class-Path. Throws InputError for an entry that is neither, for a jar that does not exist, and if no entry
  // does. `jdk` may be null.
  ClassPath(const std::vector<std::string>& entries, std::shared_ptr<const Image> jdk);

  // By internal name: java/lang/Object; nothing for what can be no such name. Throws InputError if it is there but
  // cannot be read. Safe to call from several threads.
  [[nodiscard]] std::optional<Contents> find_class(std::string_view internal_name) const;
  // The internal names of all classes that directories and jars have, in their order; what of them the JDK has as well,
  // find_class() takes from there. A link to a directory that leads back to where it stands is not followed. Throws
  // InputError if there are too many files to look through.
  [[nodiscard]] std::vector<std::string> classes() const;
  // The paths of all other files, in their order. Nothing: there are more than somebody means to be resources, as in a
  // home directory. Left out are names that begin with a dot, search scripts and trails (.way, .trail), and files
  // that stand in the current directory itself: see is_left_out().
  [[nodiscard]] std::optional<std::vector<std::string>> resources() const;
  // By path: META-INF/services/java.util.spi.ToolProvider.
  [[nodiscard]] std::optional<Contents> find_resource(std::string_view path) const;
  // Whether there is such a file, and resources() leaves it out: the command may write it itself.
  [[nodiscard]] bool is_left_out(std::string_view path) const;
  // What directories and jars have by a path of resources(), each.
  [[nodiscard]] std::vector<Contents> find_resources(std::string_view path) const;
  // Directories that were named and are not there. As on a JVM they hold nothing: build tools name those that a project
  // may have.
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
  // The module of the JDK that holds a package (java/lang), empty if none does.
  [[nodiscard]] std::string_view module_of(std::string_view package) const;

 private:
  struct Directory {
    std::string path;
    [[nodiscard]] std::optional<Contents> find(std::string_view name) const;
  };
  using Entry = std::variant<Directory, std::unique_ptr<Jar>>;

  void add(const std::string& entry);
  void add_jar(const std::string& path);

  std::shared_ptr<const Image> jdk_;
  std::vector<Entry> entries_;
  std::vector<std::string> missing_;
  std::vector<std::string> jars_;  // those taken, by canonical path
};

// "a:b" as --classpath has it; an empty element means the current directory.
[[nodiscard]] std::vector<std::string> split_class_path(std::string_view text);

// The JDK's image: the one of `jdk` (a JDK's directory, or the image itself) if that is not empty, else of JAVA_HOME,
// else of the `java` on the PATH. Throws InputError with the remedy if there is none.
[[nodiscard]] std::string find_jdk_image(const std::string& jdk);

}  // namespace waymark::classpath

// A jar: a zip archive of classes and resources, with a manifest. An archive is input from strangers: no entry may
// unpack to more than most_bytes, and damage is an InputError that names jar and entry.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "classpath/contents.hpp"

struct zip;

namespace waymark::classpath {

class Jar {
 public:
  // Throws InputError, naming the file, if it is no archive. `release` is that of the JDK.
  explicit Jar(std::string path, int release = 17);

  // By path within the jar, app/Main.class; of a multi-release jar, the newest version that the JDK would take. Safe to
  // call from several threads.
  [[nodiscard]] std::optional<Contents> find(std::string_view name) const;
  // All names that find() answers to, in no order; some perhaps twice.
  [[nodiscard]] std::vector<std::string> names() const;
  // An attribute of the manifest's main section ("Main-Class"), empty if it is not there.
  [[nodiscard]] std::string attribute(const std::string& name) const;

 private:
  struct Close {
    void operator()(zip* archive) const;
  };

  [[nodiscard]] std::optional<Contents> find_entry(const std::string& name) const NEEDS_LOCK(mutex_);
  [[noreturn]] void refuse(std::string_view why) const;
  void read_manifest() NEEDS_LOCK(mutex_);

  std::string path_;
  int release_;
  mutable base::Mutex mutex_;  // libzip's archives are not for several threads
  std::unique_ptr<zip, Close> archive_ GUARDED_BY(mutex_);
  std::map<std::string, std::string, std::less<>> manifest_;  // names in lower case
  bool multi_release_ = false;
};

}  // namespace waymark::classpath

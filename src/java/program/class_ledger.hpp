// ClassLedger: the classes that a Java program's models were given, each with a digest of its bytes, and the digest of
// the program: of the JDK's whole image and of every class and resource on the class path, whether it was needed so far
// or not. A program may load classes by names that it computes, so what it names in its constants is not enough.
//
// Whenever the digest is asked for, it is that of the bytes which were given: a class is the same for all models of a
// run, and after the digest was computed nothing is given that it does not cover. Safe to call from several threads.
//
// Classes of the package waymark come out of Waymark's own jar: the virtual machine relies on them. The class path may
// hold the same ones, and no others of that package.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/mutex.hpp"
#include "base/stop.hpp"
#include "classpath/class_path.hpp"
#include "script/format.hpp"

namespace waymark::java {

class ClassLedger {
 public:
  // `library`: Waymark's own jar, if there is one; after the entries it is a part of the class path. `stop`, if any,
  // outlives it.
  ClassLedger(const std::vector<std::string>& entries, const std::string& library,
              std::shared_ptr<const classpath::Image> image, const base::Stop* stop = nullptr);

  // By internal name. Throws base::InputError if it cannot be read, or is not what it was.
  [[nodiscard]] std::optional<classpath::Contents> find(std::string_view name);
  // All resources of the class path by that path, in its order; of classes the first. Throws base::InputError if one
  // cannot be read, or is not what it was. Nothing: the digest does not cover it, since there are too many files, or it
  // stands in the current directory.
  [[nodiscard]] std::optional<std::vector<classpath::Contents>> find_resources(std::string_view path);
  // A resource of the JDK, by its path: java/util/currency.data. The digest covers it.
  [[nodiscard]] std::optional<classpath::Contents> find_in_jdk(std::string_view path) const;
  // "; did you mean CLASS?" for the name of a class that is not there, or the directory that is missing; empty if none
  // is like it.
  [[nodiscard]] std::string did_you_mean(const std::string& name) const;
  // Reads all that is on the class path: some tenths of a second. Throws base::InputError if that is too much, and
  // base::Stopped.
  [[nodiscard]] script::Digest digest();

 private:
  // None: there is no such class.
  using Known = std::optional<script::Digest>;

  [[nodiscard]] static Known known(const std::optional<classpath::Contents>& found);
  // Throws base::InputError for a class of our package that is not ours.
  [[nodiscard]] std::optional<classpath::Contents> look_up(std::string_view name) const;

  // Adds what was not given so far to the digest. `read` counts bytes. Throws base::InputError for too many.
  void digest_classes(base::ByteSink& sink, std::uint64_t& read) NEEDS_LOCK(mutex_);
  void digest_resources(base::ByteSink& sink, std::uint64_t& read) NEEDS_LOCK(mutex_);

  const classpath::ClassPath path_;
  const classpath::ClassPath library_;
  const std::shared_ptr<const classpath::Image> image_;
  const base::Stop* const stop_;
  base::Mutex mutex_;
  std::map<std::string, Known, std::less<>> given_ GUARDED_BY(mutex_);               // those of the JDK left out
  std::map<std::string, script::Digest, std::less<>> resources_ GUARDED_BY(mutex_);  // all of a name together
  std::optional<bool> too_many_ GUARDED_BY(mutex_);                                  // resources; once it is known
  std::optional<script::Digest> digest_ GUARDED_BY(mutex_);
};

}  // namespace waymark::java

#include "java/program/class_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/diagnostics.hpp"
#include "base/nearest.hpp"

namespace waymark::java {

namespace {

constexpr std::uint64_t most_digested = std::uint64_t{1} << 30;
constexpr std::size_t slice_bytes = std::size_t{1} << 24;

// The digest of the digests of its slices, which are made side by side: a JDK's image has a hundred million bytes.
script::Digest digest_in_slices(std::span<const std::uint8_t> bytes) {
  std::vector<std::future<script::Digest>> slices;
  while (!bytes.empty()) {
    const auto slice = bytes.first(std::min(bytes.size(), slice_bytes));
    slices.push_back(std::async([slice] { return script::digest_of(slice); }));
    bytes = bytes.subspan(slice.size());
  }
  base::ByteSink sink;
  for (auto& slice : slices) sink.raw(slice.get());
  return script::digest_of(sink.bytes());
}

void refuse_beyond(std::uint64_t read) {
  if (read <= most_digested) return;
  throw base::InputError("the class path: error: it has more than 1 GiB of classes; name what the program needs");
}

script::Digest digest_of_all(const std::vector<classpath::Contents>& all) {
  base::ByteSink sink;
  for (const classpath::Contents& it : all) sink.raw(script::digest_of(it.bytes));
  return script::digest_of(sink.bytes());
}

constexpr std::string_view own_package = "waymark/";

std::vector<std::string> entries_of(const std::string& library) {
  return library.empty() ? std::vector<std::string>{} : std::vector<std::string>{library};
}

}  // namespace

ClassLedger::ClassLedger(const std::vector<std::string>& entries, const std::string& library,
                         std::shared_ptr<const classpath::Image> image, const base::Stop* stop)
    : path_(entries, image), library_(entries_of(library), nullptr), image_(std::move(image)), stop_(stop) {}

std::optional<classpath::Contents> ClassLedger::look_up(std::string_view name) const {
  std::optional<classpath::Contents> given = path_.find_class(name);
  const bool is_own = name.starts_with(own_package);
  if (given && !is_own) return given;
  std::optional<classpath::Contents> ours = library_.find_class(name);
  if (ours) ours->from_waymark = true;
  if (given && !(ours && std::ranges::equal(given->bytes, ours->bytes))) {
    throw base::InputError(
        fmt::format("{}: error: a class of the package waymark, which comes from waymark-library.jar alone; rename "
                    "the package",
                    given->origin));
  }
  return ours;
}

ClassLedger::Known ClassLedger::known(const std::optional<classpath::Contents>& found) {
  return found ? Known(script::digest_of(found->bytes)) : std::nullopt;
}

std::string ClassLedger::did_you_mean(const std::string& name) const {
  if (!path_.missing().empty()) return fmt::format("; there is no directory {}", path_.missing().front());
  std::vector<std::string> names = path_.classes();
  for (std::string& one : library_.classes()) names.push_back(std::move(one));
  for (std::string& one : names) std::replace(one.begin(), one.end(), '/', '.');
  const auto in_a_package = [&](const std::string& one) { return one.ends_with("." + name); };
  const auto found = std::find_if(names.begin(), names.end(), in_a_package);
  return found != names.end() ? fmt::format("; did you mean {}?", *found) : base::did_you_mean(name, names);
}

std::optional<classpath::Contents> ClassLedger::find(std::string_view name) {
  std::optional<classpath::Contents> found = look_up(name);
  if (found && found->from_jdk) return found;
  const Known now = known(found);
  const base::Lock lock(mutex_);
  const auto before = given_.find(name);
  if (before == given_.end() && !digest_) {
    given_.emplace(name, now);
  } else if (now != (before == given_.end() ? std::nullopt : before->second)) {  // what the digest lacks was not there
    throw base::InputError(fmt::format("{}: error: class {} has changed since the program was started",
                                       found ? found->origin : "the class path", name));
  }
  return found;
}

std::optional<classpath::Contents> ClassLedger::find_in_jdk(std::string_view path) const {
  std::optional<classpath::Contents> found = path_.find_resource(path);
  return found && found->from_jdk ? found : std::nullopt;
}

std::optional<std::vector<classpath::Contents>> ClassLedger::find_resources(std::string_view path) {
  static constexpr std::string_view class_ending = ".class";
  std::vector<classpath::Contents> found;
  if (path.ends_with(class_ending)) {
    std::optional<classpath::Contents> one = find(path.substr(0, path.size() - class_ending.size()));
    if (one && !one->from_jdk) found.push_back(std::move(*one));
    return found;
  }
  found = path_.find_resources(path);
  const script::Digest now = digest_of_all(found);
  const base::Lock lock(mutex_);
  if (!too_many_) too_many_ = !path_.resources().has_value();
  if (*too_many_ || path_.is_left_out(path)) return std::nullopt;
  const auto before = resources_.find(path);
  if (before == resources_.end() && !digest_) {
    resources_.emplace(path, now);
  } else if (now != (before == resources_.end() ? digest_of_all({}) : before->second)) {
    throw base::InputError(fmt::format("{}: error: the resource {} has changed since the program was started",
                                       found.empty() ? "the class path" : found.front().origin, path));
  }
  return found;
}

void ClassLedger::digest_classes(base::ByteSink& sink, std::uint64_t& read) {
  std::vector<std::string> unreadable;
  std::vector<std::string> names = path_.classes();
  for (std::string& name : library_.classes()) names.push_back(std::move(name));
  for (std::string& name : names) {
    base::poll(stop_);
    if (given_.contains(name)) continue;
    try {
      const std::optional<classpath::Contents> found = look_up(name);
      if (!found || found->from_jdk) continue;
      read += found->bytes.size();
      given_.emplace(std::move(name), known(found));
    } catch (const base::InputError&) {
      unreadable.push_back(std::move(name));  // reported when the program needs it
    }
    refuse_beyond(read);
  }
  for (const auto& [name, bytes] : given_) {
    if (!bytes) continue;
    sink.text(name);
    sink.raw(*bytes);
  }
  sink.text("");
  for (const std::string& name : unreadable) sink.text(name);
  sink.text("");
}

void ClassLedger::digest_resources(base::ByteSink& sink, std::uint64_t& read) {
  const std::optional<std::vector<std::string>> names = path_.resources();
  too_many_ = !names;
  if (!names) return;
  for (const std::string& name : *names) {
    base::poll(stop_);
    if (!resources_.contains(name)) {
      const std::vector<classpath::Contents> found = path_.find_resources(name);
      for (const classpath::Contents& it : found) read += it.bytes.size();
      refuse_beyond(read);
      resources_.emplace(name, digest_of_all(found));
    }
    sink.text(name);
    sink.raw(resources_.find(name)->second);
  }
}

script::Digest ClassLedger::digest() {
  const base::Lock lock(mutex_);
  if (digest_) return *digest_;
  std::uint64_t read = 0;
  base::ByteSink sink;
  digest_classes(sink, read);
  digest_resources(sink, read);
  sink.text("");
  base::poll(stop_);
  sink.raw(digest_in_slices(image_->bytes()));
  digest_ = script::digest_of(sink.bytes());
  return *digest_;
}

}  // namespace waymark::java

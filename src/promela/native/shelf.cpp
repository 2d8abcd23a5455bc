#include "promela/native/shelf.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace waymark::promela {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_module_bytes = std::size_t{64} << 20;
using Seal = std::array<std::uint8_t, 32>;

// Of what is kept under a name.
Seal seal_of(const std::string& name, std::string_view contents) {
  crypto_generichash_state state;
  Seal seal{};
  crypto_generichash_init(&state, nullptr, 0, seal.size());
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(name.c_str()), name.size() + 1);
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(contents.data()), contents.size());
  crypto_generichash_final(&state, seal.data(), seal.size());
  return seal;
}

bool is_ours_alone(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::optional<std::string> contents_of(int descriptor, std::size_t size) {
  std::string contents(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = ::pread(descriptor, contents.data() + done, size - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    done += static_cast<std::size_t>(count);
  }
  return contents;
}

bool is_sealed(const std::string& name, std::string_view contents) {
  if (contents.size() < sizeof(Seal)) return false;
  const std::string_view body = contents.substr(0, contents.size() - sizeof(Seal));
  const Seal seal = seal_of(name, body);
  return std::equal(seal.begin(), seal.end(), contents.end() - sizeof(Seal),
                    [](std::uint8_t one, char other) { return one == static_cast<std::uint8_t>(other); });
}

}  // namespace

NativeShelf::~NativeShelf() {
  ::close(descriptor_);
  std::error_code ignored;
  if (for_the_moment_) fs::remove_all(folder_, ignored);
}

std::string NativeShelf::usual_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/waymark";
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/waymark" : "";
}

std::unique_ptr<NativeShelf> NativeShelf::open(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(fs::path(folder).parent_path(), failed);
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return nullptr;
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  auto shelf = std::unique_ptr<NativeShelf>(new NativeShelf(folder, descriptor, false));
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && is_ours_alone(status) ? std::move(shelf) : nullptr;
}

std::unique_ptr<NativeShelf> NativeShelf::for_the_moment() {
  std::error_code failed;
  const fs::path where = fs::temp_directory_path(failed);
  std::string folder = ((failed ? fs::path("/tmp") : where) / "waymark-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return nullptr;
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  return std::unique_ptr<NativeShelf>(new NativeShelf(folder, descriptor, true));
}

// What is checked is what is loaded: both through the same descriptor.
void* NativeShelf::take(const std::string& name) const {
  const int file = ::openat(descriptor_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* module = nullptr;
  struct stat status {};
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && is_ours_alone(status) &&
      static_cast<std::size_t>(status.st_size) <= most_module_bytes) {
    const std::optional<std::string> contents = contents_of(file, static_cast<std::size_t>(status.st_size));
    if (contents && is_sealed(name, *contents)) {
      module = ::dlopen(fmt::format("/proc/self/fd/{}", file).c_str(), RTLD_NOW | RTLD_LOCAL);
    }
  }
  ::close(file);
  return module;
}

std::optional<std::string> NativeShelf::workshop() const {
  std::string folder = folder_ + "/make-XXXXXX";
  return ::mkdtemp(folder.data()) == nullptr ? std::nullopt : std::optional(folder);
}

bool NativeShelf::keep(const std::string& made, const std::string& name) const {
  const int file = ::open(made.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status {};
  bool kept = ::fstat(file, &status) == 0 && static_cast<std::size_t>(status.st_size) <= most_module_bytes;
  if (kept) {
    const auto size = static_cast<std::size_t>(status.st_size);
    const std::optional<std::string> contents = contents_of(file, size);
    const Seal seal = seal_of(name, contents ? *contents : "");
    kept = contents && ::pwrite(file, seal.data(), seal.size(), status.st_size) == static_cast<ssize_t>(seal.size()) &&
           ::fchmod(file, S_IRWXU) == 0;
  }
  ::close(file);
  if (!kept || ::renameat(AT_FDCWD, made.c_str(), descriptor_, name.c_str()) != 0) return false;
  discard_old();
  return true;
}

void NativeShelf::discard_old() const {
  std::error_code failed;
  std::vector<std::pair<fs::file_time_type, fs::path>> modules;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, failed)) {
    if (entry.path().extension() == ".so") modules.emplace_back(entry.last_write_time(failed), entry.path());
  }
  if (modules.size() <= most_modules) return;
  std::sort(modules.begin(), modules.end());
  for (std::size_t i = 0; i + most_modules < modules.size(); ++i) fs::remove(modules[i].second, failed);
}

}  // namespace waymark::promela

// NativeShelf: a folder in which modules are kept, each under the digest of all that made it. Code from there is
// executed, so nobody else may be able to write to it: folder and files must be the user's own and closed to the
// writing of others. A file ends with a digest of its name and contents; one that was cut short or belongs elsewhere is
// no module.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace waymark::promela {

class NativeShelf {
 public:
  // Closes the folder, and removes it if it is for the moment.
  ~NativeShelf();
  NativeShelf(const NativeShelf&) = delete;
  NativeShelf& operator=(const NativeShelf&) = delete;

  // The folder, made if it is not there; nullptr if it cannot be made or is open to others.
  [[nodiscard]] static std::unique_ptr<NativeShelf> open(const std::string& folder);
  // One that is gone at the end.
  [[nodiscard]] static std::unique_ptr<NativeShelf> for_the_moment();
  // $XDG_CACHE_HOME/waymark or ~/.cache/waymark; empty: there is none.
  [[nodiscard]] static std::string usual_folder();

  // A module's handle, as dlopen gives it; nullptr: there is none, or none to be trusted.
  [[nodiscard]] void* take(const std::string& name) const;
  // A private folder to work in.
  [[nodiscard]] std::optional<std::string> workshop() const;
  // Keeps a module that was made in a workshop; the oldest go if there are too many.
  [[nodiscard]] bool keep(const std::string& made, const std::string& name) const;

  static constexpr std::size_t most_modules = 200;

 private:
  NativeShelf(std::string folder, int descriptor, bool for_the_moment)
      : folder_(std::move(folder)), descriptor_(descriptor), for_the_moment_(for_the_moment) {}
  void discard_old() const;

  std::string folder_;
  int descriptor_;
  bool for_the_moment_;
};

}  // namespace waymark::promela

// The models of the libraries of C and C++: files that lie beside the program, and which function stands in which.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::llvm {

class ModelLibrary {
 public:
  // Looks for the folder. Throws base::InputError if it is not there.
  ModelLibrary();
  explicit ModelLibrary(const std::string& folder);

  const std::string& folder() const { return folder_; }
  // The folder of headers that programs may include.
  std::string headers() const { return folder_ + "/include"; }
  // What every C++ file of the program includes before all else.
  std::string prelude() const { return headers() + "/waymark/prelude.h"; }
  // The file, relative to the folder, that defines a function or a variable; empty if none does.
  std::string file_of(std::string_view name) const;
  // Whether a model takes the place of what a header defines.
  bool replaces(std::string_view name) const { return replaced_.contains(name); }
  // Files that are compiled at once: these, and those in C++ that they need and that were not taken before. Models in
  // C++ share headers, which take longer to compile than the models, so they come together as far as they can.
  std::vector<std::vector<std::string>> together(std::set<std::string> files, const std::set<std::string>& taken) const;
  // As which C++ a file is compiled: -std=c++17, whose headers are half as long, unless it needs more.
  std::string standard_of(const std::string& file) const { return alone_.contains(file) ? "-std=c++20" : "-std=c++17"; }
  const std::map<std::string, std::string, std::less<>>& index() const { return index_; }

 private:
  void read(const std::string& file);

  std::string folder_;
  std::map<std::string, std::string, std::less<>> index_;
  std::set<std::string, std::less<>> replaced_;
  std::map<std::string, std::vector<std::string>> needs_;
  std::set<std::string> alone_;
};

}  // namespace waymark::llvm

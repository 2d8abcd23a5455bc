#include "c/reader/reader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "base/diagnostics.hpp"

namespace waymark::c {

namespace {

constexpr const char* module_name = "libwaymark_clang.so";

// Beside the program that is running, or, as for tests, one folder above. Empty if it is not there.
std::string module_path() {
  std::error_code none;
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (int level = 0; level < 2; ++level, folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / module_name, none)) return (folder / module_name).string();
  }
  return "";
}

}  // namespace

Reader::Reader(const std::string& program) {
  const std::string path = module_path();
  if (path.empty()) {
    throw base::InputError(
        fmt::format("{}: error: C is read by a module that is not beside this program, {}; install libclang-14-dev, "
                    "libclang-cpp14-dev and llvm-14-dev, and build again",
                    program, module_name));
  }
  // Never closed: what it made may be anywhere.
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = module == nullptr ? nullptr : dlsym(module, read_function);
  if (found == nullptr) {
    throw base::InputError(
        fmt::format("{}: error: C cannot be read: {}; install libclang-cpp14 and libllvm14", program, dlerror()));
  }
  read_ = reinterpret_cast<ReadFunction*>(found);
}

Program Reader::read(const std::vector<SourceText>& files, const std::vector<std::string>& defines) const {
  Program program;
  read_(files, defines, program);
  return program;
}

}  // namespace waymark::c

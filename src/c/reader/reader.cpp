#include "c/reader/reader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/installed.hpp"

namespace waymark::c {

namespace {

constexpr const char* module_name = "libwaymark_clang.so";

}  // namespace

Reader::Reader(const std::string& program) {
  const std::string path = base::installed_file(module_name);
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

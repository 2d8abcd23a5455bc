#include "c/loader/loader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/installed.hpp"
#include "c/loader/trial.hpp"

namespace waymark::c {

namespace {

constexpr const char* module_name = "waymark-extract.so";

ExtractFunction* loaded(const std::string& program) {
  const std::string path = base::installed_file(module_name);
  if (path.empty()) {
    throw base::InputError(
        fmt::format("{}: error: models are extracted from C by a module that is not beside this program, {}; install "
                    "libclang-14-dev, libclang-cpp14-dev and llvm-14-dev, and build again",
                    program, module_name));
  }
  // Never closed: what it made may be anywhere.
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = module == nullptr ? nullptr : dlsym(module, extract_function);
  if (found == nullptr) {
    throw base::InputError(fmt::format("{}: error: no model can be extracted: {}; install libclang-cpp14 and libllvm14",
                                       program, dlerror()));
  }
  return reinterpret_cast<ExtractFunction*>(found);
}

}  // namespace

Answer extract_in_module(const Request& request) {
  const std::string& program = request.sources.front().path;
  ExtractFunction* const extract = loaded(program);
  Answer answer;
  try_out(program, request.stop, [&] { extract(request, answer); });
  extract(request, answer);
  return answer;
}

}  // namespace waymark::c

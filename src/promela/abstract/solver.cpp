#include "promela/abstract/solver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/installed.hpp"

namespace waymark::promela {

namespace {

constexpr const char* z3_module = "libwaymark_z3.so";

}  // namespace

Solver::Solver(const base::Stop* stop) : stop_(stop) {
  const std::string path = base::installed_file(z3_module);
  if (path.empty()) {
    throw base::InputError(fmt::format(
        "waymark: error: --abstract asks Z3 by a module that is not beside this program, {}; install libz3-dev, and "
        "build again",
        z3_module));
  }
  // Never closed: Z3 keeps what it needs until the end.
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = module == nullptr ? nullptr : dlsym(module, enumerate_function);
  if (found == nullptr) {
    throw base::InputError(fmt::format("waymark: error: Z3 cannot be asked: {}; install libz3-4", dlerror()));
  }
  enumerate_ = reinterpret_cast<EnumerateFunction*>(found);
}

Enumeration Solver::enumerate(const std::string& text, const std::vector<std::string>& names, std::size_t most,
                              std::vector<Valuation>& into) const {
  const Enumeration answered = enumerate_(
      text, names, most, [this] { base::poll(stop_); }, into);
  std::sort(into.begin(), into.end());
  return answered;
}

}  // namespace waymark::promela

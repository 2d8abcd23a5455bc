#include "load/native.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "promela/native/shelf.hpp"
#include "promela/native/steps.hpp"

namespace waymark::load {

NativeSource::NativeSource(std::shared_ptr<const promela::Program> program, const Source& source)
    : program_(std::move(program)),
      when_(source.plain ? Native::off : source.native),
      compiler_(source.native_compiler) {}

std::shared_ptr<const promela::NativeSlot> NativeSource::steps() {
  if (when_ == Native::off) return nullptr;
  const std::lock_guard lock(mutex_);
  if (steps_ != nullptr) return steps_;
  promela::NativeSettings settings;
  settings.compiler = compiler_;
  settings.folder = promela::NativeShelf::usual_folder();
  if (when_ == Native::on) settings.look_after = settings.make_after = {};
  const auto made = std::make_shared<promela::NativeSteps>(program_, settings);
  if (when_ == Native::on && made->wait() == promela::NativeSteps::Origin::nothing) {
    throw base::InputError(
        fmt::format("waymark: error: --native on: {}; use --native auto or off, or name a compiler with "
                    "--native-compiler",
                    made->reason()));
  }
  return steps_ = made;
}

}  // namespace waymark::load

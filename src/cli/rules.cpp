#include "cli/rules.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "check/compatibility.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::cli {

namespace {

using check::Order;
using check::StoreKind;

// Whether every order of steps is explored, inside of library calls as well.
bool explores_all(const CheckOptions& options) {
  const check::Settings& settings = options.settings;
  return settings.reduction == check::Reduction::off || settings.shortest || settings.preemptions;
}

[[noreturn]] void refuse(std::string_view why) { throw base::InputError(fmt::format("waymark: error: {}", why)); }

}  // namespace

check::StoreKind store_of(const CheckOptions& options) {
  if (options.store) return *options.store;
  if (options.settings.swarm) return StoreKind::bitstate;
  // A state of a Java program is a row of numbers, most of them as in the state before.
  return load::is_java(options.program) ? StoreKind::tree : StoreKind::exact;
}

load::Source source_of(const CheckOptions& options) {
  load::Source source = options.program;
  if (!source.library && load::is_java(source) && explores_all(options)) source.library = load::Library::steps;
  return source;
}

void refuse_conflicts(const CheckOptions& options) {
  check::Settings settings = options.settings;
  settings.store = store_of(options);
  load::Source source = options.program;
  source.sliced = options.slice;
  check::refuse_conflict(check::parts_of(settings, source,
                                         {.store = options.store.has_value(),
                                          .hash_bits = options.hash_bits.has_value(),
                                          .hash_functions = options.hash_functions.has_value(),
                                          .seed = options.seed.has_value(),
                                          .cluster = options.cluster,
                                          .profile = !options.profile.empty()}));
}

void refuse_alone(bool cluster) {
  const unsigned processes = cluster::company().processes;
  if (cluster || processes == 1) return;
  refuse(fmt::format("mpirun has started {} processes, and each would do everything alone; add --cluster", processes));
}

load::Source in_steps(const load::Source& source, std::string_view command) {
  check::refuse_conflict(check::parts_of(source, command));
  load::Source made = source;
  if (load::is_java(source)) made.library = load::Library::steps;
  return made;
}

}  // namespace waymark::cli

#include "check/compatibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "check/certification.hpp"

namespace waymark::check {

namespace {

using Features = std::vector<Feature>;

namespace feature {

// Of the order, the store, limits and records, properties, clusters, languages and scripts.
constexpr Feature breadth_first{"a breadth-first search", "use --search bfs"};
constexpr Feature hunt{"a hunt", "use --hunt"};
constexpr Feature order_choice{"a search whose order can be chosen", "leave it out"};
constexpr Feature levels{"a single search, level by level", "leave out one of them"};
constexpr Feature reduction{"partial-order reduction, for a call is one step", "use --library steps"};
constexpr Feature any_reduction{"partial-order reduction", "leave out one of them"};
constexpr Feature own_steps{"the steps of the whole program", "leave out one of them"};
constexpr Feature own_states{"the program's own states", "leave out one of them"};
constexpr Feature exchanges{"processes of the program itself", "leave out one of them"};
constexpr Feature each_state{"a script of each state, not up to symmetry",
                             "make one by 'waymark check --symmetry off --script'"};
constexpr Feature store_choice{"a search whose store can be chosen", "leave it out"};
constexpr Feature all_states{"a store that keeps all states as they are", "use --store exact or tree"};
constexpr Feature least_depths{"all states, each at its least depth", "use --search bfs and --store exact or tree"};
constexpr Feature numbers{"a search that numbers its states",
                          "use --search bfs or dfs, with --store exact, tree or hash-compact"};
constexpr Feature cache{"a store that replaces states", "use --store cache"};
constexpr Feature disk{"a store in files", "use --store disk"};
constexpr Feature hashes{"a store of hashes", "use --store hash-compact"};
constexpr Feature bits{"a store of bits", "use --store bitstate"};
constexpr Feature randomness{"a random choice",
                             "use --hunt, --swarm, --estimate or --store hash-compact, bitstate or auto, or leave it "
                             "out"};
constexpr Feature later_errors{"a search that continues after a violation", "leave out --errors"};
constexpr Feature depth_limit{"a search up to a depth", "leave out --depth"};
constexpr Feature counted_states{"a search that numbers its states", "leave out --states"};
constexpr Feature from_start{"a search that is seen from its start to its end", "leave out one of them"};
constexpr Feature checkpoints{"a search that can be saved", "leave out one of them"};
constexpr Feature cycles{"a search for cycles", "add --ltl, or --property acceptance or progress, or leave it out"};
constexpr Feature cycle_search{
    "a search for cycles",
    "use --search bfs or dfs, with --store exact, tree, hash-compact, bitstate or auto, or add --ltl none"};
constexpr Feature states_only{"a search of states, not of cycles", "add --ltl none, or leave it out"};
constexpr Feature one_search{"a single search",
                             "check one property at a time: --ltl none, or --property none --ltl NAME"};
constexpr Feature no_claim{"a program without a never claim", "add --claim none or --ltl none"};
constexpr Feature one_process{"a search by one process", "leave out --cluster"};
constexpr Feature one_rank{"one worker in each process", "leave out --jobs"};
constexpr Feature moving_states{"states that move", "use --tune mapping=balanced, first or shared"};
constexpr Feature whole_states{"an exchange of whole states, level by level", "leave out one of them"};
constexpr Feature all_states_sent{"an exchange that sends every state", "leave out one of them"};
constexpr Feature java{"a Java program", "leave it out"};
constexpr Feature c{"a C or C++ program", "leave it out"};
constexpr Feature carriers{"a number of carriers", "add --carriers N"};
constexpr Feature own_entry{"a program that begins at a function of its own", "leave out --entry"};
constexpr Feature promela{"a Promela program", "leave it out"};
constexpr Feature java_or_c{"a Java, C or C++ program", "leave it out"};
constexpr Feature macros{"a program with macros or properties", "leave it out"};
constexpr Feature processes{"a program with threads or processes", "leave it out"};
constexpr Feature lean_form{"a script of form lean, cycles or partial", "leave it out"};
constexpr Feature ids_form{"a script of form ids", "leave it out"};
constexpr Feature script_of_states{"a script about states, not about cycles", "leave it out"};
constexpr Feature all_steps{"a script of all steps", "make one by 'waymark check --por off --script'"};
constexpr Feature unreduced_script{"a script without partial-order reduction",
                                   "make one by 'waymark check --por off --script'"};
constexpr Feature whole_program{"a script of the whole program",
                                "add --slice, or make one by 'waymark check --script' without --slice"};

}  // namespace feature

std::string refusal(const Part& needing, const Part& denying, const Feature& feature) {
  const auto [need, remedy] = feature;
  if (denying.option.empty()) return fmt::format("{} needs {}; {}", needing.option, need, remedy);
  return fmt::format("{} does not go with {}: it needs {}; {}", needing.option, denying.option, need,
                     denying.replaceable ? remedy : "leave out one of them");
}

std::string conflict(const Part& needing, const Part& denying) {
  for (const Feature& feature : needing.needs) {
    const bool denied = std::find(denying.denies.begin(), denying.denies.end(), feature) != denying.denies.end();
    if (denied) return refusal(needing, denying, feature);
  }
  return "";
}

// Collects the parts that are chosen.
class Parts {
 public:
  void add(bool chosen, std::string option, Features needs, Features denies = {}) {
    if (chosen) all_.push_back({std::move(option), std::move(needs), std::move(denies)});
  }
  void add_choice(bool chosen, std::string option, Features needs, Features denies) {
    if (chosen) all_.push_back({std::move(option), std::move(needs), std::move(denies), true});
  }
  // What there is only where a part offers it.
  void deny_unless(bool offered, const Feature& feature) { add(!offered, "", {}, {feature}); }

  void append(std::vector<Part> parts) { std::move(parts.begin(), parts.end(), std::back_inserter(all_)); }
  [[nodiscard]] std::vector<Part> take() { return std::move(all_); }

 private:
  std::vector<Part> all_;
};

Features without(Features all, const Features& offered) {
  std::erase_if(all,
                [&](const Feature& one) { return std::find(offered.begin(), offered.end(), one) != offered.end(); });
  return all;
}

// Of all that languages offer, what a program in this one does not.
Features denied_by(load::Kind kind) {
  using namespace feature;
  const Features all{java, c, promela, java_or_c, macros, processes};
  switch (kind) {
    case load::Kind::java:
      return without(all, {java, java_or_c, macros, processes});
    case load::Kind::llvm:
      return without(all, {c, java_or_c, macros, processes});
    case load::Kind::promela:
      return without(all, {promela, macros, processes});
    case load::Kind::graph:
      return all;
  }
  CHECK(false);
}

// Of all that stores offer, what this one does not.
Features denied_by(StoreKind kind, Order order) {
  using namespace feature;
  const Features all{all_states, least_depths, numbers,      cache,      disk,
                     hashes,     bits,         later_errors, from_start, cycle_search};
  switch (kind) {
    case StoreKind::exact:
    case StoreKind::tree:
      return without(all, {all_states, least_depths, numbers, later_errors, from_start, cycle_search});
    case StoreKind::disk:
      return without(all, {least_depths, numbers, disk});
    case StoreKind::cache:
      if (order == Order::dfs) return without(all, {numbers, cache, later_errors, from_start});
      return without(all, {cache, later_errors, from_start});
    case StoreKind::hash_compact:
      return without(all, {numbers, hashes, later_errors, from_start, cycle_search});
    case StoreKind::bitstate:
      return without(all, {bits, later_errors, from_start, cycle_search});
    case StoreKind::automatic:
      return without(all, {least_depths, numbers, bits, later_errors, from_start, cycle_search});
  }
  CHECK(false);
}

void add_order(const Settings& settings, Parts& parts) {
  using namespace feature;
  const std::string option = fmt::format("--search {}", base::name(settings.order()));
  parts.add(settings.hunt && settings.search == Order::bfs, option, {order_choice});
  parts.add_choice(settings.order() == Order::dfs, option, {order_choice},
                   {breadth_first, levels, checkpoints, least_depths});
  parts.add(settings.hunt, "--hunt", {order_choice, own_states},
            {order_choice, breadth_first, levels, checkpoints, least_depths, numbers, store_choice, all_states, cache,
             disk, hashes, bits, cycle_search, later_errors, counted_states, from_start});
  parts.deny_unless(settings.hunt, hunt);
  parts.add(settings.runs.has_value(), "--tune runs", {hunt});
}

void add_store(const Settings& settings, const Given& given, Parts& parts) {
  using namespace feature;
  const StoreKind store = settings.store;
  const bool implied = settings.swarm || settings.estimate.wanted || settings.hunt;
  Features needs;
  if (given.store) needs.push_back(store_choice);
  if (store == StoreKind::disk) needs.push_back(breadth_first);
  const std::string option = fmt::format("--store {}", base::name(store));
  parts.add_choice(given.store || !implied, option, needs, denied_by(store, settings.order()));
  parts.add(settings.cache_states.has_value(), "--tune cache-states", {cache});
  parts.add(settings.disk != ".", "--disk", {disk});
  parts.add(given.hash_bits, "--tune hash-bits", {hashes});
  parts.add(given.hash_functions, "--tune hash-functions", {bits});
  parts.deny_unless(settings.hunt || settings.estimate.wanted || settings.swarm || is_approximate(store) ||
                        store == StoreKind::automatic,
                    randomness);
  parts.add(given.seed, "--seed", {randomness});
}

void add_estimate(const Settings& settings, Parts& parts) {
  using namespace feature;
  Features denies{order_choice, store_choice, all_states, least_depths, checkpoints, cache, disk, hashes, bits};
  if (!settings.script.empty()) denies.push_back(depth_limit);
  parts.add(settings.estimate.wanted, settings.script.empty() ? "--estimate" : "--estimate with --script", {}, denies);
}

void add_cluster(const Settings& settings, const Given& given, Parts& parts) {
  using namespace feature;
  const ClusterSettings& cluster = settings.cluster;
  parts.add(given.cluster, "--cluster", {breadth_first, all_states}, {one_process});
  const bool moves = cluster.mapping != Mapping::fixed;
  parts.add(moves, fmt::format("--tune mapping={}", base::name(cluster.mapping)),
            {whole_states, states_only, one_rank});
  parts.deny_unless(moves, moving_states);
  parts.add(cluster.move_at.has_value(), "--tune move-at", {moving_states});
  parts.add(given.cluster && settings.jobs > 1, fmt::format("--jobs {}", settings.jobs), {}, {one_rank});
  parts.add(cluster.lookahead != 0, "--tune lookahead", {whole_states});
  parts.add(cluster.partition != model::PartitionKey::whole, "--tune partition", {processes, states_only});
  parts.add(cluster.ask_first, "--tune ask-first", {levels, states_only}, {whole_states, all_states_sent});
  parts.add(cluster.by_parts, "--tune by-parts", {java, levels, all_states_sent, states_only},
            {whole_states, checkpoints});
}

void add_limits(const Settings& settings, Parts& parts) {
  using namespace feature;
  parts.add(settings.limits.errors != 1, "--errors", {later_errors});
  parts.add(settings.limits.depth.has_value(), "--depth", {depth_limit});
  parts.add(settings.limits.states.has_value(), "--states", {counted_states});
  parts.add(settings.swarm.has_value(), "--swarm", {store_choice, bits},
            {all_states, least_depths, numbers, levels, checkpoints, cache, disk, hashes});
}

void add_outputs(const Settings& settings, const Given& given, Parts& parts) {
  using namespace feature;
  parts.add(settings.shortest, "--shortest", {breadth_first, least_depths, own_states}, {reduction});
  parts.add(settings.preemptions.has_value(), "--preemptions",
            {breadth_first, all_states, processes, own_steps, own_states, one_process, states_only},
            {reduction, any_reduction, levels, checkpoints, depth_limit});
  parts.add(!settings.script.empty(), "--script", {numbers});
  parts.add(given.profile, "--profile", {breadth_first, levels, from_start, one_process});
  for (const auto& [option, file] :
       {std::pair{"--checkpoint", &settings.checkpoint}, std::pair{"--resume", &settings.resume}}) {
    Features needs{breadth_first, all_states, checkpoints};
    needs.push_back(given.cluster ? one_search : states_only);
    parts.add(!file->empty(), option, needs, {later_errors, from_start});
  }
}

std::string option_of(Property kind) { return fmt::format("--property {}", base::name(kind)); }

std::string option_of(const CycleProperty& property) {
  if (property.kind() != Property::ltl) return option_of(property.kind());
  return property.name.empty() ? fmt::format("--ltl '{}'", property.asked.text())
                               : fmt::format("--ltl {}", property.name);
}

// Of a language.
void add_kinds(const Properties& properties, Parts& parts) {
  using namespace feature;
  for (const Property kind : properties.selected.value_or(std::vector<Property>{})) {
    Features needs;
    if (kind == Property::race) needs.push_back(java_or_c);
    if (kind == Property::leak || kind == Property::overflow) needs.push_back(c);
    if (kind == Property::exception) needs.push_back(java);
    parts.add(!needs.empty(), option_of(kind), needs);
  }
}

void add_properties(const Properties& properties, Parts& parts) {
  using namespace feature;
  add_kinds(properties, parts);
  for (const Property kind : properties.selected.value_or(std::vector<Property>{})) {
    parts.add(about_cycles(kind), option_of(kind), {cycle_search});
  }
  const std::vector<std::string>& formulas = properties.formulas;
  parts.add(!formulas.empty() && formulas.front() != "none", "--ltl", {cycle_search});
}

void add_settings(const Settings& settings, const Given& given, Parts& parts) {
  using namespace feature;
  add_order(settings, parts);
  add_limits(settings, parts);
  add_store(settings, given, parts);
  add_estimate(settings, parts);
  add_cluster(settings, given, parts);
  add_outputs(settings, given, parts);
  add_properties(settings.properties, parts);
  parts.add_choice(settings.reduction == Reduction::off, "--por off", {}, {reduction});
  parts.add(settings.reduction == Reduction::on, "--por on", {any_reduction});
  parts.add(settings.symmetry == SymmetryUse::automatic, "--symmetry auto", {promela, exchanges}, {own_states});
}

}  // namespace

std::vector<Part> parts_of(const load::Source& source) {
  using namespace feature;
  Parts parts;
  const std::optional<load::Kind> kind = load::kind_of(source);
  const std::string named =
      source.language ? fmt::format("--language {}", base::name(*source.language)) : source.program;
  if (kind) parts.add_choice(true, named, {}, denied_by(*kind));
  parts.add(!source.classpath.empty(), "--classpath", {java});
  parts.add(!source.test.empty(), "--test", {java_or_c}, {own_entry});
  const bool is_scenario = !source.linearizable.empty();
  parts.add(is_scenario, "--linearizable", {java, own_entry}, {own_entry});
  parts.add(is_scenario && !source.program.empty() && !source.program.ends_with(".jar"),
            fmt::format("the program '{}'", source.program), {own_entry});
  if (const std::vector<std::string> arguments = load::arguments_of(source); !arguments.empty()) {
    parts.add(true, fmt::format("the argument '{}'", arguments.front()), {java_or_c, own_entry});
  }
  parts.add(!source.jdk.empty(), "--jdk", {java});
  parts.add(source.library == load::Library::atomic, "--library atomic", {java, reduction});
  parts.add(source.library == load::Library::steps, "--library steps", {java}, {});
  parts.add(!source.library_packages.empty(), "--library-package", {java, reduction});
  parts.add(source.frames != load::Source{}.frames, "--frames", {java});
  parts.add(source.timeouts != load::Timeouts::any, "--timeouts", {java});
  parts.add(source.weak != load::Weak::kept, "--weak cleared", {java}, {reduction, any_reduction});
  parts.add(source.carriers != 0, "--carriers", {java}, {reduction, any_reduction});
  parts.add(source.pinning != load::Pinning::jdk, "--tune pinning", {carriers});
  parts.deny_unless(source.carriers != 0, carriers);
  parts.add(source.random != 0, "--random", {java});
  parts.add(!source.stdin_file.empty(), "--stdin", {java});
  parts.add(!source.files.empty(), "--files", {java});
  parts.add(!source.environment.empty(), "--env", {java});
  parts.add(source.spurious, "--spurious", {java_or_c});
  parts.add(source.reuse, "--tune reuse", {c});
  parts.add(!source.includes.empty(), "--include", {c});
  parts.add(!source.standard.empty(), "--std", {c});
  parts.add(!source.compile_flags.empty(), "--cflags", {c});
  parts.add(!source.compile_commands.empty(), "--compile-commands", {c});
  parts.add(!source.compiler.empty(), "--compiler", {c});
  parts.add(source.entry != "main", "--entry", {c, own_entry});
  parts.add(source.judged.overflow, "--overflow", {c});
  parts.add(source.inputs != load::WideInputs::refused, "--inputs", {c});
  parts.add(!source.ranges.empty(), "--range", {c});
  parts.add(!source.abstract.empty(), "--abstract", {promela}, {own_steps, exchanges});
  parts.add(source.sliced, "--slice", {promela}, {own_steps});
  parts.add(source.claims != load::Claims::kept, "--claim", {promela});
  parts.add(!source.defines.empty(), "--define", {macros});
  parts.add(source.judged.races, "--property race", {java_or_c});
  return parts.take();
}

std::vector<Part> parts_of(const load::Source& source, const Properties& properties) {
  Parts parts;
  parts.append(parts_of(source));
  add_kinds(properties, parts);
  return parts.take();
}

std::vector<Part> parts_of(const Properties& properties, const std::vector<CycleProperty>& cycles,
                           const load::Program& program) {
  Parts parts;
  parts.deny_unless(!cycles.empty(), feature::cycles);
  parts.add(properties.fair, "--fair", {feature::cycles});
  for (const CycleProperty& property : cycles) {
    parts.add(property.formula() != nullptr, option_of(property), {feature::no_claim});
  }
  if (!cycles.empty())
    parts.add_choice(program.has_claim, "the never claim of " + program.path, {}, {feature::no_claim});
  return parts.take();
}

std::vector<Part> parts_of(const load::Source& source, std::string_view command) {
  using namespace feature;
  std::vector<Part> parts = parts_of(source);
  parts.push_back({fmt::format("'waymark {}'", command), {}, {reduction}, true});
  return parts;
}

std::vector<Part> parts_of(const CertificationSettings& settings, const ScriptKind& script) {
  using namespace feature;
  Parts parts;
  Features denies;
  if (!script::is_lean(script.form)) denies.push_back(lean_form);
  if (script.form != script::Form::ids) denies.push_back(ids_form);
  if (script.form == script::Form::cycles) denies.push_back(script_of_states);
  if (script.reduced) denies.insert(denies.end(), {all_steps, unreduced_script});
  if (script.sliced) denies.push_back(whole_program);
  if (script.symmetric) denies.push_back(each_state);
  parts.add_choice(true, fmt::format("{}, of form {}", script.path, script::name(script.form)), {}, denies);
  parts.add(settings.count.has_value(), "--count", {lean_form});
  parts.add(settings.explain, "--explain", {lean_form});
  parts.add(settings.cut == script::IdsCut::subtree, "--tune cut=subtree", {ids_form});
  parts.add(settings.trustful, "--trustful", {script_of_states}, {all_steps});
  parts.add(!settings.properties.step_invariants.empty(), "--step-invariant",
            {script_of_states, all_steps, each_state});
  parts.add(settings.unreduced, "--unreduced", {unreduced_script, each_state});
  parts.add(!settings.slice, "certify without --slice", {whole_program});
  return parts.take();
}

std::vector<Part> parts_of(const Settings& settings, const load::Source& source, const Given& given) {
  Parts parts;
  parts.append(parts_of(source));
  add_settings(settings, given, parts);
  return parts.take();
}

std::vector<Part> parts_of(const Settings& settings, const Given& given, const std::vector<CycleProperty>& judged,
                           const load::Program& program) {
  using namespace feature;
  Parts parts;
  add_settings(settings, given, parts);
  parts.append(parts_of(settings.properties, judged, program));
  if (judged.empty()) return parts.take();
  const bool several = judged.size() > 1 || settings.properties.ask_about_states();
  parts.add_choice(true, option_of(judged.front()), {cycle_search},
                   several ? Features{states_only, one_search} : Features{states_only});
  parts.add(settings.shortest, "--shortest, of cycles,", {all_states, one_process});
  return parts.take();
}

std::string conflict(const std::vector<Part>& parts) {
  for (auto one = parts.begin(); one != parts.end(); ++one) {
    for (auto other = parts.begin(); other != one; ++other) {
      for (const std::string& why : {conflict(*one, *other), conflict(*other, *one)}) {
        if (!why.empty()) return why;
      }
    }
  }
  return "";
}

void refuse_conflict(const std::vector<Part>& parts) {
  if (const std::string why = conflict(parts); !why.empty()) {
    throw base::InputError(fmt::format("waymark: error: {}", why));
  }
}

}  // namespace waymark::check

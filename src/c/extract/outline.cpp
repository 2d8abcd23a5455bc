#include "c/extract/outline.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace waymark::c {

namespace {

constexpr std::uint64_t most_processes = 250;

}  // namespace

std::uint64_t flat_count(const Type& type) {
  return type.kind == Kind::array ? type.count * flat_count(*type.element) : 1;
}

const Type& flat_element(const Type& type) { return type.kind == Kind::array ? flat_element(*type.element) : type; }

bool is_synchronisation(const Type& type) {
  const Type& one = flat_element(type);
  if (one.kind == Kind::record) {
    return std::all_of(one.record->fields.begin(), one.record->fields.end(),
                       [](const Field& field) { return is_synchronisation(*field.type); });
  }
  return one.kind >= Kind::mutex && one.kind <= Kind::attributes;
}

Outline::Outline(const Program& of, const Analysis& known, const ExtractOptions& asked)
    : program(of),
      analysis(known),
      options(asked),
      needs_end(known.creates() && (!known.all_joined() || known.calls("exit") || known.calls("_Exit"))),
      holds_it(names.fresh("the_model_holds_it")) {
  for (const char* own :
       {"threads", "ended", "exited", "running", "self", "condition", "barrier", "rwlock", "program_end"}) {
    (void)names.fresh(own);
  }
  for (const Record& one : of.records) record_names_[&one] = names.fresh(one.name);
  type_names_ = names;
  for (const Function* root : known.roots()) process_names.push_back(names.fresh(root->name));
  for (const Function* start : known.starts()) thread_names_[start] = names.fresh(start->name);
  declare_globals();
}

bool Outline::lasts(const Variable& variable, bool in_main) const {
  if (variable.owner == nullptr || variable.is_static) return true;
  return in_main && variable.address_taken && analysis.threaded();
}

bool Outline::fixed(const Variable& variable) {
  const bool scalar = variable.type->kind == Kind::boolean || variable.type->kind == Kind::integer;
  const bool lasting = variable.owner == nullptr || variable.is_static;
  return scalar && lasting && !variable.assigned && !variable.address_taken;
}

void Outline::declare_globals() {
  for (const Variable& variable : program.variables) {
    const bool from_headers = program.files[variable.at.file].starts_with("/waymark/");
    if (analysis.used(variable) && !variable.refused.empty()) refuse(program, variable.at, variable.refused);
    if (analysis.used(variable) && variable.owner == nullptr && !variable.defined && !from_headers) {
      refuse(program, variable.at,
             fmt::format("'{}' is declared here and defined in no file; define it", variable.name));
    }
    if (analysis.used(variable) && lasts(variable, analysis.used_by_main(variable)) && !fixed(variable)) {
      (void)global(variable);
    }
  }
}

std::uint64_t Outline::most_threads(Position at) const {
  const std::optional<std::uint64_t> most = analysis.creations();
  if (!most) {
    refuse(program, at,
           "how many threads there can be is not known; create them in loops like for (i = 0; i < 3; i++)");
  }
  if (*most >= most_processes) {
    refuse(program, at,
           fmt::format("{} threads are too many; a model has at most {} processes", *most, most_processes));
  }
  return *most + 1;
}

std::string Outline::base_type(const Type& type, Position at) {
  switch (type.kind) {
    case Kind::boolean:
      return "bool";
    case Kind::integer:
      if (type.bits == 8) return type.is_signed ? "short" : "byte";
      return type.bits == 16 && type.is_signed ? "short" : "int";
    case Kind::pointer:
    case Kind::semaphore:
      return "int";
    case Kind::thread:
    case Kind::mutex:
    case Kind::once:
    case Kind::attributes:
      return "byte";
    case Kind::condition:
      return "condition";
    case Kind::barrier:
      return "barrier";
    case Kind::rwlock:
      return "rwlock";
    case Kind::record:
      return record(*type.record, at);
    default:
      refuse(program, at, fmt::format("the type '{}' is not modelled", type.name));
  }
}

std::string Outline::declared(const Type& type, const std::string& name, Position at) {
  const Type& element = flat_element(type);
  needs_conditions = needs_conditions || element.kind == Kind::condition;
  needs_barriers = needs_barriers || element.kind == Kind::barrier;
  needs_rwlocks = needs_rwlocks || element.kind == Kind::rwlock;
  const std::string base = base_type(element, at);
  if (type.kind != Kind::array) return fmt::format("{} {}", base, name);
  const std::uint64_t count = flat_count(type);
  if (count == 0 || count > 65535) {
    refuse(program, at, fmt::format("an array of {} elements is not modelled; from 1 to 65535 are", count));
  }
  return fmt::format("{} {}[{}]", base, name, count);
}

const std::string& Outline::record(const Record& of, Position at) {
  std::string& record_name = record_names_[&of];
  if (field_names_.contains(&of)) return record_name;
  Names inner = type_names_;
  std::vector<Line> made;
  made.push_back({0, fmt::format("typedef {} {{", record_name), of.at, false});
  if (of.fields.empty()) refuse(program, at, fmt::format("the struct '{}' has no members", of.name));
  for (const Field& member : of.fields) {
    const std::string& name = field_names_[&of].emplace_back(inner.fresh(member.name));
    made.push_back({1, declared(*member.type, name, of.at) + ";", of.at, false});
  }
  made.push_back({0, "}", of.at, false});
  records_.insert(records_.end(), made.begin(), made.end());  // behind those that it contains
  return record_name;
}

const std::string& Outline::field(const Record& of, std::uint32_t index) const { return field_names_.at(&of)[index]; }

const std::string& Outline::global(const Variable& variable) {
  if (const auto found = global_names_.find(&variable); found != global_names_.end()) return found->second;
  std::string& name = global_names_[&variable];
  name = names.fresh(variable.name);
  globals.push_back({0, declared(*variable.type, name, variable.at) + ";", variable.at, false});
  return name;
}

void Outline::give_initial(const std::string& name, const std::string& text) {
  for (Line& line : globals) {
    if (line.text.ends_with(" " + name + ";")) line.text.replace(line.text.size() - 1, 1, fmt::format(" = {};", text));
  }
}

const Thread& Outline::thread(const Function& function, const Value* argument, Position at) {
  Thread wanted;
  wanted.function = &function;
  const bool takes = argument != nullptr && !function.parameters.empty() && analysis.used(*function.parameters[0]);
  if (takes && argument->region && argument->region->local) {
    refuse(program, at, "the address of a thread's own variable is given to another thread; use a global variable");
  }
  const bool movable = takes && (function.parameters[0]->assigned || function.parameters[0]->address_taken);
  if (takes && argument->constant && !movable && argument->region && !argument->region->plain) {
    wanted.bound = *argument;
  } else if (takes) {
    wanted.passes = true;
    wanted.region = argument->region;
  }
  for (Thread& known : threads) {
    const bool same_bound =
        known.bound.has_value() == wanted.bound.has_value() &&
        (!known.bound || (known.bound->text == wanted.bound->text && known.bound->region == wanted.bound->region));
    if (known.function == &function && same_bound && known.passes == wanted.passes && known.region == wanted.region) {
      return known;
    }
  }
  std::string& first = thread_names_[&function];
  wanted.name = first.empty() ? names.fresh(function.name) : first;
  first.clear();
  threads.push_back(wanted);
  return threads.back();
}

void Outline::points(const std::string& key, const Region& region, const std::string& name, Position at) {
  const auto [place, fresh] = regions.try_emplace(key, region);
  if (fresh || place->second == region) return;
  const auto object = [](const Region& one) {
    return one.plain ? std::string("no object") : one.before + (one.indexed ? "[]" : "") + one.after;
  };
  refuse(program, at,
         fmt::format("'{}' may point to '{}' and to '{}'; a pointer is modelled if all that it points to is one object",
                     name, object(place->second), object(region)));
}

std::optional<Region> Outline::target(const std::string& key) {
  const auto found = regions.find(key);
  if (found != regions.end()) return found->second;
  return std::nullopt;
}

}  // namespace waymark::c

#include "java/held_locks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "java/machine/object_names.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view synchronizer_class = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
constexpr std::size_t most_met = 64;
constexpr std::size_t most_names = 256;  // each costs a walk through the heap

bool is_by_program(const Method* maker) { return maker != nullptr && !maker->owner->library; }

// Whether the thread's topmost call into the library waits for a lock.
bool takes_lock(const Thread& thread) {
  std::size_t call = thread.frames.size();
  while (call > 0 && thread.frames[call - 1].method->owner->library) --call;
  if (call == thread.frames.size()) return false;
  const std::string_view name = thread.frames[call].method->name;
  return name == "lock" || name == "lockInterruptibly";
}

}  // namespace

std::string made_text(Vm& vm, Ref ref) {
  const AllocationSite site = vm.memory().site(ref);
  return fmt::format("{} made at {}", vm.memory().at(ref)->klass->short_text(), place_of(*site.method, site.pc()));
}

Ref HeldLocks::wanted(const Thread& thread) {
  const Pending& pending = thread.pending;
  if (thread.status != Status::running || pending.object == 0) return 0;
  if (pending.what == Pending::What::enter) return pending.object;
  if (pending.what != Pending::What::read && pending.what != Pending::What::update) return 0;
  if (!thread.frames.back().method->owner->library || !is_core(*vm_.memory().at(pending.object)->klass)) return 0;
  if (!takes_lock(thread)) return 0;
  const bool known = std::find(met_.begin(), met_.end(), pending.object) != met_.end();
  if (!known && met_.size() < most_met) {
    met_.push_back(pending.object);
  } else if (!known) {
    full_ = true;
  }
  return pending.object;
}

// A thread that holds a monitor has it in a variable until it leaves the monitor. Any word that looks like that monitor
// will do: its owner is known.
const std::vector<Ref>& HeldLocks::of(const Thread& thread) {
  held_.clear();
  for (const Frame& frame : thread.frames) add(thread, frame.lock);
  const Frame& top = thread.frames.back();
  const std::size_t end = std::min<std::size_t>(top.base + top.method->max_locals + top.depth, thread.words.size());
  for (std::size_t i = 0; i < end; ++i) add(thread, thread.words[i]);
  for (const Ref core : met_) {
    if (owns(thread, core)) held_.push_back(core);
  }
  return held_;
}

void HeldLocks::add(const Thread& thread, Ref ref) {
  const Object* const object = vm_.memory().find(ref);
  if (object == nullptr || object->owner() != thread.number + 1) return;
  if (std::find(held_.begin(), held_.end(), ref) == held_.end()) held_.push_back(ref);
}

bool HeldLocks::is_core(const Class& klass) {
  if (cores_.size() <= klass.id) cores_.resize(klass.id + std::size_t{64});
  std::uint8_t& known = cores_[klass.id];
  if (known == 0) {
    known = std::any_of(klass.chain.begin(), klass.chain.end(),
                        [](const Class* one) {
                          return one->name == "java/util/concurrent/locks/ReentrantLock$Sync" ||
                                 one->name == "java/util/concurrent/locks/ReentrantReadWriteLock$Sync";
                        })
                ? 2
                : 1;
  }
  return known == 2;
}

bool HeldLocks::owns(const Thread& thread, Ref core) {
  Object* const object = vm_.memory().find(core);
  if (object == nullptr || !is_core(*object->klass)) return false;
  if (!owner_) owner_ = vm_.objects().field(synchronizer_class, "exclusiveOwnerThread");
  return object->data()[*owner_] == thread.object;
}

const std::string& HeldLocks::name(Ref lock) {
  static const std::string none;
  const auto known = names_.find(lock);
  if (known != names_.end()) return known->second;
  full_ = full_ || names_.size() >= most_names;
  if (full_) return none;
  const Class* const mirrored = vm_.objects().of_mirror(lock);
  std::string text;
  if (mirrored != nullptr) {
    text = mirrored->library ? "" : mirrored->short_text() + ".class";
  } else {
    const ObjectNames by_statics(vm_.loader(), vm_.memory(), {});
    const std::string* const variable = by_statics.find(lock);
    text = variable != nullptr ? *variable : made(lock);
  }
  return names_.emplace(lock, std::move(text)).first->second;
}

// By the place in the program. A core is the library's; what has it may be the program's.
std::string HeldLocks::made(Ref lock) {
  Ref whole = lock;
  if (is_core(*vm_.memory().at(lock)->klass)) {
    vm_.memory().each_object([&](Object& object) {
      const std::vector<std::uint32_t>& refs = object.klass->ref_offsets;
      const bool has_it =
          !object.klass->is_array() && is_by_program(vm_.memory().maker(object.place)) &&
          std::any_of(refs.begin(), refs.end(), [&](std::uint32_t at) { return object.data()[at] == lock; });
      if (has_it) whole = object.place;
    });
  }
  if (!is_by_program(vm_.memory().maker(whole))) return {};
  return made_text(vm_, whole);
}

}  // namespace waymark::java

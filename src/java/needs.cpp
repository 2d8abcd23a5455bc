#include "java/needs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/lock_list.hpp"

namespace waymark::java {

bool is_private(Objects& objects, const Object& object) {
  if (!object.klass->library || object.klass->name == "java/lang/Object") return false;
  if (objects.is_thread(object)) return true;
  if (object.klass->name == "java/lang/Class") {
    const Class* const klass = objects.of_mirror(object.place);
    return klass == nullptr || klass->library;
  }
  return objects.names == nullptr || objects.names->find(object.place) == nullptr;
}

std::optional<model::Wait> Needs::of(Thread& thread) {
  const std::optional<model::Wait> wait = of_next(thread);
  return wait ? wait : carrier(thread);
}

std::optional<model::Wait> Needs::carrier(const Thread& thread) {
  model::Wait wait{model::Wait::Kind::condition, "a carrier", {}, {}};
  for (const Thread* other : vm_.on_carriers(thread)) {
    wait.by.push_back(vm_.objects().name_of(*other));
    wait.what += fmt::format("{} {}{}", wait.by.size() == 1 ? ", taken by" : " and", wait.by.back(),
                             vm_.is_pinned(*other) ? " (pinned)" : "");
  }
  if (wait.by.empty()) return std::nullopt;
  return wait;
}

std::optional<model::Wait> Needs::of_next(Thread& thread) {
  if (thread.status == Status::waiting || thread.status == Status::timed) {
    return model::Wait{model::Wait::Kind::notification, text(thread.waits_on), {}, {}};
  }
  if (thread.status == Status::entering) return monitor(thread.waits_on, thread);
  const Pending pending = vm_.pending(thread);
  switch (pending.what) {
    case Pending::What::enter:
      return monitor(pending.object, thread);
    case Pending::What::join:
      return end_of(pending.object);
    case Pending::What::park:
      return permit(thread);
    case Pending::What::init:
      if (vm_.can_go_on(thread)) return std::nullopt;
      return model::Wait{model::Wait::Kind::condition,
                         fmt::format("the initialisation of {}", pending.klass->text()),
                         {},
                         by_number(pending.klass->init_thread)};
    default:
      return std::nullopt;
  }
}

std::vector<model::Value> Needs::locks() {
  model::LockList list;
  vm_.memory().each_object([&](const Object& object) {
    const Thread* const holder =
        object.owner() != 0 ? vm_.memory().threads()[object.owner() - 1].get() : holder_of(object);
    if (holder == nullptr || is_private(vm_.objects(), object)) return;
    list.held(vm_.objects().describe(object), vm_.objects().name_of(*holder));
  });
  for (const auto& thread : vm_.memory().threads()) {
    if (thread->status == Status::none) continue;
    const std::optional<model::Wait> wait = of(*thread);
    const bool listed =
        wait && (wait->kind == model::Wait::Kind::lock || wait->kind == model::Wait::Kind::notification);
    if (listed) list.awaited(wait->what, vm_.objects().name_of(*thread));
  }
  return list.values();
}

std::vector<std::string> Needs::by_number(std::uint32_t owner) {
  if (owner == 0) return {};
  return {vm_.objects().name_of(*vm_.memory().threads()[owner - 1])};
}

std::optional<model::Wait> Needs::monitor(Ref ref, const Thread& thread) {
  const std::uint32_t owner = vm_.memory().at(ref)->owner();
  if (owner == 0 || owner == thread.number + 1) return std::nullopt;
  return model::Wait{model::Wait::Kind::lock, text(ref), {}, by_number(owner)};
}

const Thread* Needs::thread_of(Ref object) {
  for (const auto& thread : vm_.memory().threads()) {
    if (thread->status != Status::none && thread->object == object) return thread.get();
  }
  return nullptr;
}

std::optional<model::Wait> Needs::end_of(Ref object) {
  const Thread* const thread = thread_of(object);
  if (thread == nullptr) return std::nullopt;
  const std::string name = vm_.objects().name_of(*thread);
  return model::Wait{model::Wait::Kind::end, name, {}, {name}};
}

std::optional<model::Wait> Needs::permit(const Thread& thread) {
  if ((thread.flags & Thread::permit) != 0) return std::nullopt;
  model::Wait wait{model::Wait::Kind::condition, "a permit: it is parked", {}, {}};
  const Object& own = *vm_.memory().at(thread.object);
  const Ref blocker = own.data()[vm_.objects().field(java_thread, "parkBlocker")];
  if (blocker == 0) return wait;
  wait.what = text(blocker);
  if (vm_.memory().at(blocker)->klass->name.ends_with("$ConditionObject")) {
    wait.kind = model::Wait::Kind::notification;
    return wait;
  }
  const Thread* const holder = holder_of(*vm_.memory().at(blocker));
  if (holder == nullptr) return wait;
  wait.kind = model::Wait::Kind::lock;
  wait.by = {vm_.objects().name_of(*holder)};
  return wait;
}

const Thread* Needs::holder_of(const Object& object) {
  constexpr std::string_view ownable = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
  const auto& chain = object.klass->chain;
  const bool owned = std::any_of(chain.begin(), chain.end(), [&](const Class* it) { return it->name == ownable; });
  if (!owned) return nullptr;
  const Ref owner = object.data()[vm_.objects().field(ownable, "exclusiveOwnerThread")];
  return owner == 0 ? nullptr : thread_of(owner);
}

}  // namespace waymark::java

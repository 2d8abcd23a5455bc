#include "java/machine/carriers.hpp"

#include <algorithm>

#include "java/classfile/class_file.hpp"

namespace waymark::java {

void Carriers::start(Loader& loader) {
  if (!limited()) return;
  virtual_threads_ = loader.find("java/lang/BaseVirtualThread");
  const Class* const scheduled = loader.find("java/lang/VirtualThread");
  if (virtual_threads_ == nullptr || scheduled == nullptr)
    throw BadClass("--carriers: this JDK has no virtual threads; --jdk DIR names one that has, such as 25");
  // Since JDK 24 a virtual thread that waits for a monitor has a status of its own, and gives its carrier up.
  const bool gives_up = std::any_of(scheduled->fields.begin(), scheduled->fields.end(),
                                    [](const Field& field) { return field.name == "BLOCKING"; });
  monitors_pin_ = settings_.pinning == Pinning::monitors || !gives_up;
}

bool Carriers::needs_one(const Thread& thread) const {
  if (virtual_threads_ == nullptr || thread.object == 0) return false;
  return memory_.at(thread.object)->klass->extends(virtual_threads_);
}

bool Carriers::may_run(const Thread& thread) const {
  if ((thread.flags & Thread::carried) != 0 || !needs_one(thread)) return true;
  const auto& threads = memory_.threads();
  const auto taken = std::count_if(threads.begin(), threads.end(), [](const auto& other) {
    return other->status != Status::none && (other->flags & Thread::carried) != 0;
  });
  return static_cast<std::uint64_t>(taken) < settings_.carriers;
}

std::vector<const Thread*> Carriers::taken_from(const Thread& thread) const {
  std::vector<const Thread*> all;
  if (!limited() || may_run(thread)) return all;
  for (const auto& other : memory_.threads()) {
    if (other->status != Status::none && (other->flags & Thread::carried) != 0) all.push_back(other.get());
  }
  return all;
}

bool Carriers::may_leave(const Thread& thread, const Pending& pending) const {
  if ((thread.flags & Thread::carried) == 0 || thread.status == Status::none) return false;
  bool waits = thread.status != Status::running;
  if (!waits) {
    switch (pending.what) {
      case Pending::What::sleep:
      case Pending::What::yield:
        waits = true;
        break;
      case Pending::What::enter:
      case Pending::What::join:
      case Pending::What::park:
        waits = !scheduler_.ready(thread, pending);
        break;
      default:
        break;
    }
  }
  const bool for_monitor = thread.status != Status::running || pending.what == Pending::What::enter;
  return waits && !(for_monitor && monitors_pin_) && !is_pinned(thread);
}

// What runs the initialiser of a class is native code: it stands among the frames of the thread.
bool Carriers::is_pinned(const Thread& thread) const {
  const bool initializes = std::any_of(thread.frames.begin(), thread.frames.end(),
                                       [](const Frame& frame) { return (frame.flags & Frame::initializer) != 0; });
  return initializes || (monitors_pin_ && holds_monitor(thread));
}

// Who holds a monitor has it in a variable until it leaves the monitor. Any word that names that monitor will do: the
// monitor knows its owner.
bool Carriers::holds_monitor(const Thread& thread) const {
  const auto held = [&](Ref ref) {
    const Object* const object = ref == 0 ? nullptr : memory_.find(ref);
    return object != nullptr && object->owner() == thread.number + 1;
  };
  if (std::any_of(thread.frames.begin(), thread.frames.end(), [&](const Frame& frame) { return held(frame.lock); }))
    return true;
  const Frame& top = thread.frames.back();
  const std::size_t end = std::min<std::size_t>(top.base + top.method->max_locals + top.depth, thread.words.size());
  return std::any_of(thread.words.begin(), thread.words.begin() + static_cast<std::ptrdiff_t>(end), held);
}

}  // namespace waymark::java

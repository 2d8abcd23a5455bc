// Partial order reduction: which operations need no stop before them, because no other thread can tell when they
// happen. docs/java-reduction.md gives the argument. Two kinds of reason:
//
// - what is certain: the object is out of everybody else's reach; a thread that has ended stays so;
// - what is presumed of a variable (Habits) and checked whenever it is accessed.
#include <fmt/format.h>

#include <algorithm>

#include "java/machine/vm.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view thread_ends = "the end of a thread";
constexpr std::string_view interruption = "interruption";
// In the field `eetop` of a Thread that has ended, which the JDK leaves to the virtual machine.
constexpr Word not_joined = 4;
constexpr Word many_ended = 255;
constexpr std::string_view indivisible = "an indivisible sequence";

}  // namespace

void Vm::reduce(const Habits& refuted, Seen seen, std::vector<const Field*> fields) {
  reducing_ = true;
  seen_ = seen;
  seen_fields_ = std::move(fields);
  habits_ = refuted;
  site_habits_.clear();
  for (const auto& klass : loader_.classes()) adopt_habits(*klass);
}

void Vm::adopt_habits(Class& klass) {
  for (Field& it : klass.fields) it.habit = habits_.of(variable_name(it));
}

std::string Vm::variable_name(const Field& field) { return fmt::format("{}.{}", field.owner->text(), field.name); }

// Where an access goes: what is presumed of the variable, and who guards it.
struct Vm::Spot {
  Habit* habit = nullptr;  // none: of a field that is final, or unknown
  Object* object = nullptr;
  Class* klass = nullptr;   // of a static field
  std::uint32_t guard = 0;  // where its guard stands, in the data of object or class
  Field* field = nullptr;

  [[nodiscard]] Word& guard_word() const { return (object != nullptr ? object->data() : klass->statics.data())[guard]; }
};

Vm::Spot Vm::spot_of(Ref ref, Class* klass, std::uint32_t offset) {
  Spot spot;
  if (ref == 0) {
    spot.klass = klass;
    if (offset < klass->static_slots.size()) spot.field = klass->static_slots[offset];
  } else {
    spot.object = at(ref);
    Class& type = *spot.object->klass;
    if (type.is_array()) {
      spot.guard = spot.object->words - 1;
      const std::uint64_t site = memory_.site_of(ref);
      const auto [known, fresh] = site_habits_.try_emplace(site ^ type.name_hash, Habit::constant);
      if (fresh && !habits_.empty()) known->second = habits_.of(array_name(type, site));
      spot.habit = &known->second;
      return spot;
    }
    if (offset < type.slots.size()) spot.field = type.slots[offset];
  }
  if (spot.field == nullptr || spot.field->quiet) return spot;
  spot.habit = &spot.field->habit;
  spot.guard = spot.field->guard();
  return spot;
}

std::string Vm::array_name(const Class& type, std::uint64_t site) {
  return fmt::format("{}#{:016x}", type.text(), site);
}

bool Vm::out_of_reach(const Thread& thread, const Object& object) {
  if (!object.escaped) return true;
  if (object.immortal) return false;
  return !memory_.reached_by_others(object, thread.number);
}

bool Vm::any_thread(std::uint32_t flag) {
  const auto& threads = memory_.threads();
  return std::any_of(threads.begin(), threads.end(),
                     [&](const auto& it) { return it->status != Status::none && (it->flags & flag) != 0; });
}

// Locks of java.util.concurrent name their owner; while it stands there, nobody else gets them.
bool Vm::owns(const Thread& thread, const Object& lock) const {
  return ownable_ != nullptr && lock.klass->library && lock.klass->extends(ownable_) &&
         lock.data()[ownable_owner_] == thread.object;
}

bool Vm::holds(const Thread& thread, Word guard) {
  if ((guard & thread_guard) != 0) return guard == (thread_guard | thread.object);
  const Object& lock = *at(guard);
  return lock.owner() == thread.number + 1 || owns(thread, lock);
}

// The lock that is taken to be the guard of what the thread accesses now; the thread itself if it has none.
Word Vm::guard_for(const Thread& thread, const Object* object) {
  if (object != nullptr && object->owner() == thread.number + 1) return object->place;
  Ref best = 0;
  memory_.each_object([&](const Object& lock) {
    if (lock.owner() != thread.number + 1 && !owns(thread, lock)) return;
    if (best == 0 || memory_.name_of(lock.place) < memory_.name_of(best)) best = lock.place;
  });
  return best != 0 ? best : thread_guard | thread.object;
}

namespace {

bool is_own_initialization(const Thread& thread, const Class* klass) {
  return klass != nullptr && klass->init == Class::Init::running && klass->init_thread == thread.number + 1;
}

}  // namespace

bool Vm::access_moves_freely(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset, bool writes) {
  if (ref == 0 && is_own_initialization(thread, klass)) return true;
  const Spot spot = spot_of(ref, klass, offset);
  const bool seen = writes && is_seen(spot);
  if (spot.habit == nullptr) {
    if (!seen && spot.field != nullptr && !spot.field->is_final()) return true;
  } else if (!seen) {
    switch (*spot.habit) {
      case Habit::constant:
        if (!writes) return true;
        break;
      case Habit::guarded:
        if (spot.guard_word() == 0 || holds(thread, spot.guard_word())) return true;
        break;
      case Habit::guarded_writes:
        if (!writes && spot.guard_word() != 0 && holds(thread, spot.guard_word())) return true;
        break;
      case Habit::none:
        break;
    }
  }
  return spot.object != nullptr && out_of_reach(thread, *spot.object);
}

// Whether a write there may change what a condition says.
bool Vm::is_seen(const Spot& spot) const {
  if (seen_ != Seen::fields) return seen_ == Seen::everything;
  if (spot.object != nullptr && spot.object->klass->is_array()) return false;
  return spot.field == nullptr || std::find(seen_fields_.begin(), seen_fields_.end(), spot.field) != seen_fields_.end();
}

bool Vm::moves_freely(const Thread& thread, const Pending& pending) {
  switch (pending.what) {
    case Pending::What::read:
    case Pending::What::write:
    case Pending::What::update: {
      if (asks_for_life(pending)) return false;
      const bool writes = pending.what != Pending::What::read;
      if (!access_moves_freely(thread, pending.object, pending.klass, pending.offset, writes)) return false;
      return pending.also == 0 || access_moves_freely(thread, pending.also, nullptr, 0, false);
    }
    case Pending::What::enter:
      return at(pending.object)->owner() == 0 && out_of_reach(thread, *at(pending.object));
    case Pending::What::yield:
      return habits_.of(interruption) == Habit::constant;
    case Pending::What::join:
      // Who has ended has ended for good.
      return (at(pending.object)->data()[thread_status_] & 2) != 0 && habits_.of(interruption) == Habit::constant;
    case Pending::What::exit:
      // With the last thread that is no daemon, the daemons end too.
      return seen_ == Seen::nothing && habits_.of(thread_ends) == Habit::constant && !any_thread(Thread::daemon);
    default:
      return false;
  }
}

bool Vm::goes_first(Thread& thread) {
  if ((thread.flags & (Thread::fresh | Thread::atomic)) != 0) return true;
  if ((thread.flags & Thread::paused) == 0 || any_thread(Thread::fresh)) return false;
  memory_.forget_reach();
  return moves_freely(thread, pending(thread));
}

bool Vm::keeps_habit(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset, bool writes) {
  if (ref == 0 && is_own_initialization(thread, klass)) return true;
  const Spot spot = spot_of(ref, klass, offset);
  if (spot.habit == nullptr) return true;
  while (true) {
    switch (*spot.habit) {
      case Habit::constant:
        if (!writes) return true;
        break;
      case Habit::guarded_writes:
        if (!writes) return true;
        [[fallthrough]];
      case Habit::guarded:
        if (spot.guard_word() != 0 && holds(thread, spot.guard_word())) return true;
        if (spot.guard_word() == 0) {
          set_guard(spot, guard_for(thread, spot.object));
          return true;
        }
        break;
      case Habit::none:
        return true;
    }
    const auto next = static_cast<Habit>(static_cast<int>(*spot.habit) + 1);
    const std::string name =
        spot.field != nullptr ? variable_name(*spot.field) : array_name(*spot.object->klass, memory_.site_of(ref));
    if (!refute(name, next)) return false;
    *spot.habit = next;
    set_guard(spot, 0);
  }
}

void Vm::set_guard(const Spot& spot, Word guard) {
  if (spot.object != nullptr) {
    memory_.touch(*spot.object);
  } else {
    memory_.touch(*spot.klass);
  }
  spot.guard_word() = guard;
}

bool Vm::refute(std::string_view variable, Habit habit) {
  if (learning_) {
    habits_.weaken(variable, habit);
    return true;
  }
  refuted_variable = variable;
  refuted_habit = habit;
  return false;
}

bool Vm::keeps_habits(const Thread& thread, const Pending& pending) {
  if (is_last()) return true;
  switch (pending.what) {
    case Pending::What::read:
    case Pending::What::write:
    case Pending::What::update: {
      if (asks_for_life(pending)) {
        return habits_.of(thread_ends) != Habit::constant || refute(thread_ends, Habit::none);
      }
      const bool writes = pending.what != Pending::What::read;
      if (writes && pending.offset == thread_interrupted_ && pending.object != 0 && is_thread(*at(pending.object)) &&
          habits_.of(interruption) == Habit::constant && !refute(interruption, Habit::none)) {
        return false;
      }
      if (!keeps_habit(thread, pending.object, pending.klass, pending.offset, writes)) return false;
      return pending.also == 0 || keeps_habit(thread, pending.also, nullptr, 0, false);
    }
    default:
      return true;
  }
}

// A thread that is alone because the others came to their end earlier could have met them. It could not if all of them
// were joined: by it, or by others that were.
bool Vm::is_last() const { return memory_.living() == 1 && unjoined() == 0; }

Word& Vm::unjoined() const { return thread_class_->statics[thread_class_->static_words - 1]; }

void Vm::note_end(Object& thread) {
  if (!reducing_) return;
  memory_.touch(*thread_class_);
  if (unjoined() < many_ended) ++unjoined();
  thread.data()[thread_eetop_] = not_joined;
}

void Vm::note_join(Ref thread) {
  Object& object = *at(thread);
  if (!reducing_ || object.data()[thread_eetop_] != not_joined) return;
  memory_.touch(object);
  object.data()[thread_eetop_] = 0;
  if (unjoined() == many_ended) return;
  memory_.touch(*thread_class_);
  --unjoined();
}

// Whether a thread lives is written by starting and ending it.
bool Vm::asks_for_life(const Pending& pending) {
  return pending.offset == thread_status_ && pending.object != 0 && is_thread(*at(pending.object));
}

// Nobody else runs then, whatever the habits are.
bool Vm::allows_atomic() { return !reducing_ || refute(indivisible, Habit::none); }

std::string Vm::unfit_for_reduction() const {
  return habits_.of(indivisible) == Habit::constant ? "" : "the program has indivisible sequences";
}

bool Vm::is_thread(const Object& object) { return object.klass->extends(&loader_.need(java_thread)); }

}  // namespace waymark::java

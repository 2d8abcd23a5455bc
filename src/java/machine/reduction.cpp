#include "java/machine/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "java/machine/linearizable.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view thread_ends = "the end of a thread";
constexpr std::string_view thread_waits = "the waiting of a thread";
constexpr std::string_view interruption = "interruption";
// By others than a pool that tidies up its idle threads, and of others than oneself.
constexpr std::string_view interruption_by_program = "interruption by the program";
// In the field `eetop` of a Thread that has ended, which the JDK leaves to the virtual machine.
constexpr Word not_joined = 4;
constexpr Word many_ended = 255;
constexpr std::string_view indivisible = "an indivisible sequence";

// Nobody asks a lock of that class anything but to wait for it.
std::string question_name(const Class& lock) {
  std::string name(Linearizable::questioned(lock));
  std::replace(name.begin(), name.end(), '/', '.');
  return "questions to " + name;
}

bool find_offset(Class& klass, std::string_view name, std::uint32_t& offset) {
  const Field* const field = klass.declared_field(name, {});
  if (field != nullptr) offset = field->offset;
  return field != nullptr;
}

// Arrays of one type whose places have one label are one variable.
std::string array_name(const Class& type, std::uint64_t label) { return fmt::format("{}#{:016x}", type.text(), label); }

}  // namespace

void Reducer::start(const Disciplines& known, Visible visible, std::vector<const Field*> fields) {
  active_ = true;
  visible_ = visible;
  visible_fields_ = std::move(fields);
  presume(known);
}

void Reducer::presume(const Disciplines& known) {
  disciplines_ = known;
  waits_show_ = disciplines_.of(thread_waits) != Discipline::constant;
  array_disciplines_.clear();
  for (const auto& klass : objects_.loader().classes()) add(*klass);
}

void Reducer::add(Class& klass) {
  if (klass.name == "java/util/concurrent/locks/AbstractOwnableSynchronizer") {
    ownable_ = &klass;
    ownable_owner_ = klass.declared_field("exclusiveOwnerThread", {})->offset;
  }
  if (klass.name == "java/util/concurrent/CompletableFuture" && find_offset(klass, "result", future_result_) &&
      find_offset(klass, "stack", future_stack_)) {
    future_ = &klass;
  }
  if (klass.name == "java/util/concurrent/FutureTask" && find_offset(klass, "state", task_state_) &&
      find_offset(klass, "runner", task_runner_)) {
    task_ = &klass;
  }
  if (!active_) return;
  for (Field& it : klass.fields) it.discipline = disciplines_.of(variable_name(it));
}

std::string variable_name(const Field& field) { return fmt::format("{}.{}", field.owner->text(), field.name); }

// Where an access goes: what is presumed of the variable, and who guards it.
struct Reducer::Variable {
  Discipline* discipline = nullptr;  // none: of a field that is final, or unknown
  Object* object = nullptr;
  Class* klass = nullptr;   // of a static field
  std::uint32_t guard = 0;  // where its guard stands, in the data of object or class
  Field* field = nullptr;

  [[nodiscard]] Word& guard_word() const { return (object != nullptr ? object->data() : klass->statics.data())[guard]; }
};

Reducer::Variable Reducer::variable_at(Ref ref, Class* klass, std::uint32_t offset) {
  Variable it;
  if (ref == 0) {
    it.klass = klass;
    if (offset < klass->static_slots.size()) it.field = klass->static_slots[offset];
  } else {
    it.object = at(ref);
    Class& type = *it.object->klass;
    if (type.is_array()) {
      it.guard = it.object->words - 1;
      const std::uint64_t label = memory_.site_label(ref);
      const auto [known, fresh] = array_disciplines_.try_emplace({label, type.id}, Discipline::constant);
      if (fresh && !disciplines_.empty()) known->second = disciplines_.of(array_name(type, label));
      it.discipline = &known->second;
      return it;
    }
    if (offset < type.slots.size()) it.field = type.slots[offset];
  }
  if (it.field == nullptr || it.field->quiet) return it;
  it.discipline = &it.field->discipline;
  it.guard = it.field->guard();
  return it;
}

bool Reducer::out_of_reach(const Thread& thread, const Object& object) {
  if (!object.escaped) return true;
  if (object.immortal) return false;
  return !memory_.reached_by_others(object, thread.number);
}

bool any_thread(Memory& memory, std::uint32_t flag) {
  const auto& threads = memory.threads();
  return std::any_of(threads.begin(), threads.end(),
                     [&](const auto& it) { return it->status != Status::none && (it->flags & flag) != 0; });
}

// Locks of java.util.concurrent name their owner; while it stands there, nobody else gets them.
bool Reducer::owns(const Thread& thread, const Object& lock) const {
  return ownable_ != nullptr && lock.klass->library && lock.klass->extends(ownable_) &&
         lock.data()[ownable_owner_] == thread.object;
}

bool Reducer::holds(const Thread& thread, Word guard) {
  if ((guard & thread_guard) != 0) return guard == (thread_guard | thread.object);
  const Object& lock = *at(guard);
  return lock.owner() == thread.number + 1 || owns(thread, lock);
}

// The lock that is taken to be the guard of what the thread accesses now; the thread itself if it has none.
Word Reducer::guard_for(const Thread& thread, const Object* object) {
  if (object != nullptr && object->owner() == thread.number + 1) return object->place;
  Ref best = 0;
  memory_.each_object([&](const Object& lock) {
    if (lock.owner() != thread.number + 1 && !owns(thread, lock)) return;
    if (best == 0 || memory_.comes_before(lock.place, best)) best = lock.place;
  });
  return best != 0 ? best : thread_guard | thread.object;
}

namespace {

bool is_own_initialization(const Thread& thread, const Class* klass) {
  return klass != nullptr && klass->init == Class::Init::running && klass->init_thread == thread.number + 1;
}

}  // namespace

bool Reducer::access_moves_freely(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset, bool writes) {
  if (ref == 0 && is_own_initialization(thread, klass)) return true;
  const Variable it = variable_at(ref, klass, offset);
  const bool visible = writes && is_visible(it);
  if (it.discipline == nullptr) {
    if (!visible && it.field != nullptr && !it.field->is_final()) return true;
  } else if (!visible) {
    switch (*it.discipline) {
      case Discipline::constant:
        if (!writes) return true;
        break;
      case Discipline::guarded:
        if (it.guard_word() == 0 || holds(thread, it.guard_word())) return true;
        break;
      case Discipline::guarded_writes:
        if (!writes && it.guard_word() != 0 && holds(thread, it.guard_word())) return true;
        break;
      case Discipline::none:
        break;
    }
  }
  return it.object != nullptr && out_of_reach(thread, *it.object);
}

// Whether a write there may change what a condition says.
bool Reducer::is_visible(const Variable& it) const {
  if (visible_ != Visible::fields) return visible_ == Visible::everything;
  if (it.object != nullptr && it.object->klass->is_array()) return false;
  return it.field == nullptr ||
         std::find(visible_fields_.begin(), visible_fields_.end(), it.field) != visible_fields_.end();
}

// Who waits for such a monitor may be seen to wait.
bool Reducer::holds_shared_monitor(const Thread& thread) {
  bool any = false;
  memory_.each_object([&](const Object& it) { any = any || (it.escaped && it.owner() == thread.number + 1); });
  return any;
}

bool Reducer::moves_freely(const Thread& thread, const Pending& pending) {
  if (waits_show_ && holds_shared_monitor(thread)) return false;
  switch (pending.what) {
    case Pending::What::read:
    case Pending::What::write:
    case Pending::What::update: {
      if (asks_for_life(pending)) return false;
      const bool writes = pending.what != Pending::What::read;
      if (writes && interrupts_at_once(thread, pending)) return false;
      if (!access_moves_freely(thread, pending.object, pending.klass, pending.offset, writes)) return false;
      return pending.also == 0 || access_moves_freely(thread, pending.also, nullptr, 0, false);
    }
    case Pending::What::enter:
      return at(pending.object)->owner() == 0 && out_of_reach(thread, *at(pending.object));
    case Pending::What::yield:
      // Who sleeps could be interrupted, and can be asked whether he does.
      return disciplines_.of(interruption) == Discipline::constant &&
             disciplines_.of(thread_ends) == Discipline::constant;
    case Pending::What::join:
      // Who has ended has ended for good.
      return objects_.has_ended(pending.object) && disciplines_.of(interruption) == Discipline::constant;
    case Pending::What::exit:
      // With the last thread that is no daemon, the daemons end too.
      return visible_ == Visible::nothing && disciplines_.of(thread_ends) == Discipline::constant &&
             !any_thread(memory_, Thread::daemon);
    default:
      return false;
  }
}

bool Reducer::keeps_discipline(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset, bool writes) {
  if (ref == 0 && is_own_initialization(thread, klass)) return true;
  const Variable it = variable_at(ref, klass, offset);
  if (it.discipline == nullptr) return true;
  while (true) {
    switch (*it.discipline) {
      case Discipline::constant:
        if (!writes) return true;
        break;
      case Discipline::guarded_writes:
        if (!writes) return true;
        [[fallthrough]];
      case Discipline::guarded:
        if (it.guard_word() != 0 && holds(thread, it.guard_word())) return true;
        if (it.guard_word() == 0) {
          set_guard(it, guard_for(thread, it.object));
          return true;
        }
        break;
      case Discipline::none:
        return true;
    }
    const auto next = static_cast<Discipline>(static_cast<int>(*it.discipline) + 1);
    const std::string name =
        it.field != nullptr ? variable_name(*it.field) : array_name(*it.object->klass, memory_.site_label(ref));
    if (!refute(name, next)) return false;
    *it.discipline = next;
    set_guard(it, 0);
  }
}

void Reducer::set_guard(const Variable& it, Word guard) {
  if (it.object != nullptr) {
    memory_.touch(*it.object);
  } else {
    memory_.touch(*it.klass);
  }
  it.guard_word() = guard;
}

bool Reducer::refute(std::string_view variable, Discipline instead) {
  if (learning_) {
    disciplines_.weaken(variable, instead);
    return true;
  }
  invalidated = {std::string(variable), instead};
  return false;
}

bool Reducer::keeps_disciplines(const Thread& thread, const Pending& pending) {
  if (is_last()) return true;
  switch (pending.what) {
    case Pending::What::read:
    case Pending::What::write:
    case Pending::What::update: {
      if (asks_for_life(pending)) {
        // One that has not been started has not ended: Thread.start() asks that.
        return disciplines_.of(thread_ends) != Discipline::constant ||
               at(pending.object)->data()[pending.offset] == 0 || refute(thread_ends, Discipline::none);
      }
      const bool writes = pending.what != Pending::What::read;
      if (writes && is_interruption(pending) && !keeps_interruption(thread, pending)) return false;
      if (!keeps_discipline(thread, pending.object, pending.klass, pending.offset, writes)) return false;
      return pending.also == 0 || keeps_discipline(thread, pending.also, nullptr, 0, false);
    }
    default:
      return true;
  }
}

bool Reducer::is_interruption(const Pending& pending) {
  return pending.offset == objects_.thread_interrupted && pending.object != 0 &&
         objects_.is_thread(*at(pending.object));
}

// Sleeps and waits look at this of their own thread, and that is no access. Before JDK 19 there is a stop all the same:
// Thread.interrupt() takes a lock of the other thread just before.
bool Reducer::interrupts_at_once(const Thread& thread, const Pending& pending) {
  return objects_.threads_have_holders() && pending.object != thread.object && is_interruption(pending);
}

namespace {

bool by_program(const Thread& thread, const Pending& pending) {
  if (pending.object == thread.object) return false;
  return std::none_of(thread.frames.begin(), thread.frames.end(),
                      [](const Frame& frame) { return Linearizable::tidies_up(*frame.method); });
}

}  // namespace

bool Reducer::keeps_interruption(const Thread& thread, const Pending& pending) {
  if (disciplines_.of(interruption) == Discipline::constant && !refute(interruption, Discipline::none)) return false;
  return disciplines_.of(interruption_by_program) != Discipline::constant || !by_program(thread, pending) ||
         refute(interruption_by_program, Discipline::none);
}

// An array belongs to its maker, or to the object whose parts it holds.
bool Reducer::belongs_to_library(Ref ref) const {
  const Class* klass = memory_.at(ref)->klass;
  if (klass->safe) return true;
  const Method* const maker = memory_.maker(ref);
  if (maker != nullptr && maker->owner->safe && (klass->is_array() || klass->super == nullptr)) return true;
  while (klass->is_array()) klass = klass->element;
  return klass->safe;
}

bool Reducer::is_inside(const Pending& pending) {
  switch (pending.what) {
    case Pending::What::read:
    case Pending::What::write:
    case Pending::What::update: {
      // Whether a thread was interrupted is a second object: a call looks at it, and then at what it is about.
      if (is_interruption(pending)) return disciplines_.of(interruption_by_program) == Discipline::constant;
      if (pending.also != 0 && !belongs_to_library(pending.also)) return false;
      const Variable it = variable_at(pending.object, pending.klass, pending.offset);
      return it.field != nullptr ? it.field->owner->safe : pending.object != 0 && belongs_to_library(pending.object);
    }
    case Pending::What::enter:
      return belongs_to_library(pending.object);
    default:
      return true;
  }
}

bool Reducer::is_shown(const Pending& pending) {
  if (pending.what != Pending::What::write && pending.what != Pending::What::update) return false;
  return visible_ != Visible::nothing && is_visible(variable_at(pending.object, pending.klass, pending.offset));
}

const std::string& Reducer::questions_to(const Class& lock) const {
  std::string& name = questions_[&lock];
  if (name.empty()) name = question_name(lock);
  return name;
}

bool Reducer::nobody_asks(const Class& lock) const {
  if (visible_ == Visible::everything) return false;
  const auto of_library = [](const Field* field) { return field->owner->safe; };
  if (std::any_of(visible_fields_.begin(), visible_fields_.end(), of_library)) return false;
  return !waits_show_ && disciplines_.of(interruption_by_program) == Discipline::constant &&
         disciplines_.of(questions_to(lock)) == Discipline::constant;
}

bool Reducer::is_settled(const Thread& thread, const Pending& pending) {
  if (pending.what != Pending::What::read || pending.object == 0 || pending.also != 0 || future_ == nullptr)
    return false;
  const Object& future = *at(pending.object);
  if (!future.klass->extends(future_) || future.data()[future_result_] == 0 || !nobody_asks(*future_)) return false;
  if (pending.offset == future_result_) return true;
  if (pending.offset != future_stack_ || future.data()[future_stack_] != 0) return false;
  // The program's own futures may do anything between their look at the result and the addition (newIncompleteFuture).
  if (!future.klass->library) return false;
  // Nothing is added to what a future has to do once it is done, but by those who do that.
  const auto works_on_it = [&](const Thread& other, const Frame& frame) {
    return frame.method->owner == future_ && frame.method->name == "postComplete" &&
           other.words[frame.base] == pending.object;
  };
  const auto& threads = memory_.threads();
  return std::none_of(threads.begin(), threads.end(), [&](const auto& other) {
    if (other->status == Status::none || other->number == thread.number) return false;
    return std::any_of(other->frames.begin(), other->frames.end(),
                       [&](const Frame& frame) { return works_on_it(*other, frame); });
  });
}

void Reducer::note_lock_use(const Thread& thread) {
  if (!active_ || is_last()) return;
  const Frame& frame = thread.frames.back();
  const Method& method = *frame.method;
  if (method.lock_use == LockUse::releases) return;
  if (method.lock_use == LockUse::runs) {
    const Object& task = *at(thread.words[frame.base]);
    if (task_ != nullptr && task.data()[task_state_] == 0 && task.data()[task_runner_] == 0) return;
  } else if (thread.frames.size() > 1 && Linearizable::waits_anyway(*thread.frames[thread.frames.size() - 2].method)) {
    return;
  }
  const std::string& name = questions_to(*method.owner);
  if (disciplines_.of(name) == Discipline::constant) (void)refute(name, Discipline::none);
}

void Reducer::note_question_of_state() {
  if (!active_ || is_last()) return;
  for (const std::string_view presumed : {thread_ends, thread_waits}) {
    if (disciplines_.of(presumed) == Discipline::constant && !refute(presumed, Discipline::none)) return;
  }
  waits_show_ = true;
}

// A thread that is alone because the others came to their end earlier could have met them. It could not if all of them
// were joined: by it, or by others that were.
bool Reducer::is_last() const { return memory_.living() == 1 && unjoined() == 0; }

Word& Reducer::unjoined() const {
  Class& klass = objects_.thread_class();
  return klass.statics[klass.static_words - 1];
}

void Reducer::note_end(Object& thread) {
  if (!active_) return;
  memory_.touch(objects_.thread_class());
  if (unjoined() < many_ended) ++unjoined();
  thread.data()[objects_.thread_eetop] = not_joined;
}

void Reducer::note_join(Ref thread) {
  Object& object = *at(thread);
  if (!active_ || object.data()[objects_.thread_eetop] != not_joined) return;
  memory_.touch(object);
  object.data()[objects_.thread_eetop] = 0;
  if (unjoined() == many_ended) return;
  memory_.touch(objects_.thread_class());
  --unjoined();
}

// Whether a thread lives is written by starting and ending it.
bool Reducer::asks_for_life(const Pending& pending) {
  return pending.offset == objects_.thread_status && pending.object != 0 && objects_.holds_status(*at(pending.object));
}

bool Reducer::allows_atomic() { return !active_ || refute(indivisible, Discipline::none); }

std::string Reducer::unfit() const {
  return disciplines_.of(indivisible) == Discipline::constant ? "" : "the program has indivisible sequences";
}

}  // namespace waymark::java

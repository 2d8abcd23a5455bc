// What a JavaModel says to people: which methods there are to be reached, what a step did, where threads stand.
#include "java/telling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/diagnostics.hpp"
#include "java/java_model.hpp"
#include "java/machine/values.hpp"
#include "java/needs.hpp"

namespace waymark::java {

namespace {

// Whether somebody wrote the method: javac makes some up, and what a record or an enumeration has anyway, or a
// constructor that only calls its superclass', is nothing that anybody would miss.
bool is_written(const Method& method) {
  if (method.member == nullptr || !method.member->code || method.name == "<clinit>") return false;
  if ((method.access & access::is_synthetic) != 0 && !method.name.starts_with("lambda$")) return false;
  constexpr std::size_t bytes_of_nothing = 5;  // aload_0, invokespecial, return
  if (method.name == "<init>") return method.member->code->bytes.size() > bytes_of_nothing;
  Class& owner = *method.owner;
  if ((owner.access & access::is_enum) != 0 && (method.name == "values" || method.name == "valueOf")) return false;
  if (!owner.file->is_record) return true;
  return method.name != "toString" && method.name != "hashCode" && method.name != "equals" &&
         owner.declared_field(method.name, {}) == nullptr;
}

std::string place_of(const Method& method) {
  const std::string file(method.owner->file->source_file);
  const auto& lines = method.member->code->lines;
  if (file.empty()) return method.owner->text();
  return lines.empty() ? file : fmt::format("{}:{}", file, lines.front().line);
}

// The jar that a class was read from; empty if it was none.
std::string_view jar_of(const Class& klass) {
  const std::size_t end = klass.source.find("!/");
  return end == std::string::npos ? std::string_view() : std::string_view(klass.source).substr(0, end);
}

}  // namespace

// A jar that the main class is not in is a library, too.
const std::vector<const Method*>& JavaModel::written_methods() const {
  const auto& classes = vm_->loader().classes();
  if (classes_seen_ == classes.size()) return written_methods_;
  std::string name = vm_->settings().main_class;
  std::replace(name.begin(), name.end(), '.', '/');
  const Class* const main = vm_->loader().find_loaded(name);
  const std::string_view own = main == nullptr ? std::string_view() : jar_of(*main);
  for (; classes_seen_ < classes.size(); ++classes_seen_) {
    const Class& klass = *classes[classes_seen_];
    if (klass.library || klass.hidden || klass.source.empty() || klass.file == nullptr) continue;
    if (!jar_of(klass).empty() && jar_of(klass) != own) continue;
    for (const Method& method : klass.methods) {
      if (is_written(method)) written_methods_.push_back(&method);
    }
  }
  return written_methods_;
}

model::Action JavaModel::action(model::ActionId id) const {
  if (id >= vm_->actions().count()) {
    const Method& method = *written_methods()[id - vm_->actions().count()];
    const std::string name(method.name == "<init>" ? "constructor" : method.name);
    return {.actor = method.owner->text(), .text = name, .location = place_of(method), .whole = true};
  }
  const Frame frame = vm_->actions().place(id);
  if (frame.method == nullptr) return {.actor = "thread", .text = "end", .location = "", .counts = false};
  return {.actor = "thread", .text = frame.method->text(), .location = place_of(frame), .counts = false};
}

namespace {

// 1 h, 250 ms: in the largest unit that fits.
std::string duration(std::int64_t nanoseconds) {
  struct Unit {
    std::int64_t size;
    std::string_view name;
  };
  constexpr std::int64_t second = 1'000'000'000;
  static constexpr Unit units[] = {{86'400 * second, "d"},
                                   {3'600 * second, "h"},
                                   {60 * second, "min"},
                                   {second, "s"},
                                   {second / 1000, "ms"},
                                   {1'000, "us"},
                                   {1, "ns"}};
  for (const Unit& unit : units) {
    if (nanoseconds % unit.size == 0) return fmt::format("{} {}", nanoseconds / unit.size, unit.name);
  }
  return {};
}

std::string after(std::int64_t length) { return length > 0 ? " after " + duration(length) : ""; }

// The field at that place of an object or class; null if there is none.
const Field* field_at(const Class& klass, std::uint32_t offset, bool is_static) {
  for (const Class* it = &klass; it != nullptr; it = is_static ? nullptr : it->super) {
    for (const Field& field : it->fields) {
      if (field.is_static() == is_static && field.offset == offset) return &field;
    }
  }
  return nullptr;
}

// The frame that means something to people: the topmost one of the program itself.
const Frame& telling_frame(const Thread& thread) {
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    if (!thread.frames[i].method->owner->library) return thread.frames[i];
  }
  return thread.frames.back();
}

// The place among its frames of the call into the library that the thread is in; none: it runs the program's code.
std::optional<std::size_t> library_call(const Thread& thread) {
  std::size_t lowest = thread.frames.size();
  while (lowest > 0 && thread.frames[lowest - 1].method->owner->library) --lowest;
  if (lowest == thread.frames.size()) return std::nullopt;
  // A thread that runs nothing but the library, such as a pool's, is in what it was made for.
  if (lowest == 0 && thread.frames.size() > 1 && thread.frames[0].method->owner->name == java_thread) return 1;
  return lowest;
}

// The object whose method runs; its class if nothing needs it any more.
std::string receiver_text(Vm& vm, const Thread& thread, const Frame& frame) {
  const Method& method = *frame.method;
  const bool has_this = !method.is_static() && (method.refs[std::size_t{frame.pc} * method.stride] & 1) != 0;
  const Ref object = has_this ? thread.words[frame.base] : 0;
  return object != 0 ? vm.objects().describe(object) : method.owner->short_text();
}

// ReentrantLock@12.lock
std::string call_text(Vm& vm, const Thread& thread, const Frame& frame) {
  const Method& method = *frame.method;
  if (method.name == "<init>") return "new " + method.owner->short_text();
  return receiver_text(vm, thread, frame) + "." + std::string(method.name);
}

// Whether what the thread is about to do inside the library means something to people by itself.
bool remarkable(Vm& vm, Thread& thread) {
  if (thread.status != Status::running || (thread.flags & Thread::fresh) != 0 || vm.needs_time(thread)) return true;
  const Pending::What what = vm.pending(thread).what;
  return what == Pending::What::choose || what == Pending::What::notify || what == Pending::What::exit;
}

// The field or element that the thread is about to access; empty if it is about to do something else.
std::string place_text(Vm& vm, Thread& thread) {
  if (thread.status != Status::running) return {};
  const Pending pending = vm.pending(thread);
  if (pending.what != Pending::What::read && pending.what != Pending::What::write &&
      pending.what != Pending::What::update) {
    return {};
  }
  const bool is_static = pending.object == 0;
  if (is_static && pending.klass == nullptr) return "?";
  const Class& klass = is_static ? *pending.klass : *vm.memory().at(pending.object)->klass;
  const std::string whole = is_static ? klass.short_text() : vm.objects().describe(*vm.memory().at(pending.object));
  if (klass.is_array()) return fmt::format("{}[{}]", whole, pending.offset);
  const Field* const field = field_at(klass, pending.offset, is_static);
  return field == nullptr ? whole : whole + "." + std::string(field->name);
}

// What a read finds.
std::string value_text(Vm& vm, const Pending& pending) {
  const bool is_static = pending.object == 0;
  if (is_static && pending.klass == nullptr) return {};
  const Class& klass = is_static ? *pending.klass : *vm.memory().at(pending.object)->klass;
  const Field* const field = klass.is_array() ? nullptr : field_at(klass, pending.offset, is_static);
  if (field == nullptr) return {};
  const Word* const value = (is_static ? klass.statics.data() : vm.memory().at(pending.object)->data()) + field->offset;
  switch (field->kind) {
    case Kind::ref:
      return ": " + vm.objects().describe(Ref{value[0]});
    case Kind::boolean_:
      return value[0] != 0 ? ": true" : ": false";
    case Kind::long_:
      return fmt::format(": {}", static_cast<std::int64_t>(get64(value)));
    case Kind::float_:
    case Kind::double_:
      return {};
    default:
      return fmt::format(": {}", static_cast<std::int32_t>(value[0]));
  }
}

// Whether the thread does so, instead of what it stands before.
bool leaves_carrier(Vm& vm, Thread& thread, std::uint32_t choice) {
  return vm.leaves_carrier(thread) && choice == vm.ways(thread);
}

}  // namespace

std::string accessed_text(Vm& vm, Thread& thread) { return place_text(vm, thread); }

std::string next_text(Vm& vm, Thread& thread, std::uint32_t choice) {
  if (leaves_carrier(vm, thread, choice)) return "gives its carrier up";
  if (thread.status == Status::waiting) return "wait: wakes up for no reason";
  if (thread.status == Status::timed) return "wait: times out" + after(asked_wait(thread));
  if (thread.status == Status::entering)
    return "wait: goes on with " + vm.objects().describe(*vm.memory().at(thread.waits_on));
  const Pending pending = vm.pending(thread);
  if (vm.needs_time(thread)) {
    if (pending.what == Pending::What::yield)
      return "has slept" + (pending.length > 0 ? " " + duration(pending.length) : "");
    return (pending.what == Pending::What::join ? "join: times out" : "times out") + after(pending.length);
  }
  const auto object = [&] {
    return pending.object == 0 ? std::string("?") : vm.objects().describe(*vm.memory().at(pending.object));
  };
  switch (pending.what) {
    case Pending::What::enter:
      return "locks " + object();
    case Pending::What::read:
      return "reads " + place_text(vm, thread) + value_text(vm, pending);
    case Pending::What::write:
      return "writes " + place_text(vm, thread);
    case Pending::What::update:
      return "updates " + place_text(vm, thread);
    case Pending::What::join:
      return "joins " + object();
    case Pending::What::park:
      return "parks";
    case Pending::What::sleep:
    case Pending::What::yield:
      return "sleeps or yields";
    case Pending::What::choose:
      if (pending.object != 0) {
        if (pending.count == 1) return "asks " + object() + " for what it refers to";
        return fmt::format("finds {} {}", object(), choice == 0 ? "not cleared yet" : "cleared");
      }
      return fmt::format("chooses {} of {}", choice, pending.count);
    case Pending::What::notify:
      return fmt::format("chooses {} of {}", choice, pending.count);
    case Pending::What::init:
      return "initialises " + pending.klass->text();
    case Pending::What::exit:
      return "ends";
    default:
      if (pending.object != 0) return "begins " + vm.objects().text(pending.object);
      if ((thread.flags & Thread::fresh) == 0) return "goes on";
      return thread.frames.back().method->name == "dispatchUncaughtException" ? "goes to its end" : "starts";
  }
}

namespace {

// Of a time-out: who could have gone on instead.
std::string early(Vm& vm, Thread& thread) {
  if (!vm.needs_time(thread)) return {};
  const auto& threads = vm.memory().threads();
  const auto other = std::find_if(threads.begin(), threads.end(),
                                  [&](const auto& it) { return it.get() != &thread && vm.can_go_on(*it); });
  if (other == threads.end()) return {};
  vm.journal().early_timeout.store(true, std::memory_order_relaxed);
  return fmt::format(" while {} could still go on", vm.objects().name_of(**other));
}

// In words.
std::string text_of(const model::Wait& wait) {
  const std::string holder = wait.by.empty() ? "" : ", which " + wait.by.front() + " holds";
  switch (wait.kind) {
    case model::Wait::Kind::notification:
      return "a notification of " + wait.what;
    case model::Wait::Kind::lock:
      return "the lock of " + wait.what + holder;
    case model::Wait::Kind::end:
      return "the end of " + wait.what;
    default:
      return wait.what;
  }
}

class Listener final : public Narrator {
 public:
  // `place`: what the step is about, if it is an access.
  Listener(Objects& objects, model::Event& event, std::string place)
      : objects_(objects), event_(event), place_(std::move(place)) {}
  void entered(const Object& object) override {
    if (!is_new_exception(object) && !is_private(objects_, object)) add("locks " + objects_.describe(object));
  }
  void left(const Object& object) override {
    if (!is_new_exception(object) && !is_private(objects_, object)) add("unlocks " + objects_.describe(object));
  }
  void notified(const Thread& by, const Object& object) override {
    add("notifies " + objects_.describe(object));
    event_.signals.push_back({objects_.describe(object), place_of(telling_frame(by))});
  }
  void wrote(const std::string& name, const std::string& before, const std::string& after, bool inside) override {
    if (name != place_ && (inside || before == after)) return;
    outside_ = outside_ || !inside;
    for (model::Change& change : event_.changes) {
      if (change.name != name) continue;
      change.after = after;
      return;
    }
    event_.changes.push_back({name, before, after});
  }
  void printed(std::string_view text) override {
    event_.output += text;
    outside_ = true;
  }
  // Whether anything happened to what is not the library's.
  [[nodiscard]] bool outside() const { return outside_; }

 private:
  // It locks itself to note where it was made.
  static bool is_new_exception(const Object& object) {
    const auto& chain = object.klass->chain;
    return !object.escaped && chain.size() > 1 && chain[1]->name == "java/lang/Throwable";
  }
  void add(const std::string& text) {
    if (event_.text == text) return;
    event_.text += event_.text.empty() ? text : ", " + text;
  }
  Objects& objects_;
  model::Event& event_;
  std::string place_;
  bool outside_ = false;
};

}  // namespace

ObjectNames names_of(Vm& vm) {
  std::vector<std::string> threads;
  for (const auto& thread : vm.memory().threads()) {
    threads.push_back(thread->status == Status::none ? std::string() : vm.objects().name_of(*thread));
  }
  return {vm.loader(), vm.memory(), threads};
}

std::vector<std::size_t> shown_frames(const Thread& thread) {
  std::vector<std::size_t> shown;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    if (!thread.frames[i].method->owner->hidden) shown.push_back(i);
  }
  return shown;
}

model::Step JavaModel::explain(const model::Transition& transition, model::Explanation& out) {
  const ObjectNames known = names_of(*vm_);
  const Named named(vm_->objects(), known);
  Thread& thread = *vm_->memory().threads()[transition.actor];
  model::Event event;
  event.actor = transition.actor;
  event.who = vm_->objects().name_of(thread);
  event.text = next_text(*vm_, thread, transition.choice);
  const bool leaves = leaves_carrier(*vm_, thread, transition.choice);
  if (!leaves && (thread.status == Status::timed || vm_->pending(thread).what != Pending::What::yield))
    event.text += early(*vm_, thread);
  if (!thread.frames.empty()) event.location = place_of(telling_frame(thread));
  const std::optional<std::size_t> call = library_call(thread);
  if (call && !leaves && !remarkable(*vm_, thread)) event.inside = call_text(*vm_, thread, thread.frames[*call]);
  if (call) {
    const Frame& frame = thread.frames[*call];
    const bool signals =
        frame.method->owner->name.ends_with("$ConditionObject") && frame.method->name.starts_with("signal");
    if (signals) event.signals.push_back({receiver_text(*vm_, thread, frame), event.location});
  }
  const std::size_t said = event.text.size();
  Listener listener(vm_->objects(), event, place_text(*vm_, thread));
  vm_->objects().narrator = &listener;
  model::Step step = model::Step::unsupported;
  try {
    step = fire(transition);
  } catch (const base::Stopped&) {
    vm_->objects().narrator = nullptr;
    throw;
  }
  vm_->objects().narrator = nullptr;
  if (step != model::Step::moved || event.text.size() != said || listener.outside()) event.inside.clear();
  // The frame below goes on: it is none of those that are as they were.
  event.leaves = call && *call > 0 && thread.clean < *call;
  out.push_back(std::move(event));
  return step;
}

std::vector<model::Value> JavaModel::details() {
  const ObjectNames known = names_of(*vm_);
  const Named named(vm_->objects(), known);
  std::vector<model::Value> all = Needs(*vm_).locks();
  all.insert(all.end(), known.locals().begin(), known.locals().end());
  return all;
}

std::vector<model::Standing> JavaModel::standings() {
  std::vector<model::Standing> all;
  const ObjectNames known = names_of(*vm_);
  const Named named(vm_->objects(), known);
  for (const auto& thread : vm_->memory().threads()) {
    if (thread->status == Status::none) continue;
    model::Standing standing;
    standing.who = vm_->objects().name_of(*thread);
    standing.actor = thread->number;
    if (const std::optional<model::Wait> wait = Needs(*vm_).of(*thread)) {
      standing.waits_for = text_of(*wait);
      standing.waits.push_back(*wait);
    }
    if (!thread->frames.empty()) standing.location = place_of(telling_frame(*thread));
    for (const std::size_t i : shown_frames(*thread)) {
      standing.stack.push_back({thread->frames[i].method->text(), place_of(thread->frames[i])});
    }
    all.push_back(std::move(standing));
  }
  return all;
}

}  // namespace waymark::java

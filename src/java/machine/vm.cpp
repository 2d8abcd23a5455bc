#include "java/machine/vm.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "java/link/prepare.hpp"

namespace waymark::java {

namespace {

constexpr std::uint32_t most_elements = 1u << 27;

std::uint64_t site_hash(const Method& method, std::uint32_t pc, std::uint32_t sub) {
  return method.name_hash * 0x9E3779B97F4A7C15u + (std::uint64_t{pc} * 64 + sub + 1) * 0xD6E8FEB86659FD93u;
}

}  // namespace

Vm::Vm(ClassSource source, Settings settings, Native (*serve)(const Method&))
    : settings_(std::move(settings)), loader_(std::move(source)) {
  memory_.symmetry(settings_.symmetry);
  memory_.garbage(settings_.garbage);
  loader_.on_load = [this](Class& klass) { loaded(klass); };
  loader_.find_native = serve;
}

Vm::~Vm() = default;

void Vm::loaded(Class& klass) {
  memory_.add(klass);
  if (klass.init == Class::Init::yes) memory_.always_initialized(klass);
  for (std::size_t i = memory_.methods.size(); i < loader_.methods.size(); ++i) {
    memory_.methods.push_back(loader_.methods[i]);
  }
  if (class_class_ != nullptr) (void)mirror(klass);
  if (reducing_) adopt_habits(klass);
  if (klass.name == "java/util/concurrent/locks/AbstractOwnableSynchronizer") {
    ownable_ = &klass;
    ownable_owner_ = klass.declared_field("exclusiveOwnerThread", {})->offset;
  }
}

void Vm::prepare_method(Method& method) {
  prepare(method);
  method.first_action = next_action_;
  next_action_ += static_cast<std::uint32_t>(method.code.size());
  ranges_.emplace_back(method.first_action, &method);
}

std::uint32_t Vm::field(std::string_view klass, std::string_view name) {
  Field* found = loader_.need(klass).declared_field(name, {});
  if (found == nullptr) throw BadClass(fmt::format("{}: this JDK's class has no field {}", klass, name));
  return found->offset;
}

Object* Vm::allocate(Thread& thread, Class& klass, std::uint32_t length, std::uint32_t sub) {
  if (length > most_elements) {
    throw_new(thread, "java/lang/OutOfMemoryError", "Java heap space");
    return nullptr;
  }
  allocated += 1 + length / 64;
  if (thread.frames.empty()) return memory_.allocate(thread.number, sub, klass, length);
  const Frame& frame = thread.top();
  return memory_.allocate(thread.number, site_hash(*frame.method, frame.pc, sub), klass, length);
}

void Vm::write_ref(Object& holder, std::uint32_t offset, Ref value) {
  memory_.touch(holder);
  if (holder.escaped) memory_.escape(value);
  holder.data()[offset] = value;
}

std::string Vm::name_of(const Thread& thread) {
  if (thread.object == 0) return fmt::format("thread {}", thread.number);
  const Ref name = at(thread.object)->data()[field("java/lang/Thread", "name")];
  return name == 0 ? fmt::format("thread {}", thread.number) : text(name);
}

std::string Vm::describe(const Object& object) {
  if (object.klass == string_class_) return "\"" + text(object.place) + "\"";
  if (object.klass == class_class_) {
    Class* klass = of_mirror(object.place);
    return klass == nullptr ? "a Class" : klass->text() + ".class";
  }
  if (object.klass->extends(&loader_.need("java/lang/Thread"))) {
    const Ref name = object.data()[field("java/lang/Thread", "name")];
    if (name != 0) return object.klass->text() + "(" + text(name) + ")";
  }
  return fmt::format("{}@{}", object.klass->text(), object.place);
}

}  // namespace waymark::java

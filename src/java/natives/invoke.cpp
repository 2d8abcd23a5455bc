// Calls by reflection: Constructor.newInstance and Method.invoke. The library's own code checks access and makes the
// accessor objects; what the accessors would do natively, or with bytecode that they generate after a few calls, is
// here.
#include <fmt/format.h>

#include <vector>

#include "java/natives/boxes.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view illegal_argument = "java/lang/IllegalArgumentException";

// The words of the arguments, out of an Object[]. False: an exception is pending.
bool take_arguments(NativeEnv& env, Thread& thread, const Method& target, Ref array, std::vector<Word>& out) {
  const std::uint32_t given = array == 0 ? 0 : env.at(array)->length;
  if (given != target.arguments.size()) {
    static_cast<void>(env.throw_new(thread, illegal_argument, "wrong number of arguments"));
    return false;
  }
  std::size_t at = 1;
  for (std::uint32_t i = 0; i < given; ++i) {
    const std::size_t length = descriptor_length(target.descriptor.substr(at));
    const std::string_view descriptor = target.descriptor.substr(at, length);
    at += length;
    const Ref argument = env.at(array)->data()[i];
    const Kind kind = target.arguments[i];
    Word words[2] = {argument, 0};
    bool fits = true;
    if (kind == Kind::ref) {
      Class* type = env.loader().of_descriptor(descriptor);
      fits = argument == 0 || (type != nullptr && env.at(argument)->klass->extends(type));
    } else {
      Kind box = Kind::void_;
      const Word* value = nullptr;
      fits = argument != 0 && unboxed(env, argument, box, value) && widen(box, kind, value, words);
    }
    if (!fits) {
      const bool no_box = argument == 0;
      static_cast<void>(env.throw_new(thread, illegal_argument, no_box ? "" : "argument type mismatch", !no_box));
      return false;
    }
    out.insert(out.end(), words, words + words_of(kind));
  }
  return true;
}

// The method that a reflected one stands for.
Method& reflected(NativeEnv& env, Ref ref) {
  const Object& object = *env.at(ref);
  const Word* const data = object.data();
  const std::string& name = object.klass->name;
  return env.of_mirror(data[env.field(name, "clazz")])->methods[data[env.field(name, "slot")]];
}

// Makes an object by a Constructor with an Object[]: of the constructor's class, or of one below it.
Done make_reflected(NativeEnv& env, Thread& thread, const Method& method, Ref constructor, Ref array, Class* below) {
  Method& target = reflected(env, constructor);
  Class& klass = below != nullptr ? *below : *target.owner;
  if (const Done done = env.initialize(thread, klass); done != Done::yes) return done;
  std::vector<Word> words{0};
  if (!take_arguments(env, thread, target, array, words)) return Done::thrown;
  const Ref made = env.allocate(thread, klass)->place;
  words[0] = made;
  const Done done = env.call(thread, method, target, words, Frame::make | Frame::reflective);
  if (done == Done::called) thread.frames.back().lock = made;
  return done;
}

// NativeConstructorAccessorImpl.newInstance(Object[])
Done new_instance(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word* const accessor = env.at(args[0])->data();
  const Ref parent = accessor[env.field(method.owner->name, "parent")];
  return make_reflected(env, thread, method, accessor[env.field(method.owner->name, "c")], args[1],
                        parent == 0 ? nullptr : env.of_mirror(parent));
}

// Since JDK 18: newInstance0(Constructor, Object[]), and of ours make(Constructor, Object[], Class).
Done new_instance_by(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return make_reflected(env, thread, method, args[0], args[1],
                        method.argument_words == 2 ? nullptr : env.of_mirror(args[2]));
}

// Since JDK 18: an accessor of ours in place of one by method handles. newFieldAccessor(Field, boolean),
// newSerializableConstructorAccessor(Class, Constructor).
Done own_accessor(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const bool of_field = method.name == "newFieldAccessor";
  Class* const ours =
      env.loader().find(of_field ? "waymark/internal/FieldAccess" : "waymark/internal/ConstructorAccess");
  if (ours == nullptr) return env.unsupported(thread, "reflection, without waymark-library.jar beside the binary");
  if (const Done done = env.initialize(thread, *ours); done != Done::yes) return done;
  static constexpr std::string_view field = "(Ljava/lang/reflect/Field;Z)Ljdk/internal/reflect/FieldAccessor;";
  static constexpr std::string_view constructor =
      "(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljdk/internal/reflect/ConstructorAccessor;";
  return env.call(thread, method, *ours->declared("of", of_field ? field : constructor), {args[0], args[1]});
}

// ReflectionFactory.generateConstructor(Class, Constructor): makes objects of the class by the constructor of a
// superclass. The class stands where an accessor otherwise names the one that it belongs to.
Done serialization_constructor(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  static constexpr std::string_view accessor_class = "jdk/internal/reflect/NativeConstructorAccessorImpl";
  static constexpr std::string_view constructor_class = "java/lang/reflect/Constructor";
  Class* const known = env.loader().find(accessor_class);
  if (known == nullptr) return Done::declined;  // since JDK 18 its own code does, with an accessor of ours
  Class& accessors = *known;
  if (const Done done = env.initialize(thread, accessors); done != Done::yes) return done;
  const Object& given = *env.at(args[2]);
  Object* const made = env.allocate(thread, *given.klass, 0, 1);
  Object* const accessor = env.allocate(thread, accessors, 0, 2);
  if (made == nullptr || accessor == nullptr) return Done::thrown;
  for (const Field* field : given.klass->slots) {
    if (field == nullptr) continue;
    for (std::uint32_t i = 0; i < words_of(field->kind); ++i) {
      made->data()[field->offset + i] = env.at(args[2])->data()[field->offset + i];
    }
  }
  env.write_ref(*accessor, env.field(accessor_class, "c"), made->place);
  env.write_ref(*accessor, env.field(accessor_class, "parent"), args[1]);
  env.write_ref(*made, env.field(constructor_class, "constructorAccessor"), accessor->place);
  made->data()[env.field("java/lang/reflect/AccessibleObject", "override")] = 1;
  return give(args, made->place);
}

// Calls a method with a receiver, unless it is static, and an Object[]; the one that the receiver's class has in place
// of it, or itself.
Done call_reflected(NativeEnv& env, Thread& thread, const Method& native, Method& named, Ref receiver, Ref array,
                    bool overridden) {
  Method* target = &named;
  std::vector<Word> words;
  if (target->is_static()) {
    if (const Done done = env.initialize(thread, *target->owner); done != Done::yes) return done;
  } else {
    if (receiver == 0) return env.throw_null(thread);
    Class& klass = *env.at(receiver)->klass;
    if (!klass.extends(target->owner)) {
      return env.throw_new(thread, illegal_argument, "object is not an instance of declaring class");
    }
    words.push_back(receiver);
    if (overridden) target = Loader::select(klass, *target);
    if (target == nullptr || target->is_abstract()) return env.throw_new(thread, "java/lang/AbstractMethodError");
  }
  if (!take_arguments(env, thread, *target, array, words)) return Done::thrown;
  // A method without bytecode has no frame that could give its result to the caller.
  Method* const between = target->is_served() && overridden ? env.parts.handle_calls.to(*target) : nullptr;
  if (between != nullptr) target = between;
  return env.call(thread, native, *target, words,
                  overridden ? Frame::box | Frame::reflective : std::uint32_t{Frame::box});
}

// NativeMethodAccessorImpl.invoke(Object, Object[])
Done invoke_method(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Ref reflected_method = env.at(args[0])->data()[env.field(method.owner->name, "method")];
  return call_reflected(env, thread, method, reflected(env, reflected_method), args[1], args[2], true);
}

// Since JDK 18: invoke0(Method, Object, Object[])
Done invoke_by(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return call_reflected(env, thread, method, reflected(env, args[0]), args[1], args[2], true);
}

// waymark.internal.Handles.special(Method, Object, Object[])
Done invoke_special(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return call_reflected(env, thread, method, reflected(env, args[0]), args[1], args[2], false);
}

constexpr Served invoke_table[] = {
    {"jdk/internal/reflect/NativeConstructorAccessorImpl.newInstance", new_instance},
    {"jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor.newInstance0", new_instance_by},
    {"jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke0", invoke_by},
    {"jdk/internal/reflect/MethodHandleAccessorFactory.newFieldAccessor", own_accessor},
    {"jdk/internal/reflect/MethodHandleAccessorFactory.newSerializableConstructorAccessor", own_accessor},
    {"waymark/internal/ConstructorAccess.make", new_instance_by},
    {"jdk/internal/reflect/ReflectionFactory.generateConstructor", serialization_constructor},
    {"jdk/internal/reflect/NativeMethodAccessorImpl.invoke", invoke_method},
    {"waymark/internal/Handles.special", invoke_special},
    {"waymark/internal/Linear.call", invoke_by},
};

}  // namespace

std::span<const Served> invoke_natives() { return invoke_table; }

}  // namespace waymark::java

#include "java/link/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "containers/mix.hpp"

namespace waymark::java {

Kind kind_of(char descriptor) {
  switch (descriptor) {
    case 'Z':
      return Kind::boolean_;
    case 'C':
      return Kind::char_;
    case 'F':
      return Kind::float_;
    case 'D':
      return Kind::double_;
    case 'B':
      return Kind::byte_;
    case 'S':
      return Kind::short_;
    case 'I':
      return Kind::int_;
    case 'J':
      return Kind::long_;
    case 'V':
      return Kind::void_;
    default:
      return Kind::ref;
  }
}

std::uint64_t text_label(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

int Method::line(std::uint32_t pc) const {
  if (member == nullptr || !member->code || pc >= offsets.size()) return 0;
  int found = 0;
  std::uint16_t best = 0;
  for (const LineNumber& line : member->code->lines) {
    if (line.pc > offsets[pc] || line.pc < best) continue;
    best = line.pc;
    found = line.line;
  }
  return found;
}

std::string Method::text() const {
  std::string text = owner->text();
  text += '.';
  text += name;
  return text;
}

bool Class::extends_slowly(const Class* other) const {
  if (is_array() && other->is_array()) {
    if (element->primitive || other->element->primitive) return element == other->element;
    return element->extends(other->element);
  }
  return std::binary_search(supers.begin(), supers.end(), other);
}

Method* Class::declared(std::string_view method, std::string_view descriptor) {
  for (Method& it : methods) {
    if (it.name == method && it.descriptor == descriptor) return &it;
  }
  return nullptr;
}

Field* Class::declared_field(std::string_view field, std::string_view descriptor) {
  for (Field& it : fields) {
    if (it.name == field && (descriptor.empty() || it.descriptor == descriptor)) return &it;
  }
  return nullptr;
}

std::string Class::text() const {
  if (is_array()) return element->text() + "[]";
  std::string text = name;
  std::replace(text.begin(), text.end(), '/', '.');
  return text;
}

std::string Class::short_text() const {
  if (is_array()) return element->short_text() + "[]";
  std::string text = name.substr(name.rfind('/') + 1);
  // Of a class within another; not of what javac or we have numbered.
  for (std::size_t at = text.find('$', 1); at != std::string::npos; at = text.find('$', at + 1)) {
    const bool named = at + 1 < text.size() && text[at + 1] >= 'A' && text[at + 1] <= 'Z' && text[at - 1] != '$';
    if (named) text[at] = '.';
  }
  return text;
}

Class* Loader::find_loaded(std::string_view name) {
  const auto known = by_name_.find(std::string(name));
  return known == by_name_.end() ? nullptr : known->second;
}

Class* Loader::find(std::string_view name) {
  if (Class* known = find_loaded(name)) return known->primitive ? nullptr : known;
  if (!name.empty() && name[0] == '[') {
    if (!is_field_descriptor(name)) return nullptr;
    Class* element = of_descriptor(name.substr(1));
    return element == nullptr ? nullptr : &array_of(*element);
  }
  Bytes bytes;
  if (!source_(name, bytes)) return nullptr;
  std::unique_ptr<ClassFile> file = bytes.owned.empty() ? read_class_file(bytes.lasting, bytes.origin)
                                                        : read_class_file(std::move(bytes.owned), bytes.origin);
  if (file->name != name) {
    throw BadClass(
        fmt::format("{}: this file holds class {}, but class {} was expected", bytes.origin, file->name, name));
  }
  if (!bytes.library) refuse_newer_than_jdk(*file, bytes.origin);
  Class* klass = add(name, std::move(file), bytes.library, bytes.origin);
  klass->keeper = std::move(bytes.keeper);
  return klass;
}

void Loader::refuse_newer_than_jdk(const ClassFile& file, std::string_view origin) {
  constexpr int before_first = 44;  // Java 1 has class files of version 45
  const Class* const object = find_loaded("java/lang/Object");
  if (object == nullptr || file.major <= object->file->major) return;
  throw BadClass(fmt::format("{}: this class is compiled for Java {}, but the JDK is {}; name a newer JDK by --jdk",
                             origin, file.major - before_first, object->file->major - before_first));
}

Class& Loader::need(std::string_view name) {
  Class* klass = find(name);
  if (klass == nullptr) throw BadClass(fmt::format("{}: this class is not in the JDK's run-time image", name));
  return *klass;
}

Class& Loader::define(std::vector<std::uint8_t> bytes, bool library, std::string name) {
  std::unique_ptr<ClassFile> file = read_class_file(std::move(bytes), "a class made by the virtual machine");
  if (name.empty()) name = file->name;
  if (find(name) != nullptr)
    throw BadClass(fmt::format("{}: the virtual machine needs this name for a class of its own", name));
  return *add(name, std::move(file), library, "");
}

Class* Loader::of_descriptor(std::string_view descriptor) {
  if (descriptor[0] == '[') return find(descriptor);
  if (descriptor[0] == 'L') return find(descriptor.substr(1, descriptor.size() - 2));
  return &primitive(kind_of(descriptor[0]));
}

namespace {

constexpr std::array<std::string_view, 10> primitive_names = {"boolean", "char", "float", "double", "byte",
                                                              "short",   "int",  "long",  "",       "void"};

}  // namespace

Class& Loader::primitive(Kind kind) {
  const std::string name(primitive_names[static_cast<std::size_t>(kind)]);
  if (Class* known = find_loaded(name)) return *known;
  Class& klass = *classes_.emplace_back(std::make_unique<Class>());
  klass.name = name;
  klass.label = text_label(name);
  klass.primitive = true;
  klass.library = true;
  klass.kind = kind;
  klass.access = access::is_public | access::is_final | access::is_abstract;
  klass.init = Class::Init::yes;
  by_name_[name] = &klass;
  on_load(klass);
  return klass;
}

Class& Loader::array_of(Class& element) {
  if (element.array != nullptr) return *element.array;
  std::string name = "[";
  if (element.primitive) {
    static constexpr std::string_view letters = "ZCFDBSIJ";
    name += letters[static_cast<std::size_t>(element.kind)];
  } else if (element.is_array()) {
    name += element.name;
  } else {
    name += "L" + element.name + ";";
  }
  Class& klass = *classes_.emplace_back(std::make_unique<Class>());
  klass.name = name;
  klass.label = text_label(name);
  klass.library = element.library;
  klass.element = &element;
  klass.element_kind = element.primitive ? element.kind : Kind::ref;
  klass.access =
      static_cast<std::uint16_t>((element.access & access::is_public) | access::is_final | access::is_abstract);
  klass.super = &need("java/lang/Object");
  klass.interfaces = {&need("java/lang/Cloneable"), &need("java/io/Serializable")};
  klass.vtable = klass.super->vtable;
  klass.init = Class::Init::yes;
  gather_supers(klass);
  element.array = &klass;
  by_name_[name] = &klass;
  on_load(klass);
  return klass;
}

namespace {

// A class is on the list as long as those above it are found.
class Loading {
 public:
  Loading(std::vector<std::string>& names, std::string_view name) : names_(names) { names_.emplace_back(name); }
  ~Loading() { names_.pop_back(); }
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

 private:
  std::vector<std::string>& names_;
};

}  // namespace

MissingClass::MissingClass(std::string_view needs, std::string_view missing)
    : BadClass(fmt::format("{}: its superclass or interface {} is not found", needs, missing)), name(missing) {}

Class* Loader::add(std::string_view name, std::unique_ptr<ClassFile> file, bool library, std::string origin) {
  if (std::find(loading_.begin(), loading_.end(), name) != loading_.end()) {
    throw BadClass(fmt::format("{}: this class is its own superclass", name));
  }
  if (std::find(primitive_names.begin(), primitive_names.end(), name) != primitive_names.end()) {
    throw BadClass(fmt::format("{}: a class that is called as a primitive type is", name));
  }
  auto owned = std::make_unique<Class>();
  Class& klass = *owned;
  klass.name = name;
  klass.label = text_label(name);
  klass.source = std::move(origin);
  klass.library = library;
  klass.hidden = library && name.starts_with("waymark/internal/");
  klass.access = file->access;
  klass.file = std::move(file);
  find_supers(klass);
  link(klass);
  by_name_[klass.name] = &klass;
  classes_.push_back(std::move(owned));
  on_load(klass);
  return &klass;
}

void Loader::find_supers(Class& klass) {
  const Loading loading(loading_, klass.name);
  const std::string& name = klass.name;
  const auto load = [&](std::string_view wanted, bool interface) {
    Class* found = find(wanted);
    if (found == nullptr) throw MissingClass(name, wanted);
    if (found->is_interface() != interface) {
      throw BadClass(fmt::format("{}: {} is {}an interface", name, wanted, interface ? "not " : ""));
    }
    return found;
  };
  if (!klass.file->super.empty()) {
    klass.super = load(klass.file->super, false);
    if ((klass.super->access & access::is_final) != 0) {
      throw BadClass(fmt::format("{}: its superclass {} is final", name, klass.file->super));
    }
  }
  for (const std::string_view interface : klass.file->interfaces) klass.interfaces.push_back(load(interface, true));
}

void Loader::link(Class& klass) {
  add_members(klass);
  lay_out(klass);
  gather_supers(klass);
  make_vtable(klass);
  klass.pool.resize(klass.file->pool.size());
}

namespace {

// Fields of a Thread that only it uses, or that nobody writes once it has been started; and the like.
bool is_quiet(const Class& klass, std::string_view field) {
  static constexpr std::array<std::string_view, 12> quiet = {"threadLocals",
                                                             "inheritableThreadLocals",
                                                             "threadLocalRandomSeed",
                                                             "threadLocalRandomProbe",
                                                             "threadLocalRandomSecondarySeed",
                                                             "target",
                                                             "group",
                                                             "daemon",
                                                             "inheritedAccessControlContext",
                                                             "priority",
                                                             "contextClassLoader",
                                                             "parkBlocker"};
  if (klass.name == "java/lang/ThreadGroup") return true;
  if (klass.name == "java/lang/System") return field == "allowSecurityManager" || field == "security";
  return klass.name == "java/lang/Thread" && std::find(quiet.begin(), quiet.end(), field) != quiet.end();
}

}  // namespace

void Loader::add_members(Class& klass) {
  for (const Member& member : klass.file->fields) {
    Field& field = klass.fields.emplace_back();
    field.owner = &klass;
    field.name = member.name;
    field.descriptor = member.descriptor;
    field.signature = member.signature;
    field.access = member.access;
    field.constant_value = member.constant_value;
    field.kind = kind_of(member.descriptor[0]);
    field.quiet = field.is_final() || is_quiet(klass, field.name);
    field.own = klass.name == "java/lang/Thread" && field.name.ends_with("hreadLocals");
  }
  for (const Member& member : klass.file->methods) {
    Method& method = klass.methods.emplace_back();
    method.owner = &klass;
    method.name = member.name;
    method.descriptor = member.descriptor;
    method.member = &member;
    method.access = member.access;
    std::size_t at = 1;
    if (!method.is_static()) method.argument_words = 1;
    for (; member.descriptor[at] != ')'; at += descriptor_length(member.descriptor.substr(at))) {
      method.arguments.push_back(kind_of(member.descriptor[at]));
      method.argument_words += words_of(method.arguments.back());
    }
    method.result = kind_of(member.descriptor[at + 1]);
    if (method.argument_words > 255) {
      throw BadClass(
          fmt::format("{}, method {}{}: more than 255 words of arguments", klass.name, method.name, method.descriptor));
    }
  }
  for (Method& method : klass.methods) {
    method.id = static_cast<std::uint32_t>(methods.size());
    methods.push_back(&method);
    method.label = text_label(method.descriptor, text_label(method.name, klass.label));
    method.native = find_native(method);
    if (method.name == "<clinit>" && method.is_static() && method.descriptor == "()V") klass.initializer = &method;
  }
}

void Loader::lay_out(Class& klass) {
  std::uint32_t words = 0;
  if (klass.super != nullptr) {
    words = klass.super->instance_words;
    klass.ref_offsets = klass.super->ref_offsets;
    klass.open_offsets = klass.super->open_offsets;
    klass.guard_offsets = klass.super->guard_offsets;
    klass.slots = klass.super->slots;
    klass.referent = klass.super->referent;
  }
  for (Field& field : klass.fields) {
    std::uint32_t& next = field.is_static() ? klass.static_words : words;
    field.offset = next;
    next += words_of(field.kind);
    if (!field.quiet) (field.is_static() ? klass.static_guards : klass.guard_offsets).push_back(next++);
    auto& slots = field.is_static() ? klass.static_slots : klass.slots;
    slots.resize(next, nullptr);
    slots[field.offset] = &field;
    if (field.kind == Kind::ref && !field.is_static() && !field.own) {
      klass.open_offsets.push_back(field.offset);
    }
    if (field.kind == Kind::ref) (field.is_static() ? klass.static_refs : klass.ref_offsets).push_back(field.offset);
  }
  if (klass.name == "java/lang/ref/Reference") {
    if (const Field* const referent = klass.declared_field("referent", {})) klass.referent = referent->offset;
  }
  // How many threads have ended that nobody has joined: for reduction, and no field of the program's.
  if (klass.name == "java/lang/Thread") klass.static_slots.resize(++klass.static_words, nullptr);
  klass.instance_words = words;
  klass.statics.assign(klass.static_words, 0);
}

void Loader::gather_supers(Class& klass) {
  if (klass.super != nullptr) {
    klass.supers = klass.super->supers;
    klass.chain = klass.super->chain;
  }
  klass.chain.push_back(&klass);
  klass.supers.push_back(&klass);
  for (const Class* interface : klass.interfaces) {
    klass.supers.insert(klass.supers.end(), interface->supers.begin(), interface->supers.end());
  }
  std::sort(klass.supers.begin(), klass.supers.end());
  klass.supers.erase(std::unique(klass.supers.begin(), klass.supers.end()), klass.supers.end());
}

namespace {

std::string_view package_of(const Class& klass) {
  const std::size_t slash = klass.name.rfind('/');
  return slash == std::string::npos ? std::string_view() : std::string_view(klass.name).substr(0, slash);
}

bool overrides(const Method& method, const Method& inherited) {
  if (method.name != inherited.name || method.descriptor != inherited.descriptor) return false;
  if ((inherited.access & (access::is_public | access::is_protected)) != 0) return true;
  return package_of(*method.owner) == package_of(*inherited.owner);
}

}  // namespace

void Loader::make_vtable(Class& klass) {
  if (klass.is_interface()) return;
  if (klass.super != nullptr) klass.vtable = klass.super->vtable;
  for (Method& method : klass.methods) {
    if (method.is_static() || method.is_private() || method.name == "<init>") continue;
    for (std::size_t i = 0; i < klass.vtable.size(); ++i) {
      if (!overrides(method, *klass.vtable[i])) continue;
      if ((klass.vtable[i]->access & access::is_final) != 0 && klass.vtable[i]->owner != &klass) {
        throw BadClass(
            fmt::format("{}, method {}{}: the inherited method is final", klass.name, method.name, method.descriptor));
      }
      klass.vtable[i] = &method;
      if (method.vtable < 0) method.vtable = static_cast<std::int32_t>(i);
    }
    if (method.vtable >= 0) continue;
    method.vtable = static_cast<std::int32_t>(klass.vtable.size());
    klass.vtable.push_back(&method);
  }
}

Field* Loader::find_field(Class& klass, std::string_view name, std::string_view descriptor) {
  if (Field* field = klass.declared_field(name, descriptor)) return field;
  for (Class* interface : klass.interfaces) {
    if (Field* field = find_field(*interface, name, descriptor)) return field;
  }
  return klass.super == nullptr ? nullptr : find_field(*klass.super, name, descriptor);
}

namespace {

// The maximally specific default method among all superinterfaces, else any abstract one. Where there are several, the
// same one in every process: the order of `supers` is none of the program's.
Method* find_in_interfaces(const Class& klass, std::string_view name, std::string_view descriptor) {
  std::vector<Method*> all;
  for (Class* super : klass.supers) {
    if (!super->is_interface()) continue;
    Method* method = super->declared(name, descriptor);
    if (method != nullptr && !method->is_static() && !method->is_private()) all.push_back(method);
  }
  std::ranges::sort(all, {}, [](const Method* method) { return std::string_view(method->owner->name); });
  Method* best = nullptr;
  for (Method* method : all) {
    if (best == nullptr || method->owner->extends(best->owner) ||
        (!best->owner->extends(method->owner) && best->is_abstract() && !method->is_abstract())) {
      best = method;
    }
  }
  return best;
}

}  // namespace

Method* Loader::find_method(Class& klass, std::string_view name, std::string_view descriptor) {
  for (Class* it = &klass; it != nullptr; it = it->super) {
    if (Method* method = it->declared(name, descriptor)) return method;
    if (it->name == "java/lang/invoke/VarHandle" || it->name == "java/lang/invoke/MethodHandle") {
      for (Method& method : it->methods) {
        if (method.name == name && (method.access & access::is_native) != 0) {
          method.polymorphic = true;
          return &method;
        }
      }
    }
  }
  if (klass.is_interface()) {
    static constexpr std::string_view object = "java/lang/Object";
    for (Class* super : klass.supers) {
      if (super->name != object) continue;
      if (Method* method = super->declared(name, descriptor)) return method;
    }
  }
  return find_in_interfaces(klass, name, descriptor);
}

Method* Loader::select(Class& klass, Method& method) {
  if (method.is_private()) return &method;
  if (method.vtable >= 0) {
    const auto index = static_cast<std::size_t>(method.vtable);
    return index < klass.vtable.size() ? klass.vtable[index] : nullptr;
  }
  const auto [known, fresh] = klass.itable.try_emplace(&method, nullptr);
  if (!fresh) return known->second;
  Method* found = nullptr;
  for (Class* it = &klass; it != nullptr && found == nullptr; it = it->super) {
    Method* declared = it->declared(method.name, method.descriptor);
    if (declared != nullptr && !declared->is_static() && !declared->is_private()) found = declared;
  }
  if (found == nullptr) found = find_in_interfaces(klass, method.name, method.descriptor);
  klass.itable[&method] = found;
  return found;
}

}  // namespace waymark::java

#include "java/machine/call_sites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "java/machine/adapting.hpp"

namespace waymark::java {

namespace {

struct Handle {
  unsigned kind = 0;
  std::string owner;
  std::string name;
  std::string descriptor;
  bool interface = false;
};

Handle read_handle(const ClassFile& file, std::uint16_t index) {
  const Constant& constant = file.pool[index];
  const Constant& target = file.pool[constant.b];
  const Constant& both = file.pool[target.b];
  return {constant.a, std::string(file.class_name(target.a)), std::string(file.utf8(both.a)),
          std::string(file.utf8(both.b)), target.tag == Tag::interface_method};
}

// What an invokedynamic says.
struct Site {
  const ClassFile* file = nullptr;
  std::string name;
  std::string descriptor;
  Handle bootstrap;
  const std::vector<std::uint16_t>* arguments = nullptr;
  std::string made;  // the name of the class made for it
};

std::string method_type(const Site& site, std::size_t argument) {
  return std::string(site.file->utf8(site.file->pool[(*site.arguments)[argument]].a));
}

// --- lambdas ---

bool has_tags(const Site& site, std::initializer_list<Tag> tags) {
  if (site.arguments->size() < tags.size()) return false;
  std::size_t i = 0;
  for (const Tag tag : tags) {
    if (site.file->pool[(*site.arguments)[i++]].tag != tag) return false;
  }
  return true;
}

void lambda_body(Assembler& out, const Site& site, const Signature& captured, const Handle& target,
                 const Signature& instantiated, const std::string& descriptor) {
  const Signature erased = parse(descriptor);
  std::uint16_t locals = 1;
  for (const std::string& it : erased.arguments) locals = static_cast<std::uint16_t>(locals + width(it));
  out.begin(access::is_public, site.name, descriptor, locals);
  // What the target takes, its receiver included.
  const Signature takes = parse(target.descriptor);
  std::vector<std::string> parameters;
  const bool constructs = target.kind == 8;
  if (target.kind != 6 && !constructs)
    parameters.push_back(target.owner[0] == '[' ? target.owner : "L" + target.owner + ";");
  parameters.insert(parameters.end(), takes.arguments.begin(), takes.arguments.end());
  if (constructs) {
    out.make(target.owner);
    out.op(op_dup);
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < captured.arguments.size() && next < parameters.size(); ++i, ++next) {
    out.op(op_aload);
    out.op(op_nop);  // local variable 0
    out.get_field(site.made, fmt::format("a{}", i), captured.arguments[i]);
    adapt(out, captured.arguments[i], parameters[next]);
  }
  std::uint16_t local = 1;
  for (std::size_t i = 0; i < erased.arguments.size() && next < parameters.size(); ++i, ++next) {
    out.load(erased.arguments[i], local);
    local = static_cast<std::uint16_t>(local + width(erased.arguments[i]));
    const std::string& between = i < instantiated.arguments.size() ? instantiated.arguments[i] : erased.arguments[i];
    adapt(out, erased.arguments[i], between);
    adapt(out, between, parameters[next]);
  }
  std::string result = takes.result;
  switch (target.kind) {
    case 5:
      out.call(op_invokevirtual, target.owner, target.name, target.descriptor);
      break;
    case 6:
      out.call(op_invokestatic, target.owner, target.name, target.descriptor, target.interface);
      break;
    case 7:
      out.call(op_invokespecial, target.owner, target.name, target.descriptor, target.interface);
      break;
    case 8:
      out.call(op_invokespecial, target.owner, "<init>", target.descriptor);
      result = "L" + target.owner + ";";
      break;
    default:
      out.call(op_invokeinterface, target.owner, target.name, target.descriptor, true);
  }
  if (erased.result == "V") {
    if (result != "V") out.op(width(result) == 2 ? op_pop2 : op_pop);
  } else {
    adapt(out, result, instantiated.result);
    adapt(out, instantiated.result, erased.result);
  }
  out.give_back(erased.result);
}

std::optional<std::vector<std::uint8_t>> make_lambda(const Site& site) {
  if (!has_tags(site, {Tag::method_type, Tag::method_handle, Tag::method_type})) return std::nullopt;
  const Signature captured = parse(site.descriptor);
  const Signature instantiated = parse(method_type(site, 2));
  const Handle target = read_handle(*site.file, (*site.arguments)[1]);
  if (target.kind < 5) return std::nullopt;
  std::vector<std::string> interfaces{class_constant(captured.result)};
  std::vector<std::string> descriptors{method_type(site, 0)};
  if (site.bootstrap.name == "altMetafactory") {
    const auto number = [&](std::size_t i) -> std::uint64_t {
      return i < site.arguments->size() ? site.file->pool[(*site.arguments)[i]].bits : 0;
    };
    const std::uint64_t flags = number(3);
    std::size_t at = 4;
    if ((flags & 1) != 0) interfaces.emplace_back("java/io/Serializable");
    if ((flags & 2) != 0) {
      const std::uint64_t count = number(at++);
      for (std::uint64_t i = 0; i < count && at < site.arguments->size(); ++i) {
        if (site.file->pool[(*site.arguments)[at]].tag != Tag::class_) return std::nullopt;
        interfaces.emplace_back(site.file->class_name((*site.arguments)[at++]));
      }
    }
    if ((flags & 4) != 0) {
      const std::uint64_t count = number(at++);
      for (std::uint64_t i = 0; i < count && at < site.arguments->size(); ++i) {
        if (site.file->pool[(*site.arguments)[at]].tag != Tag::method_type) return std::nullopt;
        descriptors.push_back(method_type(site, at++));
      }
    }
  }
  Assembler out(site.made, interfaces);
  std::string constructor = "(";
  std::uint16_t locals = 1;
  for (std::size_t i = 0; i < captured.arguments.size(); ++i) {
    out.field(fmt::format("a{}", i), captured.arguments[i]);
    constructor += captured.arguments[i];
    locals = static_cast<std::uint16_t>(locals + width(captured.arguments[i]));
  }
  constructor += ")V";
  out.begin(0, "<init>", constructor, locals);
  out.load("L", 0);
  out.call(op_invokespecial, "java/lang/Object", "<init>", "()V");
  std::uint16_t local = 1;
  for (std::size_t i = 0; i < captured.arguments.size(); ++i) {
    out.load("L", 0);
    out.load(captured.arguments[i], local);
    out.put_field(site.made, fmt::format("a{}", i), captured.arguments[i]);
    local = static_cast<std::uint16_t>(local + width(captured.arguments[i]));
  }
  out.op(op_return);
  out.begin(access::is_static, "make", site.descriptor, static_cast<std::uint16_t>(locals - 1));
  out.make(site.made);
  out.op(op_dup);
  local = 0;
  for (const std::string& it : captured.arguments) {
    out.load(it, local);
    local = static_cast<std::uint16_t>(local + width(it));
  }
  out.call(op_invokespecial, site.made, "<init>", constructor);
  out.op(op_areturn);
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    bool again = false;
    for (std::size_t n = 0; n < i; ++n) again = again || descriptors[n] == descriptors[i];
    if (!again) lambda_body(out, site, captured, target, instantiated, descriptors[i]);
  }
  return out.finish();
}

// --- string concatenation ---

constexpr std::string_view builder = "java/lang/StringBuilder";

void append(Assembler& out, std::string_view descriptor) {
  std::string taken(descriptor);
  if (descriptor == "B" || descriptor == "S") taken = "I";
  if (is_reference(descriptor) && descriptor != "Ljava/lang/String;") taken = "Ljava/lang/Object;";
  out.call(op_invokevirtual, builder, "append", fmt::format("({})Ljava/lang/StringBuilder;", taken));
}
void append_text(Assembler& out, std::string_view text) {
  if (text.empty()) return;
  out.push_string(text);
  append(out, "Ljava/lang/String;");
}

std::optional<std::vector<std::uint8_t>> make_concat(const Site& site) {
  const Signature takes = parse(site.descriptor);
  std::string recipe(takes.arguments.size(), '\1');
  std::size_t constant = 0;
  if (site.bootstrap.name == "makeConcatWithConstants") {
    if (!has_tags(site, {Tag::string})) return std::nullopt;
    recipe = site.file->utf8(site.file->pool[(*site.arguments)[0]].a);
    constant = 1;
  }
  std::uint16_t locals = 0;
  for (const std::string& it : takes.arguments) locals = static_cast<std::uint16_t>(locals + width(it));
  Assembler out(site.made, {});
  out.begin(access::is_static, "make", site.descriptor, locals);
  out.make(builder);
  out.op(op_dup);
  out.call(op_invokespecial, builder, "<init>", "()V");
  std::uint16_t local = 0;
  std::size_t argument = 0;
  std::string text;
  for (const char c : recipe) {
    if (c == '\1') {
      append_text(out, text);
      text.clear();
      if (argument == takes.arguments.size()) return std::nullopt;
      out.load(takes.arguments[argument], local);
      append(out, takes.arguments[argument]);
      local = static_cast<std::uint16_t>(local + width(takes.arguments[argument++]));
    } else if (c == '\2') {
      if (constant >= site.arguments->size()) return std::nullopt;
      const Constant& it = site.file->pool[(*site.arguments)[constant++]];
      if (it.tag == Tag::string) {
        text += site.file->utf8(it.a);
      } else if (it.tag == Tag::integer) {
        text += fmt::format("{}", static_cast<std::int32_t>(static_cast<std::uint32_t>(it.bits)));
      } else {
        return std::nullopt;
      }
    } else {
      text += c;
    }
  }
  append_text(out, text);
  out.call(op_invokevirtual, builder, "toString", "()Ljava/lang/String;");
  out.op(op_areturn);
  return out.finish();
}

// --- records ---

std::optional<std::vector<std::uint8_t>> make_record_method(const Site& site) {
  if (!has_tags(site, {Tag::class_, Tag::string})) return std::nullopt;
  const std::string record(site.file->class_name((*site.arguments)[0]));
  std::vector<Handle> fields;
  for (std::size_t i = 2; i < site.arguments->size(); ++i) {
    if (site.file->pool[(*site.arguments)[i]].tag != Tag::method_handle) return std::nullopt;
    fields.push_back(read_handle(*site.file, (*site.arguments)[i]));
    if (fields.back().kind != 1) return std::nullopt;
  }
  Assembler out(site.made, {});
  const auto get = [&](std::uint16_t local, const Handle& it) {
    out.load("L", local);
    out.get_field(it.owner, it.name, it.descriptor);
  };
  if (site.name == "toString") {
    out.begin(access::is_static, "make", site.descriptor, 1);
    std::string simple = record.substr(record.rfind('/') + 1);
    for (const InnerClass& inner : site.file->inner_classes) {
      if (inner.inner == record && !inner.name.empty()) simple = inner.name;
    }
    out.make(builder);
    out.op(op_dup);
    out.call(op_invokespecial, builder, "<init>", "()V");
    for (std::size_t i = 0; i < fields.size(); ++i) {
      append_text(out, (i == 0 ? simple + "[" : std::string(", ")) + fields[i].name + "=");
      get(0, fields[i]);
      append(out, fields[i].descriptor);
    }
    append_text(out, fields.empty() ? simple + "[]" : "]");
    out.call(op_invokevirtual, builder, "toString", "()Ljava/lang/String;");
    out.op(op_areturn);
  } else if (site.name == "hashCode") {
    out.begin(access::is_static, "make", site.descriptor, 1);
    out.push_int(0);
    for (const Handle& it : fields) {
      out.push_int(31);
      out.op(op_imul);
      get(0, it);
      if (is_reference(it.descriptor)) {
        out.call(op_invokestatic, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
      } else {
        out.call(op_invokestatic, wrapper_of(it.descriptor[0]).name, "hashCode", fmt::format("({})I", it.descriptor));
      }
      out.op(op_iadd);
    }
    out.op(op_ireturn);
  } else if (site.name == "equals") {
    out.begin(access::is_static, "make", site.descriptor, 2);
    out.load("L", 1);
    out.instance_of(record);
    std::vector<std::size_t> different{out.jump(op_ifeq)};
    for (const Handle& it : fields) {
      get(0, it);
      out.load("L", 1);
      out.check_cast(record);
      out.get_field(it.owner, it.name, it.descriptor);
      if (is_reference(it.descriptor)) {
        out.call(op_invokestatic, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
        different.push_back(out.jump(op_ifeq));
      } else {
        out.call(op_invokestatic, wrapper_of(it.descriptor[0]).name, "compare",
                 fmt::format("({}{})I", it.descriptor, it.descriptor));
        different.push_back(out.jump(op_ifne));
      }
    }
    out.push_int(1);
    out.op(op_ireturn);
    for (const std::size_t jump : different) out.land(jump);
    out.push_int(0);
    out.op(op_ireturn);
  } else {
    return std::nullopt;
  }
  return out.finish();
}

// --- switches over types and enums: (selector, int restart) -> int ---

// The bootstrap method of a constant that calls `owner`.of, which takes arguments of these tags; null if it does not.
const Bootstrap* made_by(const ClassFile& file, const Constant& constant, std::string_view owner,
                         std::initializer_list<Tag> tags) {
  if (constant.tag != Tag::dynamic) return nullptr;
  const Bootstrap& bootstrap = file.bootstraps[constant.a];
  const Handle handle = read_handle(file, bootstrap.handle);
  if (handle.owner != "java/lang/invoke/ConstantBootstraps" || handle.name != "invoke") return nullptr;
  const auto tag_of = [&](std::uint16_t argument) { return file.pool[argument].tag; };
  const auto& given = bootstrap.arguments;
  if (!std::equal(given.begin(), given.end(), tags.begin(), tags.end(),
                  [&](std::uint16_t argument, Tag tag) { return tag_of(argument) == tag; })) {
    return nullptr;
  }
  const Handle called = read_handle(file, given[0]);
  return called.owner == owner && called.name == "of" ? &bootstrap : nullptr;
}

// Code for labels. Each part jumps to the next label unless the selector, in variable 0, fits.
class SwitchLabels {
 public:
  SwitchLabels(Assembler& out, const Site& site) : out_(out), site_(site), file_(*site.file) {}

  // False: a label of another kind.
  [[nodiscard]] bool add(std::int32_t index, const Constant& label, std::uint16_t restart) {
    out_.load("I", restart);
    out_.push_int(index);
    next_ = {out_.jump(op_if_icmpgt)};
    if (!test(label)) return false;
    out_.push_int(index);
    out_.op(op_ireturn);
    for (const std::size_t jump : next_) out_.land(jump);
    return true;
  }

 private:
  void unless(Op op) { next_.push_back(out_.jump(op)); }

  bool test(const Constant& label) {
    if (site_.descriptor[1] != 'L' && site_.descriptor[1] != '[') return fits_primitive(label);
    if (label.tag == Tag::class_) {
      test_class(file_.utf8(label.a));
    } else if (label.tag == Tag::string && site_.bootstrap.name == "enumSwitch") {
      test_enum(file_.utf8(label.a));
    } else if (label.tag == Tag::string) {
      test_equal(file_.utf8(label.a));
    } else if (label.tag == Tag::integer) {
      test_number(static_cast<std::int32_t>(static_cast<std::uint32_t>(label.bits)));
    } else {
      return test_constant(label);
    }
    return true;
  }

  // A primitive selector fits its own type without a question.
  bool fits_primitive(const Constant& label) {
    if (label.tag != Tag::dynamic) return false;
    const Constant& both = file_.pool[label.b];
    return read_handle(file_, file_.bootstraps[label.a].handle).name == "primitiveClass" &&
           file_.utf8(both.a) == site_.descriptor.substr(1, 1);
  }

  void test_class(std::string_view name) {
    out_.load("L", 0);
    out_.instance_of(name);
    unless(op_ifeq);
  }

  void test_equal(std::string_view text) {
    out_.push_string(text);
    out_.load("L", 0);
    call_equals();
  }

  void test_enum(std::string_view name) {
    out_.push_string(name);
    out_.load("L", 0);
    out_.check_cast("java/lang/Enum");
    out_.call(op_invokevirtual, "java/lang/Enum", "name", "()Ljava/lang/String;");
    call_equals();
  }

  void call_equals() {
    out_.call(op_invokevirtual, "java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
    unless(op_ifeq);
  }

  // A Byte, Short, Integer or Character of that value.
  void test_number(std::int32_t value) {
    out_.load("L", 0);
    out_.instance_of("java/lang/Number");
    const std::size_t no_number = out_.jump(op_ifeq);
    out_.load("L", 0);
    out_.check_cast("java/lang/Number");
    out_.call(op_invokevirtual, "java/lang/Number", "intValue", "()I");
    out_.push_int(value);
    unless(op_if_icmpne);
    const std::size_t fits = out_.jump(op_goto);
    out_.land(no_number);
    test_class("java/lang/Character");
    out_.load("L", 0);
    out_.check_cast("java/lang/Character");
    out_.call(op_invokevirtual, "java/lang/Character", "charValue", "()C");
    out_.push_int(value);
    unless(op_if_icmpne);
    out_.land(fits);
  }

  // A constant of an enum by its qualified name.
  bool test_constant(const Constant& label) {
    const Bootstrap* const constant =
        made_by(file_, label, "java/lang/Enum$EnumDesc", {Tag::method_handle, Tag::dynamic, Tag::string});
    if (constant == nullptr) return false;
    const Bootstrap* const type = made_by(file_, file_.pool[constant->arguments[1]], "java/lang/constant/ClassDesc",
                                          {Tag::method_handle, Tag::string});
    if (type == nullptr) return false;
    std::string name(file_.utf8(file_.pool[type->arguments[1]].a));
    std::replace(name.begin(), name.end(), '.', '/');
    test_class(name);
    test_enum(file_.utf8(file_.pool[constant->arguments[2]].a));
    return true;
  }

  Assembler& out_;
  const Site& site_;
  const ClassFile& file_;
  std::vector<std::size_t> next_;
};

std::optional<std::vector<std::uint8_t>> make_switch(const Site& site) {
  Assembler out(site.made, {});
  const std::string selector = site.descriptor.substr(1, descriptor_length(site.descriptor.substr(1)));
  const std::uint16_t restart = width(selector);
  out.begin(access::is_static, "make", site.descriptor, static_cast<std::uint16_t>(restart + 1));
  if (selector[0] == 'L' || selector[0] == '[') {
    out.load("L", 0);
    const std::size_t given = out.jump(op_ifnonnull);
    out.push_int(-1);
    out.op(op_ireturn);
    out.land(given);
  }
  SwitchLabels labels(out, site);
  const auto count = static_cast<std::int32_t>(site.arguments->size());
  for (std::int32_t i = 0; i < count; ++i) {
    if (!labels.add(i, site.file->pool[(*site.arguments)[static_cast<std::size_t>(i)]], restart)) return std::nullopt;
  }
  out.push_int(count);
  out.op(op_ireturn);
  return out.finish();
}

}  // namespace

CallSite* CallSites::link(Thread& thread, Class& from, std::uint32_t index) {
  try {
    return make(from, index);
  } catch (const BadClass& bad) {
    exceptions_.unsupported(thread, bad.what());
    return nullptr;
  }
}

CallSite* CallSites::find(std::string_view made) {
  const std::size_t kind = made.rfind("$$");
  if (kind == std::string_view::npos || kind == 0 || made[0] == '[') return nullptr;
  const std::string_view digits = made.substr(made.rfind('$') + 1);
  std::uint32_t index = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), index).ec != std::errc()) return nullptr;
  Class* from = objects_.loader().find(made.substr(0, kind));
  if (from == nullptr || from->file == nullptr || index >= from->pool.size()) return nullptr;
  if (from->file->pool[index].tag != Tag::invoke_dynamic) return nullptr;
  Resolved& constant = from->pool[index];
  if (!constant.done) {
    if (objects_.loader().find_loaded(made) != nullptr) return nullptr;  // it was made, and is of no use
    constant.site = make(*from, index);
    constant.done = true;
  }
  return constant.site->target->owner->name == made ? constant.site : nullptr;
}

CallSite* CallSites::make(Class& from, std::uint32_t index) {
  const ClassFile& file = *from.file;
  const Constant& constant = file.pool[index];
  const Bootstrap& bootstrap = file.bootstraps[constant.a];
  const Constant& both = file.pool[constant.b];
  Site site;
  site.file = &file;
  site.name = file.utf8(both.a);
  site.descriptor = file.utf8(both.b);
  site.bootstrap = read_handle(file, bootstrap.handle);
  site.arguments = &bootstrap.arguments;
  std::optional<std::vector<std::uint8_t>> bytes;
  const std::string& owner = site.bootstrap.owner;
  bool lambda = false;
  if (owner == "java/lang/invoke/LambdaMetafactory") {
    site.made = fmt::format("{}$$Lambda${}", from.name, index);
    bytes = make_lambda(site);
    lambda = true;
  } else if (owner == "java/lang/invoke/StringConcatFactory") {
    site.made = fmt::format("{}$$Concat${}", from.name, index);
    bytes = make_concat(site);
  } else if (owner == "java/lang/runtime/ObjectMethods") {
    site.made = fmt::format("{}$$Record${}", from.name, index);
    bytes = make_record_method(site);
  } else if (owner == "java/lang/runtime/SwitchBootstraps") {
    site.made = fmt::format("{}$$Switch${}", from.name, index);
    bytes = make_switch(site);
  }
  if (!bytes) throw BadClass(fmt::format("invokedynamic by {}.{}", owner, site.bootstrap.name));
  Class& made = objects_.loader().define(std::move(*bytes), from.library);
  auto linked = std::make_unique<CallSite>();
  linked->target = made.declared("make", site.descriptor);
  made.init = Class::Init::yes;
  objects_.memory().always_initialized(made);
  actions_.prepare(*linked->target);
  if (lambda && site.descriptor[1] == ')') {
    linked->constant =
        objects_.memory().allocate_immortal(Immortal::of(Immortal::Kind::lambda, made.name), made)->place;
  }
  sites_.push_back(std::move(linked));
  return sites_.back().get();
}

}  // namespace waymark::java

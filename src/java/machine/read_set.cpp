#include "java/machine/read_set.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "java/classfile/opcodes.hpp"

namespace waymark::java {

namespace {

// Instructions that compute with what is in the frame, jump and return.
bool stays_in_frame(std::uint16_t op) {
  const bool constant = op <= op_dconst_1 || op == op_iconst || op == op_lconst;
  const bool local = (op >= op_iload && op <= op_aload) || (op >= op_istore && op <= op_astore);
  const bool computes = op >= op_pop && op <= op_goto;
  const bool leaves = op >= op_tableswitch && op <= op_areturn;
  return constant || local || computes || leaves || op == op_arraylength || op == op_instanceof || op == op_ifnull ||
         op == op_ifnonnull;
}

}  // namespace

void add_reads(Method& condition, ReadSet& reads, Loader& loader, ClassInitializer& initializer, Actions& actions) {
  constexpr std::size_t most_methods = 64;
  std::vector<Method*> methods{&condition};
  const auto unclear = [&](const Method& method, std::string_view what) {
    if (reads.unclear.empty()) reads.unclear = fmt::format("{} {}", method.text(), what);
  };
  for (std::size_t i = 0; i < methods.size() && reads.unclear.empty(); ++i) {
    Method& method = *methods[i];
    if (!initializer.is_settled(*method.owner)) return unclear(method, "is of a class that is initialised on the way");
    if (method.native != nullptr || method.is_synchronized()) return unclear(method, "does more than to read fields");
    if (!method.prepared) actions.prepare(method);
    const ClassFile& file = *method.owner->file;
    for (const Insn& insn : method.code) {
      if (stays_in_frame(insn.op)) continue;
      const bool is_read = insn.op == op_getstatic || insn.op == op_getfield;
      if (!is_read && insn.op != op_invokestatic) return unclear(method, "does more than to read fields");
      const Constant& constant = file.pool[static_cast<std::size_t>(insn.k)];
      const Constant& both = file.pool[constant.b];
      Class* const klass = loader.find(file.class_name(constant.a));
      if (klass == nullptr) return unclear(method, "names a class that is not there");
      if (is_read) {
        const Field* const field = Loader::find_field(*klass, file.utf8(both.a), file.utf8(both.b));
        if (field == nullptr) return unclear(method, "names a field that is not there");
        if (field->is_static() && !initializer.is_settled(*field->owner)) {
          return unclear(method, "reads a field of a class that is initialised on the way");
        }
        reads.add(*field);
      } else {
        Method* const called = Loader::find_method(*klass, file.utf8(both.a), file.utf8(both.b));
        if (called == nullptr || methods.size() == most_methods) return unclear(method, "calls more than is followed");
        if (std::find(methods.begin(), methods.end(), called) == methods.end()) methods.push_back(called);
      }
    }
  }
}

void ReadSet::add(const Field& field) {
  // Nobody stops before a write to it.
  if (field.quiet && !field.is_final()) {
    if (unclear.empty()) unclear = fmt::format("{} belongs to the machine", variable_name(field));
    return;
  }
  fields.push_back(&field);
}

}  // namespace waymark::java

#include "java/link/effect.hpp"

namespace waymark::java {

namespace {

std::string_view constant_value(const ClassFile& file, const Insn& insn) {
  if (insn.op == op_iconst) return insn.n == 0 ? "I" : "F";
  const Constant& constant = file.pool[static_cast<std::size_t>(insn.k)];
  if (insn.op == op_lconst) return constant.tag == Tag::long_ ? "J" : "D";
  return constant.tag == Tag::dynamic ? value_of(kind_of(descriptor_of(file, insn)[0])) : "A";
}

std::string looked_up(std::string_view values, const ClassFile& file, const Insn& insn) {
  std::string out;
  for (const char value : values) {
    switch (value) {
      case 'C':
        out += constant_value(file, insn);
        break;
      case 'N':
        out.append(insn.n, 'I');
        break;
      case 'P': {
        const std::string_view text = descriptor_of(file, insn);
        for (std::size_t i = 1; text[i] != ')'; i += descriptor_length(text.substr(i)))
          out += value_of(kind_of(text[i]));
        break;
      }
      case 'V': {
        const std::string_view text = descriptor_of(file, insn);
        out += value_of(kind_of(text[0] == '(' ? text[text.rfind(')') + 1] : text[0]));
        break;
      }
      default:
        out += value;
    }
  }
  return out;
}

}  // namespace

std::string_view value_of(Kind kind) {
  switch (kind) {
    case Kind::float_:
      return "F";
    case Kind::double_:
      return "D";
    case Kind::long_:
      return "J";
    case Kind::ref:
      return "A";
    case Kind::void_:
      return "";
    default:
      return "I";
  }
}

std::string_view descriptor_of(const ClassFile& file, const Insn& insn) {
  return file.utf8(file.pool[file.pool[static_cast<std::size_t>(insn.k)].b].b);
}

Effect effect_of(const Method& method, const Insn& insn) {
  const ClassFile& file = *method.owner->file;
  const Sides& effect = opcodes[insn.op].effect;
  return {looked_up(effect.taken, file, insn), looked_up(effect.given, file, insn)};
}

}  // namespace waymark::java

#include "java/classfile/assembler.hpp"

#include "java/classfile/class_file.hpp"

namespace waymark::java {

namespace {

constexpr std::uint16_t version = 61;
constexpr std::uint16_t stack_words = 260;  // more than any call needs

void u2(std::vector<std::uint8_t>& out, std::uint32_t value) {
  out.push_back(static_cast<std::uint8_t>(value >> 8));
  out.push_back(static_cast<std::uint8_t>(value));
}
void u4(std::vector<std::uint8_t>& out, std::uint32_t value) {
  u2(out, value >> 16);
  u2(out, value);
}
std::string two(std::uint16_t value) { return {static_cast<char>(value >> 8), static_cast<char>(value)}; }

}  // namespace

Assembler::Assembler(std::string_view name, const std::vector<std::string>& interfaces, std::string_view super) {
  this_class_ = klass_constant(name);
  super_class_ = klass_constant(super);
  for (const std::string& it : interfaces) interfaces_.push_back(klass_constant(it));
}

std::uint16_t Assembler::constant(const std::string& bytes) {
  const auto [known, fresh] = constants_.try_emplace(bytes, pool_count_);
  if (!fresh) return known->second;
  pool_.insert(pool_.end(), bytes.begin(), bytes.end());
  return pool_count_++;
}

std::uint16_t Assembler::utf8(std::string_view text) {
  std::string bytes(1, 1);
  bytes += two(static_cast<std::uint16_t>(text.size()));
  bytes += text;
  return constant(bytes);
}

std::uint16_t Assembler::klass_constant(std::string_view name) { return constant(std::string(1, 7) + two(utf8(name))); }

std::uint16_t Assembler::member(char tag, std::string_view klass, std::string_view name, std::string_view descriptor) {
  const std::uint16_t owner = klass_constant(klass);
  const std::uint16_t first = utf8(name);
  const std::uint16_t second = utf8(descriptor);
  const std::uint16_t both = constant(std::string(1, 12) + two(first) + two(second));
  return constant(std::string(1, tag) + two(owner) + two(both));
}

void Assembler::field(std::string_view name, std::string_view descriptor) {
  u2(fields_, access::is_private | access::is_final);
  u2(fields_, utf8(name));
  u2(fields_, utf8(descriptor));
  u2(fields_, 0);
  ++field_count_;
}

void Assembler::begin(std::uint16_t access, std::string_view name, std::string_view descriptor, std::uint16_t locals) {
  end();
  begun_ = {true, access, utf8(name), utf8(descriptor), locals};
}

void Assembler::end() {
  if (!begun_.is) return;
  u2(methods_, begun_.access);
  u2(methods_, begun_.name);
  u2(methods_, begun_.descriptor);
  u2(methods_, 1);
  u2(methods_, utf8("Code"));
  u4(methods_, static_cast<std::uint32_t>(12 + code_.size()));
  u2(methods_, stack_words);
  u2(methods_, begun_.locals);
  u4(methods_, static_cast<std::uint32_t>(code_.size()));
  methods_.insert(methods_.end(), code_.begin(), code_.end());
  u2(methods_, 0);
  u2(methods_, 0);
  ++method_count_;
  code_.clear();
  begun_.is = false;
}

void Assembler::with_constant(Op op, std::uint16_t constant) {
  this->op(op);
  u2(code_, constant);
}

void Assembler::load(std::string_view descriptor, std::uint16_t local) {
  Op op = op_iload;
  switch (descriptor[0]) {
    case 'J':
      op = op_lload;
      break;
    case 'F':
      op = op_fload;
      break;
    case 'D':
      op = op_dload;
      break;
    case 'L':
    case '[':
      op = op_aload;
      break;
    default:
      break;
  }
  this->op(op_wide);
  this->op(op);
  u2(code_, local);
}

void Assembler::give_back(std::string_view descriptor) {
  switch (descriptor[0]) {
    case 'V':
      return op(op_return);
    case 'J':
      return op(op_lreturn);
    case 'F':
      return op(op_freturn);
    case 'D':
      return op(op_dreturn);
    case 'L':
    case '[':
      return op(op_areturn);
    default:
      return op(op_ireturn);
  }
}

void Assembler::push_int(std::int32_t value) {
  if (value >= -32768 && value < 32768) {
    op(op_sipush);
    u2(code_, static_cast<std::uint32_t>(value));
    return;
  }
  std::string bytes(1, 3);
  const auto bits = static_cast<std::uint32_t>(value);
  bytes += two(static_cast<std::uint16_t>(bits >> 16));
  bytes += two(static_cast<std::uint16_t>(bits));
  with_constant(op_ldc_w, constant(bytes));
}

void Assembler::push_string(std::string_view text) {
  with_constant(op_ldc_w, constant(std::string(1, 8) + two(utf8(text))));
}

void Assembler::get_field(std::string_view klass, std::string_view name, std::string_view descriptor) {
  with_constant(op_getfield, member(9, klass, name, descriptor));
}
void Assembler::put_field(std::string_view klass, std::string_view name, std::string_view descriptor) {
  with_constant(op_putfield, member(9, klass, name, descriptor));
}

void Assembler::call(Op op, std::string_view klass, std::string_view name, std::string_view descriptor,
                     bool interface) {
  with_constant(op, member(interface ? 11 : 10, klass, name, descriptor));
  if (op == op_invokeinterface) u2(code_, 0x0100);
}

std::size_t Assembler::jump(Op op) {
  this->op(op);
  u2(code_, 0);
  return code_.size() - 3;
}

void Assembler::land(std::size_t jump) {
  const std::size_t distance = code_.size() - jump;
  code_[jump + 1] = static_cast<std::uint8_t>(distance >> 8);
  code_[jump + 2] = static_cast<std::uint8_t>(distance);
}

std::vector<std::uint8_t> Assembler::finish() {
  end();
  std::vector<std::uint8_t> out;
  u4(out, 0xCAFEBABE);
  u2(out, 0);
  u2(out, version);
  u2(out, pool_count_);
  out.insert(out.end(), pool_.begin(), pool_.end());
  u2(out, access::is_final | access::is_synthetic | access::is_synchronized);
  u2(out, this_class_);
  u2(out, super_class_);
  u2(out, static_cast<std::uint32_t>(interfaces_.size()));
  for (const std::uint16_t it : interfaces_) u2(out, it);
  u2(out, field_count_);
  out.insert(out.end(), fields_.begin(), fields_.end());
  u2(out, method_count_);
  out.insert(out.end(), methods_.begin(), methods_.end());
  u2(out, 0);
  return out;
}

}  // namespace waymark::java

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "java/link/code.hpp"
#include "java/link/effect.hpp"
#include "java/link/flow.hpp"

namespace waymark::java {

namespace {

constexpr std::int32_t no_target = -1;

class Decoder {
 public:
  explicit Decoder(Method& method)
      : method_(method), file_(*method.owner->file), code_(*method.member->code), bytes_(code_.bytes) {}

  void run() {
    decode_all();
    place_handlers();
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& why) const { bad_code(method_, offset, why); }

  std::uint8_t u1(std::size_t at) const {
    if (at >= bytes_.size()) fail(at, "the body ends within an instruction");
    return bytes_[at];
  }
  std::uint16_t u2(std::size_t at) const { return static_cast<std::uint16_t>(u1(at) << 8 | u1(at + 1)); }
  std::int16_t s2(std::size_t at) const { return static_cast<std::int16_t>(u2(at)); }
  std::int32_t s4(std::size_t at) const { return static_cast<std::int32_t>(std::uint32_t{u2(at)} << 16 | u2(at + 2)); }

  void decode_all() {
    index_of_.assign(bytes_.size() + 1, no_target);
    std::size_t at = 0;
    while (at < bytes_.size()) {
      index_of_[at] = static_cast<std::int32_t>(method_.code.size());
      method_.offsets.push_back(static_cast<std::uint16_t>(at));
      at += decode_one(at);
    }
    index_of_[bytes_.size()] = static_cast<std::int32_t>(method_.code.size());
    for (std::size_t i = 0; i < method_.code.size(); ++i) {
      Insn& insn = method_.code[i];
      if (branches(insn.op)) insn.k = target(method_.offsets[i], insn.k);
      if (opcodes[insn.op].flow == Flow::select) {
        Switch& table = method_.switches[static_cast<std::size_t>(insn.k)];
        table.otherwise = target(method_.offsets[i], table.otherwise);
        for (std::int32_t& t : table.targets) t = target(method_.offsets[i], t);
      }
    }
  }

  std::int32_t target(std::size_t from, std::int32_t distance) const {
    const std::int64_t to = static_cast<std::int64_t>(from) + distance;
    if (to < 0 || to >= static_cast<std::int64_t>(bytes_.size()) || index_of_[static_cast<std::size_t>(to)] < 0) {
      fail(from, "a jump that does not lead to an instruction");
    }
    return index_of_[static_cast<std::size_t>(to)];
  }

  std::size_t decode_one(std::size_t at) {
    const std::uint8_t op = u1(at);
    if (op >= jvm_opcodes) fail(at, fmt::format("unknown instruction {}", op));
    Insn insn{op, 0, 0};
    std::size_t length = 1;
    switch (opcodes[op].operands) {
      case Operands::none:
        break;
      case Operands::implied:
        shorten(insn);
        break;
      case Operands::byte_:
        insn = {op_iconst, 0, static_cast<std::int8_t>(u1(at + 1))};
        length = 2;
        break;
      case Operands::short_:
        insn = {op_iconst, 0, s2(at + 1)};
        length = 3;
        break;
      case Operands::local:
        insn.n = u1(at + 1);
        length = 2;
        break;
      case Operands::constant1:
        insn.k = u1(at + 1);
        length = 2;
        break;
      case Operands::constant2:
        insn.k = u2(at + 1);
        length = 3;
        break;
      case Operands::branch2:
        insn.k = s2(at + 1);
        length = 3;
        break;
      case Operands::branch4:
        insn.op = op == op_goto_w ? op_goto : op_jsr;
        insn.k = s4(at + 1);
        length = 5;
        break;
      case Operands::iinc:
        insn.n = u1(at + 1);
        insn.k = static_cast<std::int8_t>(u1(at + 2));
        length = 3;
        break;
      case Operands::interface_:
      case Operands::dynamic:
        insn.k = u2(at + 1);
        insn.n = u1(at + 3);
        u1(at + 4);
        length = 5;
        break;
      case Operands::array:
        insn.n = u1(at + 1);
        if (insn.n < 4 || insn.n > 11) fail(at, "an array of an unknown kind");
        length = 2;
        break;
      case Operands::multi:
        insn.k = u2(at + 1);
        insn.n = u1(at + 3);
        length = 4;
        break;
      case Operands::table:
      case Operands::lookup:
        length = decode_switch(at, insn);
        break;
      case Operands::wide:
        length = decode_wide(at, insn);
        break;
    }
    check_constant(at, insn);
    check_local(at, insn);
    method_.code.push_back(insn);
    return length;
  }

  // iload_2 is iload 2, and so on.
  static void shorten(Insn& insn) {
    const std::uint16_t op = insn.op;
    if (op >= op_iload_0 && op < op_iaload) {
      insn = {static_cast<std::uint16_t>(op_iload + (op - op_iload_0) / 4),
              static_cast<std::uint16_t>((op - op_iload_0) % 4), 0};
    } else if (op >= op_istore_0 && op < op_iastore) {
      insn = {static_cast<std::uint16_t>(op_istore + (op - op_istore_0) / 4),
              static_cast<std::uint16_t>((op - op_istore_0) % 4), 0};
    } else if (op >= op_iconst_m1 && op <= op_iconst_5) {
      insn = {op_iconst, 0, op - op_iconst_0};
    }
  }

  std::size_t decode_wide(std::size_t at, Insn& insn) {
    const std::uint8_t op = u1(at + 1);
    insn.op = op;
    insn.n = u2(at + 2);
    if (op == op_iinc) {
      insn.k = s2(at + 4);
      return 6;
    }
    if ((op < op_iload || op > op_aload) && (op < op_istore || op > op_astore) && op != op_ret) {
      fail(at, "wide before an instruction that has no wide form");
    }
    return 4;
  }

  std::size_t decode_switch(std::size_t at, Insn& insn) {
    const std::size_t base = at + 4 - at % 4;
    Switch table;
    table.otherwise = s4(base);
    std::size_t end = 0;
    if (insn.op == op_tableswitch) {
      table.low = s4(base + 4);
      const std::int64_t count = std::int64_t{s4(base + 8)} - table.low + 1;
      if (count < 0 || count > static_cast<std::int64_t>(bytes_.size())) fail(at, "a switch larger than the body");
      for (std::int64_t i = 0; i < count; ++i) table.targets.push_back(s4(base + 12 + static_cast<std::size_t>(i) * 4));
      end = base + 12 + static_cast<std::size_t>(count) * 4;
    } else {
      const std::int32_t count = s4(base + 4);
      if (count < 0 || static_cast<std::size_t>(count) > bytes_.size()) fail(at, "a switch larger than the body");
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        table.keys.push_back(s4(base + 8 + i * 8));
        table.targets.push_back(s4(base + 12 + i * 8));
      }
      if (!std::is_sorted(table.keys.begin(), table.keys.end())) fail(at, "the keys of a switch are not in order");
      end = base + 8 + static_cast<std::size_t>(count) * 8;
    }
    insn.k = static_cast<std::int32_t>(method_.switches.size());
    method_.switches.push_back(std::move(table));
    return end - at;
  }

  void check_constant(std::size_t at, Insn& insn) {
    const auto tag = [&]() -> Tag {
      const auto index = static_cast<std::size_t>(insn.k);
      if (index == 0 || index >= file_.pool.size()) fail(at, fmt::format("there is no constant {}", index));
      return file_.pool[index].tag;
    };
    const auto expect = [&](std::initializer_list<Tag> tags) {
      if (std::find(tags.begin(), tags.end(), tag()) == tags.end()) {
        fail(at, fmt::format("{} with a constant of another kind", opcodes[insn.op].name));
      }
    };
    switch (insn.op) {
      case op_ldc:
      case op_ldc_w: {
        const Tag kind = tag();
        const Constant& constant = file_.pool[static_cast<std::size_t>(insn.k)];
        insn.op = op_ldc;
        if (kind == Tag::integer) {
          insn = {op_iconst, 0, static_cast<std::int32_t>(static_cast<std::uint32_t>(constant.bits))};
        } else if (kind == Tag::float_) {
          insn = {op_iconst, 1, static_cast<std::int32_t>(static_cast<std::uint32_t>(constant.bits))};
        } else {
          expect({Tag::string, Tag::class_, Tag::method_handle, Tag::method_type, Tag::dynamic});
        }
        break;
      }
      case op_ldc2_w:
        expect({Tag::long_, Tag::double_, Tag::dynamic});
        if (tag() != Tag::dynamic) insn.op = op_lconst;
        break;
      case op_getstatic:
      case op_putstatic:
      case op_getfield:
      case op_putfield:
        expect({Tag::field});
        break;
      case op_invokevirtual:
        expect({Tag::method});
        break;
      case op_invokespecial:
      case op_invokestatic:
        expect({Tag::method, Tag::interface_method});
        break;
      case op_invokeinterface:
        expect({Tag::interface_method});
        break;
      case op_invokedynamic:
        expect({Tag::invoke_dynamic});
        break;
      case op_new:
      case op_anewarray:
      case op_checkcast:
      case op_instanceof:
      case op_multianewarray:
        expect({Tag::class_});
        if (insn.op == op_multianewarray) {
          const std::string_view name = file_.class_name(static_cast<std::uint16_t>(insn.k));
          const std::size_t dimensions = name.find_first_not_of('[');
          if (insn.n == 0 || dimensions < insn.n) fail(at, "an array with fewer dimensions than are made");
        }
        if (insn.op == op_new && file_.class_name(static_cast<std::uint16_t>(insn.k))[0] == '[') {
          fail(at, "an array cannot be made by new");
        }
        break;
      default:
        break;
    }
  }

  void check_local(std::size_t at, const Insn& insn) const {
    const Sides& local = opcodes[insn.op].local;
    const std::uint32_t words = std::max(words_in(local.taken), words_in(local.given));
    if (words != 0 && insn.n + words > method_.max_locals)
      fail(at, fmt::format("there is no local variable {}", insn.n));
  }

  void place_handlers() {
    for (const Handler& handler : code_.handlers) {
      Catch entry;
      entry.begin = index_of_[handler.begin];
      entry.end = index_of_[handler.end];
      entry.target = index_of_[handler.target];
      entry.type = handler.type;
      if (entry.begin < 0 || entry.end < 0 || entry.target < 0) {
        fail(handler.begin, "an exception handler that does not lie at instructions");
      }
      method_.catches.push_back(entry);
    }
  }

  Method& method_;
  const ClassFile& file_;
  const CodeAttribute& code_;
  std::span<const std::uint8_t> bytes_;
  std::vector<std::int32_t> index_of_;  // of the instruction at a byte
};

}  // namespace

void decode(Method& method) { Decoder(method).run(); }

}  // namespace waymark::java

// The instructions of the Java virtual machine: name, operand form and effect on the operand stack, one row each. The
// decoder, the checker and the disassembler read this table.
//
// Effect: what is popped, '>', what is pushed. I F A one word; J D two; R a return address; '*' is computed.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace waymark::java {

enum class Form : std::uint8_t {
  none,
  byte_,      // a signed byte
  short_,     // a signed short
  local,      // a local variable
  constant1,  // index of a constant, one byte
  constant2,
  branch2,
  branch4,
  iinc,
  table,
  lookup,
  interface_,
  dynamic,
  array,      // kind of element
  multi,
  wide,
  bad,
};

struct Opcode {
  std::string_view name;
  Form form = Form::bad;
  std::string_view effect;
};

enum Op : std::uint16_t {
  op_nop = 0, op_aconst_null = 1, op_iconst_m1 = 2, op_iconst_0 = 3, op_iconst_5 = 8, op_lconst_0 = 9, op_lconst_1 = 10,
  op_fconst_0 = 11, op_fconst_1 = 12, op_fconst_2 = 13, op_dconst_0 = 14, op_dconst_1 = 15, op_bipush = 16, op_sipush = 17,
  op_ldc = 18, op_ldc_w = 19, op_ldc2_w = 20, op_iload = 21, op_lload = 22, op_fload = 23, op_dload = 24, op_aload = 25,
  op_iload_0 = 26, op_iaload = 46, op_laload = 47, op_faload = 48, op_daload = 49, op_aaload = 50, op_baload = 51,
  op_caload = 52, op_saload = 53, op_istore = 54, op_lstore = 55, op_fstore = 56, op_dstore = 57, op_astore = 58,
  op_istore_0 = 59, op_iastore = 79, op_lastore = 80, op_fastore = 81, op_dastore = 82, op_aastore = 83, op_bastore = 84,
  op_castore = 85, op_sastore = 86, op_pop = 87, op_pop2 = 88, op_dup = 89, op_dup_x1 = 90, op_dup_x2 = 91, op_dup2 = 92,
  op_dup2_x1 = 93, op_dup2_x2 = 94, op_swap = 95, op_iadd = 96, op_ladd = 97, op_fadd = 98, op_dadd = 99, op_isub = 100,
  op_lsub = 101, op_fsub = 102, op_dsub = 103, op_imul = 104, op_lmul = 105, op_fmul = 106, op_dmul = 107, op_idiv = 108,
  op_ldiv = 109, op_fdiv = 110, op_ddiv = 111, op_irem = 112, op_lrem = 113, op_frem = 114, op_drem = 115, op_ineg = 116,
  op_lneg = 117, op_fneg = 118, op_dneg = 119, op_ishl = 120, op_lshl = 121, op_ishr = 122, op_lshr = 123, op_iushr = 124,
  op_lushr = 125, op_iand = 126, op_land = 127, op_ior = 128, op_lor = 129, op_ixor = 130, op_lxor = 131, op_iinc = 132,
  op_i2l = 133, op_i2f = 134, op_i2d = 135, op_l2i = 136, op_l2f = 137, op_l2d = 138, op_f2i = 139, op_f2l = 140,
  op_f2d = 141, op_d2i = 142, op_d2l = 143, op_d2f = 144, op_i2b = 145, op_i2c = 146, op_i2s = 147, op_lcmp = 148,
  op_fcmpl = 149, op_fcmpg = 150, op_dcmpl = 151, op_dcmpg = 152, op_ifeq = 153, op_ifne = 154, op_iflt = 155,
  op_ifge = 156, op_ifgt = 157, op_ifle = 158, op_if_icmpeq = 159, op_if_icmpne = 160, op_if_icmplt = 161,
  op_if_icmpge = 162, op_if_icmpgt = 163, op_if_icmple = 164, op_if_acmpeq = 165, op_if_acmpne = 166, op_goto = 167,
  op_jsr = 168, op_ret = 169, op_tableswitch = 170, op_lookupswitch = 171, op_ireturn = 172, op_lreturn = 173,
  op_freturn = 174, op_dreturn = 175, op_areturn = 176, op_return = 177, op_getstatic = 178, op_putstatic = 179,
  op_getfield = 180, op_putfield = 181, op_invokevirtual = 182, op_invokespecial = 183, op_invokestatic = 184,
  op_invokeinterface = 185, op_invokedynamic = 186, op_new = 187, op_newarray = 188, op_anewarray = 189,
  op_arraylength = 190, op_athrow = 191, op_checkcast = 192, op_instanceof = 193, op_monitorenter = 194,
  op_monitorexit = 195, op_wide = 196, op_multianewarray = 197, op_ifnull = 198, op_ifnonnull = 199, op_goto_w = 200,
  op_jsr_w = 201,
  op_iconst = 256,  // ours: a constant of one word
  op_lconst = 257,  // ours: a number of two words, of the constant pool
};

constexpr std::array<Opcode, 202> opcodes = {{
    {"nop", Form::none, ">"}, {"aconst_null", Form::none, ">A"}, {"iconst_m1", Form::none, ">I"},
    {"iconst_0", Form::none, ">I"}, {"iconst_1", Form::none, ">I"}, {"iconst_2", Form::none, ">I"},
    {"iconst_3", Form::none, ">I"}, {"iconst_4", Form::none, ">I"}, {"iconst_5", Form::none, ">I"},
    {"lconst_0", Form::none, ">J"}, {"lconst_1", Form::none, ">J"}, {"fconst_0", Form::none, ">F"},
    {"fconst_1", Form::none, ">F"}, {"fconst_2", Form::none, ">F"}, {"dconst_0", Form::none, ">D"},
    {"dconst_1", Form::none, ">D"}, {"bipush", Form::byte_, ">I"}, {"sipush", Form::short_, ">I"},
    {"ldc", Form::constant1, "*"}, {"ldc_w", Form::constant2, "*"}, {"ldc2_w", Form::constant2, "*"},
    {"iload", Form::local, ">I"}, {"lload", Form::local, ">J"}, {"fload", Form::local, ">F"},
    {"dload", Form::local, ">D"}, {"aload", Form::local, ">A"}, {"iload_0", Form::none, ">I"},
    {"iload_1", Form::none, ">I"}, {"iload_2", Form::none, ">I"}, {"iload_3", Form::none, ">I"},
    {"lload_0", Form::none, ">J"}, {"lload_1", Form::none, ">J"}, {"lload_2", Form::none, ">J"},
    {"lload_3", Form::none, ">J"}, {"fload_0", Form::none, ">F"}, {"fload_1", Form::none, ">F"},
    {"fload_2", Form::none, ">F"}, {"fload_3", Form::none, ">F"}, {"dload_0", Form::none, ">D"},
    {"dload_1", Form::none, ">D"}, {"dload_2", Form::none, ">D"}, {"dload_3", Form::none, ">D"},
    {"aload_0", Form::none, ">A"}, {"aload_1", Form::none, ">A"}, {"aload_2", Form::none, ">A"},
    {"aload_3", Form::none, ">A"}, {"iaload", Form::none, "AI>I"}, {"laload", Form::none, "AI>J"},
    {"faload", Form::none, "AI>F"}, {"daload", Form::none, "AI>D"}, {"aaload", Form::none, "AI>A"},
    {"baload", Form::none, "AI>I"}, {"caload", Form::none, "AI>I"}, {"saload", Form::none, "AI>I"},
    {"istore", Form::local, "I>"}, {"lstore", Form::local, "J>"}, {"fstore", Form::local, "F>"},
    {"dstore", Form::local, "D>"}, {"astore", Form::local, "*"}, {"istore_0", Form::none, "I>"},
    {"istore_1", Form::none, "I>"}, {"istore_2", Form::none, "I>"}, {"istore_3", Form::none, "I>"},
    {"lstore_0", Form::none, "J>"}, {"lstore_1", Form::none, "J>"}, {"lstore_2", Form::none, "J>"},
    {"lstore_3", Form::none, "J>"}, {"fstore_0", Form::none, "F>"}, {"fstore_1", Form::none, "F>"},
    {"fstore_2", Form::none, "F>"}, {"fstore_3", Form::none, "F>"}, {"dstore_0", Form::none, "D>"},
    {"dstore_1", Form::none, "D>"}, {"dstore_2", Form::none, "D>"}, {"dstore_3", Form::none, "D>"},
    {"astore_0", Form::none, "*"}, {"astore_1", Form::none, "*"}, {"astore_2", Form::none, "*"},
    {"astore_3", Form::none, "*"}, {"iastore", Form::none, "AII>"}, {"lastore", Form::none, "AIJ>"},
    {"fastore", Form::none, "AIF>"}, {"dastore", Form::none, "AID>"}, {"aastore", Form::none, "AIA>"},
    {"bastore", Form::none, "AII>"}, {"castore", Form::none, "AII>"}, {"sastore", Form::none, "AII>"},
    {"pop", Form::none, "*"}, {"pop2", Form::none, "*"}, {"dup", Form::none, "*"},
    {"dup_x1", Form::none, "*"}, {"dup_x2", Form::none, "*"}, {"dup2", Form::none, "*"},
    {"dup2_x1", Form::none, "*"}, {"dup2_x2", Form::none, "*"}, {"swap", Form::none, "*"},
    {"iadd", Form::none, "II>I"}, {"ladd", Form::none, "JJ>J"}, {"fadd", Form::none, "FF>F"},
    {"dadd", Form::none, "DD>D"}, {"isub", Form::none, "II>I"}, {"lsub", Form::none, "JJ>J"},
    {"fsub", Form::none, "FF>F"}, {"dsub", Form::none, "DD>D"}, {"imul", Form::none, "II>I"},
    {"lmul", Form::none, "JJ>J"}, {"fmul", Form::none, "FF>F"}, {"dmul", Form::none, "DD>D"},
    {"idiv", Form::none, "II>I"}, {"ldiv", Form::none, "JJ>J"}, {"fdiv", Form::none, "FF>F"},
    {"ddiv", Form::none, "DD>D"}, {"irem", Form::none, "II>I"}, {"lrem", Form::none, "JJ>J"},
    {"frem", Form::none, "FF>F"}, {"drem", Form::none, "DD>D"}, {"ineg", Form::none, "I>I"},
    {"lneg", Form::none, "J>J"}, {"fneg", Form::none, "F>F"}, {"dneg", Form::none, "D>D"},
    {"ishl", Form::none, "II>I"}, {"lshl", Form::none, "JI>J"}, {"ishr", Form::none, "II>I"},
    {"lshr", Form::none, "JI>J"}, {"iushr", Form::none, "II>I"}, {"lushr", Form::none, "JI>J"},
    {"iand", Form::none, "II>I"}, {"land", Form::none, "JJ>J"}, {"ior", Form::none, "II>I"},
    {"lor", Form::none, "JJ>J"}, {"ixor", Form::none, "II>I"}, {"lxor", Form::none, "JJ>J"},
    {"iinc", Form::iinc, ">"}, {"i2l", Form::none, "I>J"}, {"i2f", Form::none, "I>F"},
    {"i2d", Form::none, "I>D"}, {"l2i", Form::none, "J>I"}, {"l2f", Form::none, "J>F"},
    {"l2d", Form::none, "J>D"}, {"f2i", Form::none, "F>I"}, {"f2l", Form::none, "F>J"},
    {"f2d", Form::none, "F>D"}, {"d2i", Form::none, "D>I"}, {"d2l", Form::none, "D>J"},
    {"d2f", Form::none, "D>F"}, {"i2b", Form::none, "I>I"}, {"i2c", Form::none, "I>I"},
    {"i2s", Form::none, "I>I"}, {"lcmp", Form::none, "JJ>I"}, {"fcmpl", Form::none, "FF>I"},
    {"fcmpg", Form::none, "FF>I"}, {"dcmpl", Form::none, "DD>I"}, {"dcmpg", Form::none, "DD>I"},
    {"ifeq", Form::branch2, "I>"}, {"ifne", Form::branch2, "I>"}, {"iflt", Form::branch2, "I>"},
    {"ifge", Form::branch2, "I>"}, {"ifgt", Form::branch2, "I>"}, {"ifle", Form::branch2, "I>"},
    {"if_icmpeq", Form::branch2, "II>"}, {"if_icmpne", Form::branch2, "II>"}, {"if_icmplt", Form::branch2, "II>"},
    {"if_icmpge", Form::branch2, "II>"}, {"if_icmpgt", Form::branch2, "II>"}, {"if_icmple", Form::branch2, "II>"},
    {"if_acmpeq", Form::branch2, "AA>"}, {"if_acmpne", Form::branch2, "AA>"}, {"goto", Form::branch2, ">"},
    {"jsr", Form::branch2, ">R"}, {"ret", Form::local, ">"}, {"tableswitch", Form::table, "I>"},
    {"lookupswitch", Form::lookup, "I>"}, {"ireturn", Form::none, "I>"}, {"lreturn", Form::none, "J>"},
    {"freturn", Form::none, "F>"}, {"dreturn", Form::none, "D>"}, {"areturn", Form::none, "A>"},
    {"return", Form::none, ">"}, {"getstatic", Form::constant2, "*"}, {"putstatic", Form::constant2, "*"},
    {"getfield", Form::constant2, "*"}, {"putfield", Form::constant2, "*"}, {"invokevirtual", Form::constant2, "*"},
    {"invokespecial", Form::constant2, "*"}, {"invokestatic", Form::constant2, "*"},
    {"invokeinterface", Form::interface_, "*"}, {"invokedynamic", Form::dynamic, "*"},
    {"new", Form::constant2, ">A"}, {"newarray", Form::array, "I>A"}, {"anewarray", Form::constant2, "I>A"},
    {"arraylength", Form::none, "A>I"}, {"athrow", Form::none, "A>"}, {"checkcast", Form::constant2, "A>A"},
    {"instanceof", Form::constant2, "A>I"}, {"monitorenter", Form::none, "A>"}, {"monitorexit", Form::none, "A>"},
    {"wide", Form::wide, ""}, {"multianewarray", Form::multi, "*"}, {"ifnull", Form::branch2, "A>"},
    {"ifnonnull", Form::branch2, "A>"}, {"goto_w", Form::branch4, ">"}, {"jsr_w", Form::branch4, ">R"},
}};

}  // namespace waymark::java

// Textual IR, as both compilers write it and as people get it wrong.
#include "llvm/syntax/read.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "llvm/link/link.hpp"
#include "refusal.hpp"

namespace waymark::llvm {
namespace {

const Function& function_of(const Module& module, std::string_view name) {
  for (const Function& one : module.functions) {
    if (one.name == name) return one;
  }
  throw std::runtime_error("no such function");
}

const Global& global_of(const Module& module, std::string_view name) {
  for (const Global& one : module.globals) {
    if (one.name == name) return one;
  }
  throw std::runtime_error("no such global");
}

std::vector<std::string> opcodes_of(const Function& function) {
  std::vector<std::string> made;
  for (const Instruction& one : function.instructions) made.emplace_back(text(one.opcode));
  return made;
}

std::string fault_of(const std::string& text) {
  return tests::refusal_of([&] { (void)read_module("a.ll", text); });
}

TEST(Ir, TypedAndOpaquePointersAreOne) {
  const std::string typed = R"(
%struct.s = type { i32, %struct.s* }
@g = global %struct.s { i32 1, %struct.s* @g }, align 8
@p = global i32* getelementptr inbounds (%struct.s, %struct.s* @g, i32 0, i32 0)
define i32 @f(%struct.s* %0, i32 (i32)* %1) {
  %3 = getelementptr inbounds %struct.s, %struct.s* %0, i32 0, i32 0
  %4 = load i32, i32* %3, align 4
  %5 = call i32 %1(i32 %4)
  ret i32 %5
}
)";
  const std::string opaque = R"(
%struct.s = type { i32, ptr }
@g = global %struct.s { i32 1, ptr @g }, align 8
@p = global ptr @g
define i32 @f(ptr %0, ptr %1) {
  %3 = getelementptr inbounds %struct.s, ptr %0, i32 0, i32 0
  %4 = load i32, ptr %3, align 4
  %5 = call i32 %1(i32 %4)
  ret i32 %5
}
)";
  const Module a = read_module("a.ll", typed), b = read_module("b.ll", opaque);
  EXPECT_EQ(opcodes_of(function_of(a, "f")), opcodes_of(function_of(b, "f")));
  for (const Module* one : {&a, &b}) {
    const Function& f = function_of(*one, "f");
    EXPECT_EQ(text(*f.type), "i32 (ptr, ptr)");
    EXPECT_EQ(global_of(*one, "g").type->size, 16u);
    EXPECT_EQ(text(*f.instructions[0].source), "%struct.s");
    EXPECT_TRUE(f.instructions[0].flags & flag::inbounds);
    EXPECT_EQ(text(*f.calls.at(0).function_type), "i32 (i32)");
  }
}

TEST(Ir, TypesAreLaidOutByTheDataLayout) {
  const Module module = read_module("a.ll", R"(
target datalayout = "e-m:e-p270:32:32-i64:64-f80:128-n8:16:32:64-S128"
%a = type { i8, i32, i8, double }
%b = type <{ i8, i32 }>
@a = global %a zeroinitializer
@b = global %b zeroinitializer
@c = global [3 x %a] zeroinitializer
@d = global x86_fp80 0xK40008000000000000000
@e = global { i8, i128 } zeroinitializer
@v = global <3 x i32> zeroinitializer
@i = global { i8, i17 } zeroinitializer
)");
  const Type& a = *global_of(module, "a").type;
  EXPECT_EQ(a.size, 24u);
  EXPECT_EQ(a.alignment, 8u);
  EXPECT_EQ(a.offsets, (std::vector<std::uint64_t>{0, 4, 8, 16}));
  EXPECT_EQ(global_of(module, "b").type->size, 5u);
  EXPECT_EQ(global_of(module, "c").type->size, 72u);
  EXPECT_EQ(global_of(module, "d").type->store_size, 10u);
  EXPECT_EQ(global_of(module, "d").type->size, 16u);
  EXPECT_EQ(global_of(module, "e").type->size, 24u);  // by i64's alignment, as there is none of i128
  EXPECT_EQ(global_of(module, "v").type->size, 16u);
  EXPECT_EQ(global_of(module, "v").type->store_size, 12u);
  EXPECT_EQ(global_of(module, "i").type->size, 8u);
}

TEST(Ir, ConstantsHaveTheirValues) {
  const Module module = read_module("a.ll", R"(
@a = global i32 -1
@b = global i64 -9223372036854775808
@c = global i128 -2
@d = global float 0x3FF8000000000000
@e = global double 2.500000e-01
@f = global [3 x i8] c"a\0A\00"
@g = global i8 255
@h = global i1 true
@i = external global i32
@j = global i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 4) to i64)
@k = global i65 18446744073709551616
)");
  const auto value = [&](std::string_view name) { return module.constants[global_of(module, name).initialiser]; };
  EXPECT_EQ(value("a").low, 0xffff'ffffu);
  EXPECT_EQ(value("b").low, std::uint64_t{1} << 63);
  EXPECT_EQ(value("c").low, ~std::uint64_t{1});
  EXPECT_EQ(value("c").high, ~std::uint64_t{0});
  EXPECT_EQ(value("d").low, std::bit_cast<std::uint32_t>(1.5f));
  EXPECT_EQ(value("e").low, std::bit_cast<std::uint64_t>(0.25));
  EXPECT_EQ(module.strings[value("f").low], std::string("a\n\0", 3));
  EXPECT_EQ(value("g").low, 255u);
  EXPECT_EQ(value("h").low, 1u);
  EXPECT_FALSE(global_of(module, "i").defined);
  EXPECT_EQ(value("j").kind, ConstantKind::expression);
  EXPECT_EQ(value("j").opcode, Opcode::ptrtoint);
  EXPECT_EQ(value("k").low, 0u);
  EXPECT_EQ(value("k").high, 1u);
}

TEST(Ir, BlocksAndRegistersMayBeNamedBeforeTheyAreDefined) {
  const Module module = read_module("a.ll", R"(
define i32 @f(i1 %c) {
  br i1 %c, label %later, label %1
1:
  br label %later
later:
  %x = phi i32 [ 1, %0 ], [ %y, %1 ], [ %y, %later ]
  %y = add nsw i32 %x, 1
  br i1 %c, label %later, label %out
out:
  switch i32 %y, label %1 [
    i32 1, label %later
    i32 -2, label %out
  ]
}
)");
  const Function& f = function_of(module, "f");
  ASSERT_EQ(f.blocks.size(), 4u);
  EXPECT_EQ(f.blocks[0].name, "0");
  EXPECT_EQ(f.blocks[2].name, "later");
  EXPECT_EQ(std::vector<std::uint32_t>(f.blocks_of(f.instructions[0]).begin(), f.blocks_of(f.instructions[0]).end()),
            (std::vector<std::uint32_t>{2, 1}));
  const Instruction& phi = f.instructions[f.blocks[2].first];
  EXPECT_EQ(phi.opcode, Opcode::phi);
  EXPECT_EQ(f.blocks_of(phi)[0], 0u);
  EXPECT_EQ(f.operands_of(phi)[1], Operand::local(f.instructions[f.blocks[2].first + 1].result));
  EXPECT_EQ(f.instructions.back().block_count, 3u);
  EXPECT_EQ(f.instructions.back().operand_count, 3u);
}

TEST(Ir, AtomicInstructionsKeepTheirOrders) {
  const Module module = read_module("a.ll", R"(
define void @f(ptr %p) {
  %1 = load atomic volatile i32, ptr %p acquire, align 4
  store atomic i32 1, ptr %p syncscope("singlethread") release, align 4
  %2 = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %3 = atomicrmw umax ptr %p, i32 7 seq_cst, align 4
  fence acquire
  ret void
}
)");
  const Function& f = function_of(module, "f");
  EXPECT_EQ(f.instructions[0].ordering, Ordering::acquire);
  EXPECT_TRUE(f.instructions[0].flags & flag::is_volatile);
  EXPECT_TRUE(f.instructions[1].flags & flag::one_thread);
  EXPECT_EQ(f.instructions[2].ordering, Ordering::acq_rel);
  EXPECT_EQ(f.instructions[2].failure, Ordering::monotonic);
  EXPECT_EQ(text(*f.instructions[2].type), "{ i32, i1 }");
  EXPECT_EQ(f.instructions[3].update, Update::umax);
  EXPECT_EQ(f.instructions[4].ordering, Ordering::acquire);
}

constexpr std::string_view debug_nodes = R"(
!0 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3)
!1 = !DIFile(filename: "a.c", directory: "/x")
!2 = !DILocalVariable(name: "list", arg: 1, scope: !0, file: !1, line: 3, type: !3)
!3 = !DIDerivedType(tag: DW_TAG_typedef, name: "node_p", baseType: !4)
!4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", size: 128, elements: !6)
!6 = !{!7, !8}
!7 = !DIDerivedType(tag: DW_TAG_member, name: "next", baseType: !4, size: 64)
!8 = !DIDerivedType(tag: DW_TAG_member, name: "bits", baseType: !9, size: 3, offset: 64, flags: DIFlagBitField)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 4, column: 7, scope: !11)
!11 = distinct !DILexicalBlock(scope: !0, file: !1, line: 4, column: 1)
)";

void check_debug(const Module& module) {
  const Function& f = function_of(module, "f");
  ASSERT_EQ(f.variables.size(), 1u);
  const Variable& list = f.variables[0];
  EXPECT_EQ(list.name, "list");
  EXPECT_TRUE(list.is_address);
  EXPECT_EQ(list.argument, 1u);
  EXPECT_EQ(list.operand, Operand::local(f.instructions[0].result));
  const DebugType& pointer = module.debug.types[list.type];
  EXPECT_EQ(pointer.name, "node_p");
  EXPECT_EQ(pointer.kind, DebugKind::pointer);
  const DebugType& node = module.debug.types[pointer.element];
  ASSERT_EQ(node.members.size(), 2u);
  EXPECT_EQ(module.debug.types[node.members[0].type].element, pointer.element);
  EXPECT_TRUE(node.members[1].bit_field);
  EXPECT_EQ(module.debug.types[node.members[1].type].kind, DebugKind::signed_integer);
  const Place& place = module.debug.places[f.instructions.back().place];
  EXPECT_EQ(place.line, 4u);
  EXPECT_EQ(place.column, 7u);
  EXPECT_EQ(module.debug.files[place.file].name, "a.c");
  EXPECT_EQ(module.debug.scopes[module.debug.scopes[place.scope].parent].function, "f");
  EXPECT_EQ(opcodes_of(f), (std::vector<std::string>{"alloca", "ret"}));
}

TEST(Ir, VariablesOfTheSourceAreTold) {
  check_debug(read_module("a.ll", R"(
define void @f(i8* %p) !dbg !0 {
  %1 = alloca i8*, align 8
  call void @llvm.dbg.declare(metadata i8** %1, metadata !2, metadata !DIExpression()), !dbg !10
  ret void, !dbg !10
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
)" + std::string(debug_nodes)));
}

TEST(Ir, MetadataBehindAGlobalIsNotTheNextLines) {
  const Module module = read_module("a.ll", R"(
@a = global i8 0, align 1, !dbg !0
!llvm.dbg.cu = !{!2}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "a", scope: !2, line: 7)
!2 = distinct !DICompileUnit(language: DW_LANG_C99)
)");
  EXPECT_EQ(global_of(module, "a").source_name, "a");
  EXPECT_EQ(global_of(module, "a").line, 7u);
}

TEST(Ir, RecordsTellVariablesToo) {
  check_debug(read_module("a.ll", R"(
define void @f(ptr %p) !dbg !0 {
  %1 = alloca ptr, align 8
    #dbg_declare(ptr %1, !2, !DIExpression(), !10)
  ret void, !dbg !10
}
)" + std::string(debug_nodes)));
}

TEST(Ir, WhatGoesRoundInMetadataEnds) {
  const Module module = read_module("a.ll", R"(
define void @f() !dbg !0 {
  ret void, !dbg !1
}
!0 = !DILexicalBlock(scope: !2)
!1 = !DILocation(line: 1, scope: !0, inlinedAt: !1)
!2 = !DILexicalBlock(scope: !0)
)");
  std::size_t steps = 0;
  for (std::uint32_t at = function_of(module, "f").scope; at != 0 && steps < 10; at = module.debug.scopes[at].parent) {
    ++steps;
  }
  EXPECT_LT(steps, 10u);
  const Place& place = module.debug.places[function_of(module, "f").instructions[0].place];
  EXPECT_EQ(place.inlined_at, 0u);
}

TEST(Ir, AttributesByNumberAreBound) {
  const Module module = read_module("a.ll", R"(
declare void @end() #0
define void @f(ptr sret({ i64, i64 }) align 8 %a, ptr byval(i64) align 8 %b) {
  call void @end() #1
  unreachable
}
attributes #0 = { noreturn nounwind "frame-pointer"="all" }
attributes #1 = { noreturn memory(none) }
)");
  EXPECT_TRUE(function_of(module, "end").no_return);
  const Function& f = function_of(module, "f");
  EXPECT_FALSE(f.no_return);
  EXPECT_TRUE(f.calls[0].no_return);
  EXPECT_EQ(f.parameter_info[0].struct_result->size, 16u);
  EXPECT_EQ(f.parameter_info[1].by_value->size, 8u);
}

TEST(Ir, AnUnknownInstructionIsKeptWithItsText) {
  const Module module = read_module("a.ll", R"(
define void @f() {
  %x = frobnicate i32 7, label %y
  ret void
}
)");
  const Function& f = function_of(module, "f");
  ASSERT_EQ(f.instructions[0].opcode, Opcode::unsupported);
  EXPECT_EQ(f.texts[f.instructions[0].extra], "frobnicate i32 7, label %y");
}

TEST(Ir, ConstructorsRunByPriority) {
  const Module module = read_module("a.ll", R"(
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
define void @late() {
  ret void
}
define void @early() {
  ret void
}
)");
  ASSERT_EQ(module.constructors.size(), 2u);
  EXPECT_EQ(module.functions[module.constructors[0].function].name, "early");
  EXPECT_EQ(module.functions[module.constructors[1].function].name, "late");
}

TEST(Ir, FaultsHaveTheirPlace) {
  EXPECT_EQ(fault_of("define void @f() {\n  ret i32 %x\n}\n"), "a.ll:2:11: error: the register %x is not defined");
  EXPECT_EQ(fault_of("@a = global i8 256\n"), "a.ll:1:16: error: the number is too large for its type");
  EXPECT_EQ(fault_of("define i32 @f() {\n  ret void\n}\n"), "a.ll:2:3: error: 'ret': the function gives another type");
  EXPECT_EQ(fault_of("@a = global ptr @b\n"), "a.ll:1:17: error: @b is neither defined nor declared");
  EXPECT_EQ(fault_of("define void @f() {\n  br label %x\n}\n"), "a.ll:2:12: error: the block %x is not defined");
  EXPECT_EQ(fault_of("define void @f() {\na:\n  ret void\na:\n  ret void\n}\n"),
            "a.ll:4:1: error: the block %a is defined twice");
  EXPECT_EQ(fault_of("%a = type { %a }\n@x = global %a zeroinitializer\n"),
            "a.ll:1:1: error: the type %a contains itself");
  EXPECT_EQ(fault_of("define void @f(i32 %a) {\n  %b = add i32 %a, 1\n  %c = add i64 %b, 1\n  ret void\n}\n"),
            "a.ll:3:16: error: %b has the type i32, not i64");
  EXPECT_EQ(fault_of("define void @f() {\n  %b = load i32, i32 7\n  ret void\n}\n"),
            "a.ll:2:3: error: 'load': an address is expected");
  EXPECT_EQ(fault_of("hello"), "a.ll:1:1: error: a definition is expected, not 'hello'");
  EXPECT_EQ(fault_of("define void @f() {"), "a.ll:1:19: error: the function has no end");
  EXPECT_EQ(fault_of("BC\xC0\xDE"), "a.ll: error: it is bitcode; name the file FILE.bc");
}

TEST(Ir, DepthIsLimited) {
  std::string type = "@a = global ", value;
  for (int i = 0; i < 5'000; ++i) type += "[1 x ";
  EXPECT_NE(fault_of(type).find("nested too deeply"), std::string::npos);
  std::string expression = "@a = global ptr ";
  for (int i = 0; i < 5'000; ++i) expression += "getelementptr (i8, ptr ";
  EXPECT_NE(fault_of(expression).find("nested too deeply"), std::string::npos);
  std::string chain;
  for (int i = 0; i < 5'000; ++i) chain += "%t" + std::to_string(i) + " = type { %t" + std::to_string(i + 1) + " }\n";
  EXPECT_NE(fault_of(chain).find("nested too deeply"), std::string::npos);
  EXPECT_NE(fault_of("@a = global [999999999999 x [999999 x i64]] zeroinitializer\n").find("2^40"), std::string::npos);
}

// ---------------------------------------------------------------- linking

Module linked(const std::vector<std::string>& texts, const std::vector<std::string>& library = {},
              const LinkOptions& options = {}) {
  const auto types = std::make_shared<TypeTable>();
  std::vector<Module> program, of_library;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    program.push_back(read_module("file" + std::to_string(i) + ".ll", texts[i], types));
  }
  for (const std::string& text : library) of_library.push_back(read_module("library.ll", text, types));
  return link(std::move(program), std::move(of_library), options);
}

// The function that a function's first instruction calls.
std::string called_by(const Module& module, std::string_view name) {
  const Function& caller = function_of(module, name);
  const Constant& callee = module.constants[caller.operands_of(caller.instructions[0])[0].index()];
  return callee.kind == ConstantKind::function ? module.functions[callee.low].name : "nothing";
}

TEST(Link, InternalNamesAreKeptApart) {
  const Module module = linked({R"(
@x = internal global i32 1
define i32 @a() {
  %1 = load i32, ptr @x
  ret i32 %1
}
)",
                                R"(
@x = internal global i32 2
define i32 @b() {
  %1 = load i32, ptr @x
  ret i32 %1
}
)"});
  ASSERT_EQ(module.globals.size(), 2u);
  const auto read_by = [&](std::string_view name) {
    const Function& f = function_of(module, name);
    const Constant& address = module.constants[f.operands_of(f.instructions[0])[0].index()];
    return module.constants[module.globals[address.low].initialiser].low;
  };
  EXPECT_EQ(read_by("a"), 1u);
  EXPECT_EQ(read_by("b"), 2u);
}

TEST(Link, ADeclarationMeansTheDefinition) {
  const Module module = linked({R"(
declare void @g()
define void @f() {
  call void @g()
  ret void
}
)",
                                R"(
define void @g() {
  ret void
}
)"});
  EXPECT_EQ(called_by(module, "f"), "g");
  EXPECT_EQ(module.functions.size(), 2u);
  EXPECT_TRUE(function_of(module, "g").defined);
  EXPECT_TRUE(missing_names(module).empty());
}

TEST(Link, WeakGivesWayAndCommonIsTheLargest) {
  const Module module = linked({R"(
@c = common global i32 0
@w = weak global i32 1
)",
                                R"(
@c = common global [4 x i32] zeroinitializer
@w = global i32 2
)"});
  EXPECT_EQ(global_of(module, "c").type->size, 16u);
  EXPECT_EQ(module.constants[global_of(module, "w").initialiser].low, 2u);
  EXPECT_EQ(module.globals.size(), 2u);
}

TEST(Link, TwoDefinitionsAreRefused) {
  const std::string text = "define void @f() {\n  ret void\n}\n";
  EXPECT_EQ(tests::refusal_of([&] {
              (void)linked({text, text});
            }),
            "file1.ll: error: 'f' is defined here and in file0.ll");
  EXPECT_EQ(tests::refusal_of([&] {
              (void)linked(
                  {"@f = global ptr null", "declare void @f()\ndefine void @g() {\n  call void @f()\n  ret void\n}\n"});
            }),
            "file1.ll: error: 'f' is a function here and a variable in file0.ll");
}

TEST(Link, AliasesAreReplaced) {
  const Module module = linked({R"(
@other = alias void (), ptr @real
define void @real() {
  ret void
}
define void @f() {
  call void @other()
  ret void
}
)",
                                R"(
declare void @other()
define void @g() {
  call void @other()
  ret void
}
)"});
  EXPECT_EQ(called_by(module, "f"), "real");
  EXPECT_EQ(called_by(module, "g"), "real");
}

TEST(Link, AnAliasOfItselfIsRefused) {
  EXPECT_NE(tests::refusal_of([] { (void)linked({"@a = alias i8, ptr @b\n@b = alias i8, ptr @a\n"}); }), "no error");
}

TEST(Link, OfALibraryOnlyWhatIsNeededIsTaken) {
  const std::string program = R"(
declare i64 @strlen(ptr)
declare void @lock()
define void @f() {
  call i64 @strlen(ptr null)
  call void @lock()
  ret void
}
)";
  const std::string library = R"(
@table = internal global i32 7
@unused = internal global i32 7
define i64 @strlen(ptr %s) {
  %1 = load i32, ptr @table
  ret i64 0
}
define void @strcpy() {
  %1 = load i32, ptr @unused
  ret void
}
define void @lock() {
  ret void
}
)";
  LinkOptions options;
  options.native = [](std::string_view name) { return name == "lock"; };
  const Module module = linked({program}, {library}, options);
  EXPECT_EQ(called_by(module, "f"), "strlen");
  EXPECT_EQ(module.functions.size(), 3u);
  EXPECT_EQ(module.globals.size(), 1u);
  EXPECT_FALSE(function_of(module, "lock").defined);
  EXPECT_TRUE(module.units[function_of(module, "strlen").unit].library);
  EXPECT_FALSE(module.units[function_of(module, "f").unit].library);
}

TEST(Link, TheProgramsOwnFunctionIsTakenBeforeTheLibrarys) {
  const Module module =
      linked({"define i32 @abs(i32 %n) {\n  ret i32 1\n}\n"}, {"define i32 @abs(i32 %n) {\n  ret i32 2\n}\n"});
  ASSERT_EQ(module.functions.size(), 1u);
  const Function& abs = module.functions[0];
  EXPECT_EQ(module.constants[abs.operands_of(abs.instructions[0])[0].index()].low, 1u);
}

}  // namespace
}  // namespace waymark::llvm

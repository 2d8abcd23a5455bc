// What the trees of statements and declarations hold. Where a number or a text is Spin's, it comes from `spin -a` and
// `pan -d` of Spin 6.5.2 on the same model.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"
#include "refusal.hpp"

namespace waymark::promela {
namespace {

std::unique_ptr<Specification> model(const std::string& text) { return parse_text("m.pml", text); }

std::string model_refusal(const std::string& text) {
  return tests::short_refusal_of([&] { (void)model(text); });
}

std::vector<std::string> lines(const Sequence& body) {
  std::vector<std::string> out;
  for (const auto& stmt : body) out.push_back(text(*stmt));
  return out;
}

using Lines = std::vector<std::string>;

TEST(Statement, has_the_text_that_Spin_prints) {
  const auto m = model(R"(
    mtype = { a, b }; chan q = [3] of { mtype, byte }; byte x, arr[2];
    proctype P(byte n) { skip }
    init {
      q!a,x; q!a(x); q!!b,2; q?a,x; q??_,3; q?<a,x>; q?eval(x+1),-1; x = x + 1; x++; x--; arr[x] = 2; (x == 1); x; skip;
      run P(3); printf("%d\n", arr[0]); assert(x == 1); goto L; L: q?[a,x]; timeout; else; byte y = 3; len(q) > 0; printm(x)
    })");
  EXPECT_EQ(lines(m->processes[1]->body), (Lines{"q!a,x",
                                                 "q!a,x",
                                                 "q!!b,2",
                                                 "q?a,x",
                                                 "q??_,3",
                                                 "q?<a,x>",
                                                 "q?eval((x+1)),-1",
                                                 "x = (x+1)",
                                                 "x = (x+1)",
                                                 "x = (x-1)",
                                                 "arr[x] = 2",
                                                 "(x==1)",
                                                 "(x)",
                                                 "(1)",
                                                 "(run P(3))",
                                                 "printf('%d\\n',arr[0])",
                                                 "assert((x==1))",
                                                 "goto L",
                                                 "(q?[a,x])",
                                                 "(timeout)",
                                                 "else",
                                                 "y = 3",
                                                 "(len(q)>0)",
                                                 "printm(x)"}));
}

TEST(Statement, ends_at_a_line_end_where_one_could_end) {
  const auto m = model(
      "byte x; chan q = [1] of { byte };\ninit {\n  x = 1\n  (x == 1)\n  q!x\n  (x > 0 &&\n  x < 2)\n"
      "  if\n  :: x == 1\n  -> x++\n  :: else\n  fi\n  { x = 2 }\n  unless { x = 3 }\n  x++\n  x = 4\n}");
  EXPECT_EQ(lines(m->processes[0]->body),
            (Lines{"x = 1", "(x==1)", "q!x", "((x>0)&&(x<2))", "if", "unless", "x = (x+1)", "x = 4"}));
}

TEST(Statement, needs_no_semicolon_behind_a_brace_or_else) {
  const auto m =
      model("byte x; init { atomic { x = 1 } x = 2; if :: x > 0 -> skip :: else x = 3 fi; { x = 4 } { x = 5 } }");
  EXPECT_EQ(lines(m->processes[0]->body), (Lines{"atomic", "x = 2", "if", "{", "{"}));
}

TEST(Statement, may_be_a_label_alone) {
  const auto m = model("byte x; init { if :: x -> one: :: else -> two: fi; goto three; three: }");
  const auto& last = *m->processes[0]->body.back();
  ASSERT_EQ(last.labels.size(), 1U);
  EXPECT_EQ(text(last), "(1)");
  EXPECT_EQ(std::get<Goto>(m->processes[0]->body[1]->node).target, &last);
  EXPECT_EQ(m->processes[0]->labels.size(), 3U);
}

TEST(Statement, with_unless_carries_the_label_of_its_block) {
  const auto m = model("byte x; init { out: { x = 1 } unless { x > 2 }; goto out }");
  const auto& first = *m->processes[0]->body[0];
  ASSERT_TRUE(std::holds_alternative<Unless>(first.node));
  EXPECT_EQ(first.labels.front().name, "out");
  EXPECT_TRUE(std::get<Unless>(first.node).main->labels.empty());
  EXPECT_EQ(std::get<Goto>(m->processes[0]->body[1]->node).target, &first);
}

TEST(Declaration, numbers_mtype_names_backwards_list_by_list) {
  const auto m = model("mtype = { a, b, c }; mtype:other = { x, y } mtype { d e }; init { skip }");
  std::string numbers;
  for (const auto& name : m->mtypes) numbers += fmt::format("{}{} ", name->name, name->value);
  EXPECT_EQ(numbers, "a3 b2 c1 x2 y1 d5 e4 ");
}

// pan.h of Spin names these locals i, z, y, w, _f0r_t3mp_4_ and _4_3_late.
TEST(Declaration, in_an_inner_block_is_prefixed_as_Spin_does) {
  const auto m = model(R"(
    typedef M { byte a; byte b };
    chan q = [3] of { M };
    byte arr[4] = {1,2};
    active proctype P() {
      M m; byte i; byte z = 3;
      q!1,2;
      byte y = 3;
      byte w;
      for (m in q) { i++ }
      for (i in arr) { skip }
      { byte late; late++ }
    })");
  Lines names;
  for (const auto* symbol : m->processes[0]->locals) names.push_back(symbol->scope + symbol->name);
  EXPECT_EQ(names, (Lines{"m", "i", "z", "y", "w", "_f0r_t3mp_4_", "_4_3_late"}));
}

bool assigns(const Specification& m, std::string_view name) {
  const std::function<bool(const Sequence&, bool&)> find = [&](const Sequence& body, bool& found) {
    bool result = false;
    for (const auto& stmt : body) {
      if (const auto* declare = std::get_if<Declare>(&stmt->node);
          declare != nullptr && declare->symbol->name == name) {
        found = true;
        return declare->assigns;
      }
      if (const auto* block = std::get_if<Block>(&stmt->node)) result = find(block->body, found);
      if (const auto* loop = std::get_if<Do>(&stmt->node)) result = find(loop->options[0], found);
      if (found) return result;
    }
    return result;
  };
  for (const auto& process : m.processes) {
    bool found = false;
    const bool result = find(process->body, found);
    if (found) return result;
  }
  ADD_FAILURE() << name << " is not declared anywhere";
  return false;
}

// pan -d shows a step for each declaration that follows a statement or a brace, and none for the others.
TEST(Declaration, assigns_in_a_step_once_a_statement_or_brace_precedes_it) {
  const auto m = model(R"(
    chan q = [1] of { byte };
    inline f() { byte in_inline }
    active proctype P(byte n) { byte first = n, second; xr q; byte third; skip; byte late = 4 }
    active proctype Q() { { byte in_block } }
    active proctype R() { do :: byte in_option; break od }
    active proctype S() { f() }
  )");
  for (const auto* name : {"first", "second", "third"}) EXPECT_FALSE(assigns(*m, name)) << name;
  for (const auto* name : {"late", "in_block", "in_option", "in_inline"}) EXPECT_TRUE(assigns(*m, name)) << name;
}

TEST(Declaration, knows_type_width_and_count) {
  const auto m = model(R"(
    typedef T { byte a[3]; bit b };
    bit b; bool o; byte y; pid p; mtype m; short s; int i; unsigned u : 5; chan c; T t[4]; byte one[1];
    mtype = { x }; byte n = 7; byte like_n[n]; int sized[2 * 3 + 1];
    init { skip }
  )");
  std::string widths;
  for (const auto* symbol : m->globals)
    widths += fmt::format("{}:{}x{}{} ", symbol->name, symbol->type.width, symbol->count, symbol->is_array ? "!" : "");
  EXPECT_EQ(widths,
            "b:1x1 o:1x1 y:8x1 p:8x1 m:8x1 s:16x1 i:32x1 u:5x1 c:8x1 t:0x4! one:8x1! n:8x1 like_n:8x7! sized:32x7! ");
  EXPECT_EQ(m->records[0]->cells, 4);
}

TEST(Declaration, takes_records_in_messages_and_parameters_apart) {
  const auto m = model(R"(
    typedef In { byte a; byte b[2] }; typedef Out { In i; bit c };
    chan q = [2] of { byte, Out };
    proctype P(Out o; byte n) { o.i.a = n }
    init { Out x; q!1, x; q?_, x; run P(x, 1); run P(1, 2, 3, 4, 5) }
  )");
  EXPECT_EQ(m->globals[0]->channel->flat_fields, 5U);
  EXPECT_EQ(m->globals[0]->channel->fields.size(), 2U);
}

// Which forms Spin turns into an `if` before parsing, and which into a loop, by pan -d.
TEST(Select, is_literal_where_Spin_rewrites_the_text) {
  const auto literal = [](const std::string& text) {
    const auto m = model("inline f() { select (x : 1 .. 3) } byte x, x_y, n = 3; init { " + text + " }");
    const Stmt* stmt = m->processes[0]->body[0].get();
    if (const auto* block = std::get_if<Block>(&stmt->node)) stmt = block->body[0].get();
    return std::get<Select>(stmt->node).literal;
  };
  EXPECT_TRUE(literal("select (x : 1 .. 4)"));
  EXPECT_TRUE(literal("select(x:1..40)"));
  EXPECT_FALSE(literal("select (x : 1 .. n)"));
  EXPECT_FALSE(literal("select (x : 1 .. 2 + 1)"));
  EXPECT_FALSE(literal("select (x_y : 1 .. 4)"));
  EXPECT_FALSE(literal("select (x : 1\n .. 4)"));
  EXPECT_FALSE(literal("f()"));
}

TEST(Jump, prefers_the_label_of_its_own_block_then_of_one_around_it) {
  const auto m = model(R"(
    byte x;
    inline f() { skip; if :: x > 0 -> goto near :: else -> goto far fi; near: skip }
    init { f(); f(); far: skip }
  )");
  const auto& body = m->processes[0]->body;
  for (const std::size_t i : {0U, 1U}) {
    const auto& expansion = std::get<Block>(body[i]->node).body;
    const auto& options = std::get<If>(expansion[1]->node).options;
    EXPECT_EQ(std::get<Goto>(options[0][1]->node).target, expansion[2].get()) << i;
    EXPECT_EQ(std::get<Goto>(options[1][1]->node).target, body[2].get()) << i;
  }
}

TEST(Jump, finds_a_label_in_any_block_of_the_process) {
  const auto m = model("byte x; init { goto inside; { x = 1; inside: x = 2 } }");
  const auto& body = m->processes[0]->body;
  EXPECT_EQ(std::get<Goto>(body[0]->node).target, std::get<Block>(body[1]->node).body[1].get());
}

TEST(Process, keeps_what_its_head_says) {
  const auto m = model(R"(
    byte g; chan q = [1] of { byte };
    active [3] D_proctype P(byte a, b; chan c) priority 7 provided (g == 0 || _pid > 1) { skip }
    init priority 2 { run P(1, 2, q) priority 9 }
    never { skip } never named { skip }
    notrace { q!1 }
  )");
  const auto& p = *m->process("P");
  EXPECT_EQ(p.active, 3U);
  EXPECT_TRUE(p.deterministic);
  EXPECT_EQ(p.priority, 7);
  EXPECT_EQ(text(*p.provided), "((g==0)||(_pid>1))");
  EXPECT_EQ(p.parameters.size(), 3U);
  EXPECT_EQ(m->process(":init:")->priority, 2);
  EXPECT_EQ(m->process("never_0")->kind, ProcessKind::never);
  EXPECT_EQ(m->process("named")->kind, ProcessKind::never);
  EXPECT_EQ(m->process(":notrace:")->kind, ProcessKind::notrace);
}

TEST(Process, may_be_run_and_referred_to_before_it_is_declared) {
  const auto m = model("init { run P(1) } never { do :: P[1]@L && P[1]:x > 0 od } proctype P(byte x) { L: x++ }");
  const auto* p = m->process("P");
  EXPECT_EQ(std::get<promela::Run>(std::get<Expression>(m->processes[0]->body[0]->node).expr->node).process, p);
  const auto& both = std::get<Binary>(
      std::get<Expression>(std::get<Do>(m->process("never_0")->body[0]->node).options[0][0]->node).expr->node);
  EXPECT_EQ(std::get<RemoteLabel>(both.left->node).target, p->body[0].get());
}

TEST(Inline, is_substituted_as_text_and_points_into_its_body) {
  const auto m =
      model("byte x, y;\ninline set(a, b) {\n  a = b * 2;\n  a++\n}\ninit {\n  set(x, y + 1);\n  set(y, 3)\n}");
  const auto& first = std::get<Block>(m->processes[0]->body[0]->node).body;
  EXPECT_EQ(lines(first), (Lines{"x = (y+(1*2))", "x = (x+1)"}));  // text, not a value: no parentheses
  EXPECT_EQ(first[0]->at.line, 3U);
  EXPECT_EQ(first[0]->at.column, 3U);
  EXPECT_EQ(first[1]->at.line, 4U);
  EXPECT_EQ(lines(std::get<Block>(m->processes[0]->body[1]->node).body), (Lines{"y = (3*2)", "y = (y+1)"}));
}

TEST(Inline, gives_its_locals_a_block_of_their_own) {
  const auto m = model("inline f() { byte t; t = 1 } init { f(); f(); byte t; t = 2 }");
  EXPECT_EQ(m->processes[0]->locals.size(), 3U);
}

TEST(Inline, returns_by_assigning) {
  const auto m = model("byte a[3], x; inline f(n) { x = n; return n + 1 } init { a[x] = f(x + 2) }");
  EXPECT_EQ(lines(std::get<Block>(m->processes[0]->body[0]->node).body), (Lines{"x = (x+2)", "a[x] = ((x+2)+1)"}));
}

TEST(Inline, may_be_given_anything_that_fits_where_it_is_used) {
  const auto m = model("byte x; inline when(c, s) { if :: c -> s :: else fi } init { when(x == 1 && x > 0, x = 2) }");
  EXPECT_EQ(lines(std::get<If>(std::get<Block>(m->processes[0]->body[0]->node).body[0]->node).options[0]),
            (Lines{"((x==1)&&(x>0))", "x = 2"}));
}

TEST(Limit, stops_a_text_that_is_too_long) {
  EXPECT_EQ(model_refusal(std::string((16U << 20U) + 1, ' ')), "m.pml: error: is larger than 16777216 bytes");
  std::string many;
  for (int i = 0; i < 2'000'001; ++i) many += ";";
  EXPECT_EQ(model_refusal(many), "m.pml:1:2000001: error: the text has more than 2000000 tokens");
}

TEST(Limit, stops_statements_of_any_depth) {
  for (const std::string piece :
       {"{ ", "if :: ", "do :: ", "atomic { ", "d_step { ", "for (i : 1 .. 2) { ", "skip unless { ", "L: "}) {
    std::string deep = "byte i; init { ";
    for (int i = 0; i < 15'000; ++i) deep += piece;
    EXPECT_NE(model_refusal(deep).find("error"), std::string::npos) << piece;
  }
}

// Each of these is linear work; with a quadratic search somewhere they would take minutes.
TEST(Limit, is_reached_quickly_by_large_models) {
  std::string calls = "byte x; inline f() { byte t; t = x; again: t++; goto again } init { ";
  for (int i = 0; i < 15'000; ++i) calls += "f();";
  EXPECT_EQ(model_refusal(calls + "}"), "no error");
  std::string lists;
  for (int i = 0; i < 15'000; ++i) lists += fmt::format("mtype:t{} = {{ n{} }};", i, i);
  EXPECT_EQ(model_refusal(lists + "init { skip }"), "no error");
  std::string claims;
  for (int i = 0; i < 15'000; ++i) claims += "never { skip }";
  EXPECT_EQ(model_refusal(claims + "init { skip }"), "no error");
  std::string remote = "active proctype P() { ";
  for (int i = 0; i < 6'000; ++i) remote += fmt::format("L{}: skip; byte v{};", i, i);
  remote += "} never { do ";
  for (int i = 0; i < 6'000; ++i) remote += fmt::format(":: P@L{} && P:v{} > 0 ", i, i);
  EXPECT_EQ(model_refusal(remote + "od }"), "no error");
}

}  // namespace
}  // namespace waymark::promela

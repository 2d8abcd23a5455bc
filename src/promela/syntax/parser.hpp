// Recursive descent over the tokens of a specification, building the tree and binding names as it goes; what needs
// the whole text (processes run or referred to before they are read, jumps) is bound at the end. A syntax error is
// noted and reading goes on behind the statement, so that one run shows several.
//
// The methods are spread by subject over parse_units, parse_declarations, parse_statements, parse_expressions and
// parse_formulas.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "promela/syntax/ast.hpp"
#include "promela/syntax/labels.hpp"
#include "promela/syntax/names.hpp"
#include "promela/syntax/token_stream.hpp"

namespace waymark::promela {

class Parser {
 public:
  Parser(const base::Source& source, base::Diagnostics& diagnostics, Specification& specification,
         std::vector<Token> tokens);

  // Reads all units and binds what was left open. Faults are in the Diagnostics.
  void specification();

  // For text that comes on top of a finished specification: its globals, processes and mtypes are in sight.
  void know(const Specification& specification);
  ExprPtr lone_expression();
  LtlPtr lone_formula();

 private:
  struct Recover {};  // thrown when a fault has been noted and the statement at hand is given up

  // ---- tokens
  const Token& peek(std::size_t ahead = 0) { return stream_.peek(ahead); }
  bool at(Tok kind) { return peek().kind == kind; }
  bool at_name(std::string_view name) { return at(Tok::name) && text(peek()) == name; }
  Token next();
  bool accept(Tok kind);
  // What must come, and in the message for what.
  Token expect(Tok kind, std::string_view purpose);
  [[nodiscard]] std::string_view text(const Token& token) const { return stream_.text(token); }
  [[nodiscard]] std::string word(const Token& token) const { return std::string(text(token)); }
  // A token as a message names it: its text in quotes.
  [[nodiscard]] std::string found(const Token& token) const;
  void error(const Token& token, std::string_view message) { stream_.error(token, message); }
  [[noreturn]] void fail(const Token& token, std::string_view message);
  [[noreturn]] void fail_expected(std::string_view expected);

  // ---- units
  void unit();
  void recover_unit();
  void proctype();
  void init();
  void never();
  void trace();
  void ltl();
  void typedef_();
  void inline_();
  std::uint32_t active_count();
  void parameters();
  std::int32_t priority();
  void provided(Process& process);
  Process& new_process(ProcessKind kind, std::string name, const Token& at);
  void body(Process& process);
  void bind_runs();
  void bind_remote_references();
  void check_message_sizes();
  void check_subtypes();
  void check_processes();

  // ---- declarations
  enum class DeclaredAs : std::uint8_t { global, local, parameter, field };
  bool at_declaration();
  // Appends the statements of local declarations to `out`.
  void declaration(DeclaredAs as, Sequence* out, Record* record);
  void mtype_names(const std::string& subtype, const Token& at);
  void declarator(DeclaredAs as, Symbol prototype, Sequence* out, Record* record);
  void check_free(const Token& name, DeclaredAs as, const Record* record);
  void array_size(Symbol& symbol);
  void bit_width(Symbol& symbol, const Token& name);
  void ignored_values();
  void initializer(Symbol& symbol, DeclaredAs as);
  std::unique_ptr<ChannelShape> channel_shape();
  Type message_field();
  Symbol& install(Symbol symbol, DeclaredAs as, const Token& name, Sequence* out, Record* record);
  std::int32_t constant(std::string_view what);

  // ---- statements
  struct PendingLabel {
    Token token;
    std::size_t mentioned;
    std::size_t inline_number;
  };
  static StmtPtr make_stmt(const Token& start, StmtNode node);
  Sequence sequence(std::string_view where);
  Sequence braced(std::string_view where);
  bool at_sequence_end();
  void recover_statement(std::size_t level);
  bool at_unit_keyword();
  void step(Sequence& out);
  std::vector<PendingLabel> labels();
  void attach(const std::vector<PendingLabel>& pending, Stmt& stmt);
  StmtPtr statement();
  StmtPtr do_(const Token& start);
  StmtPtr break_(const Token& start);
  StmtPtr atomic(const Token& start);
  StmtPtr d_step(const Token& start);
  StmtPtr block(const Token& start);
  StmtPtr assert_(const Token& start);
  StmtPtr unless(StmtPtr main, bool labelled);
  StmtPtr begin_with_reference();
  StmtPtr assignment(Ref target, const Token& start, const std::vector<Token>& target_tokens);
  StmtPtr increment(Ref target, const Token& start);
  StmtPtr send(Ref channel, const Token& start);
  StmtPtr receive(Ref channel, const Token& start);
  StmtPtr expression_statement(ExprPtr left, const Token& start);
  StmtPtr for_();
  StmtPtr for_in(Ref index, const Token& start, const Token& index_token);
  StmtPtr select();
  StmtPtr printf_();
  StmtPtr printm();
  StmtPtr goto_();
  StmtPtr return_();
  StmtPtr exclusive();
  StmtPtr set_priority();
  StmtPtr assign_predefined();
  Ref sink(const Token& name);
  std::vector<Sequence> options(Tok closing);
  void skip_options(Tok closing);
  void check_else(const std::vector<Sequence>& options);
  void check_first_label(const Sequence& body, std::string_view opening);
  // Reads the arguments of the call at hand and puts the body in their place.
  std::uint32_t call_inline();
  std::vector<std::vector<Token>> inline_arguments();
  bool at_inline_call();
  Ref loop_index(const char* statement);
  void check_range(const Expr& from, const Expr& to, const Token& at);
  void only_outside_traces(const Token& start);

  // ---- references
  enum class Whole : std::uint8_t { no, array, record, both };  // may a name stand for all its elements or fields?
  Ref reference(Whole whole = Whole::no);
  Ref::Part part(const Symbol& symbol, const Token& name, bool array_is_fine);
  const Symbol* variable_or_error(const Token& name);
  Ref channel_reference(std::string_view use);
  void check_channel(const Ref& ref, const Token& at, std::string_view use);
  std::vector<ReceiveArg> receive_arguments();
  void receive_argument_list(std::vector<ReceiveArg>& args);
  ReceiveArg receive_argument();
  void check_arguments(const Ref& channel, std::int64_t count, const Token& at, std::string_view what);
  void check_mtype(const Ref& target, const Expr& value, const Token& at);

  // ---- expressions
  // Anything a statement may hold: full(q) and its like included.
  ExprPtr full_expression();
  ExprPtr full_expression_from(ExprPtr left);
  ExprPtr expression();
  ExprPtr binary(int lowest, ExprPtr left);
  ExprPtr unary();
  ExprPtr primary();
  ExprPtr parenthesized();
  ExprPtr named();
  ExprPtr predefined(const Token& name);
  ExprPtr run();
  ExprPtr channel_query();
  ExprPtr remote_reference();
  ExprPtr poll(Ref channel, const Token& start);
  ExprPtr call_of_one(Tok kind);
  ExprPtr send_argument();
  ExprPtr make(const Token& start, ExprNode node);
  void check_expression(const Expr& expr, bool probes_allowed, const Token& start);
  void check_operand(const Expr& operand, const Token& op);

  // ---- formulas
  struct Operand {  // either a state expression or a formula with temporal operators in it
    ExprPtr expr;
    LtlPtr formula;
  };
  LtlPtr formula();
  Operand formula_binary(int lowest);
  Operand formula_unary();
  Operand formula_primary();
  Operand combine(const Token& op, Operand left, Operand right);
  // An operator of state expressions that binds tighter than && does.
  static bool is_state_operator(Tok kind);
  LtlPtr as_formula(Operand operand);
  ExprPtr as_expression(Operand operand, const Token& op);

  const base::Source& source_;
  base::Diagnostics& diagnostics_;
  Specification& specification_;
  TokenStream stream_;
  Names names_;
  Labels labels_{names_.blocks()};
  std::deque<Inline> inlines_;
  Process* process_ = nullptr;  // whose body is being read
  std::size_t inits_ = 0, traces_ = 0, nevers_ = 0, unnamed_formulas_ = 0;

  // Spin numbers blocks per nesting level over the whole text; inner locals are prefixed with these numbers.
  std::vector<std::uint32_t> block_numbers_;
  std::size_t brace_level_ = 0;
  [[nodiscard]] std::string block_path() const;    // "_1_2_"
  [[nodiscard]] std::string scope_prefix() const;  // the same, but empty in a process's outermost block

  std::size_t statement_depth_ = 0;
  std::size_t loops_ = 0;  // around the statement at hand; a d_step hides those outside of it
  bool in_d_step_ = false;
  bool initialization_done_ = false;  // in this body: see Declare
  std::vector<Token>* recording_ = nullptr;
  std::map<std::uint32_t, std::vector<Token>> return_targets_;  // by expansion
  const Symbol* sink_ = nullptr;
  NameMap<std::size_t> mtype_sizes_;  // names of each subtype

  std::size_t expression_depth_ = 0;
  std::size_t operators_ = 0;
  bool saw_run_ = false, saw_probe_ = false;

  // Bound at the end. A statement that was given up takes its nodes with it, so the pointers are good only as long as
  // there was no fault; the checks do without them.
  struct PendingRun {
    Run* run;
    Token name;
    std::int64_t given;  // arguments, records taken apart
  };
  struct PendingRemote {
    Expr* expr;
    Token process;
    Token member;
    bool label;
    bool indexed;
  };
  struct PendingMessage {
    std::int64_t count;
    Token at;
    std::string_view what;
  };
  struct PendingFormula {
    std::size_t index;
    std::vector<Token> tokens;
  };
  std::vector<PendingRun> runs_;
  std::vector<PendingRemote> remotes_;
  std::vector<PendingMessage> messages_;
  std::vector<PendingFormula> formulas_;
  std::vector<std::pair<std::string, Token>> subtypes_;
  NameMap<bool> announced_processes_;  // every `proctype NAME` of the text
  NameMap<bool> claim_names_;
  NameMap<bool> undeclared_;  // names this process was told about
};

}  // namespace waymark::promela

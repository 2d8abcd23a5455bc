// ParserState: what the parts of the parser share; TokenReader: how each of them reads tokens and reports faults. A
// syntax error is noted and reading goes on behind the statement, so that one run shows several.
#pragma once

#include <cstdint>
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

// What is bound when all is read (late_bindings.hpp). A statement that was given up takes its nodes with it, so the
// pointers are good only as long as there was no fault; the checks do without them.
struct PendingBindings {
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
  std::vector<PendingRun> runs;
  std::vector<PendingRemote> remotes;
  std::vector<PendingMessage> messages;
  std::vector<std::pair<std::string, Token>> subtypes;
  NameMap<std::size_t> mtype_sizes;  // names of each subtype
};

struct ParserState {
  ParserState(const base::Source& text, base::Diagnostics& found, Specification& built)
      : diagnostics(found), specification(built), stream(text, found, {}) {}

  // The next token; braces open and close blocks.
  Token next();
  [[nodiscard]] std::string block_path() const;    // "_1_2_"
  [[nodiscard]] std::string scope_prefix() const;  // the same, but empty in a process's outermost block
  Symbol& add(Symbol symbol);

  base::Diagnostics& diagnostics;
  Specification& specification;
  TokenStream stream;
  Names names;
  Labels labels{names.blocks()};
  PendingBindings pending;
  Process* process = nullptr;  // whose body is being read
  // Spin numbers blocks per nesting level over the whole text; inner locals are prefixed with these numbers.
  std::vector<std::uint32_t> block_numbers;
  std::size_t brace_level = 0;
  bool in_d_step = false;
  bool initialization_done = false;  // in this body: see Declare
  std::vector<Token>* recording = nullptr;
  Token last;                         // that was read
  NameMap<bool> announced_processes;  // every `proctype NAME` of the text
  NameMap<bool> undeclared;           // names whose fault was reported in this process
};

class TokenReader {
 protected:
  struct Recover {};  // thrown when a fault has been noted and the statement at hand is given up

  explicit TokenReader(ParserState& state)
      : state_(state),
        names_(state.names),
        stream_(state.stream),
        diagnostics_(state.diagnostics),
        specification_(state.specification) {}

  const Token& peek(std::size_t ahead = 0) { return stream_.peek(ahead); }
  bool at(Tok kind) { return peek().kind == kind; }
  bool at_name(std::string_view name) { return at(Tok::name) && text(peek()) == name; }
  // What can only begin a new unit: if it comes, a closing brace is missing before it.
  bool at_unit_keyword();
  Token next() { return state_.next(); }
  bool accept(Tok kind);
  // The token that must come, and in the message for what.
  Token expect(Tok kind, std::string_view purpose);
  [[nodiscard]] std::string_view text(const Token& token) const { return stream_.text(token); }
  [[nodiscard]] std::string word(const Token& token) const { return std::string(text(token)); }
  // A token as a message names it: its text in quotes.
  [[nodiscard]] std::string found(const Token& token) const;
  void error(const Token& token, std::string_view message) { stream_.error(token, message); }
  [[noreturn]] void fail(const Token& token, std::string_view message);
  [[noreturn]] void fail_expected(std::string_view expected);
  // A name that is declared already is a fault; `others` are the units of its kind.
  template <class Unit>
  void check_undeclared(const Token& name, const NameMap<const Unit*>& others) {
    if (!report_declared(name)) return;
    const auto earlier = others.find(text(name));
    if (earlier != others.end()) diagnostics_.note(earlier->second->at, "the other one is here");
  }
  bool report_declared(const Token& name);
  [[nodiscard]] bool in_trace() const;

  ParserState& state_;
  Names& names_;
  TokenStream& stream_;
  base::Diagnostics& diagnostics_;
  Specification& specification_;
};

}  // namespace waymark::promela

// One process of the model, written from the function that it starts with: expressions become values without effects
// and lines before them for the effects, in C's order from left to right; statements become lines.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "c/extract/lines.hpp"
#include "c/extract/outline.hpp"
#include "c/extract/value.hpp"
#include "c/syntax/tree.hpp"

namespace waymark::c {

// An object or a part of one: before[index]after.
struct Place {
  std::string before, index, after;
  bool indexed = false;
  bool deep = false;  // more than one index differs: no pointer can say where it is
  const Type* type = nullptr;
  bool visible = false;       // several threads use it
  bool shared = false;        // and no atomic sequence keeps them away
  bool index_shared = false;  // the index reads what several threads use
  bool local = false;
  std::uint64_t count = 1;  // elements that the index chooses among
  std::string key;          // its name without indices

  [[nodiscard]] std::string text() const;
};

// The text of an index as a part of a sum.
[[nodiscard]] std::string grouped(const std::string& index);

class Lowering {
 public:
  enum class Role : std::uint8_t { main, thread, process };  // the last: a function that a table makes one
  Lowering(Outline& outline, const Thread& thread, Role role);

  // The lines of the whole process.
  [[nodiscard]] std::vector<Line> process();

  static constexpr std::size_t most_lines = 200'000;  // and as many calls

 private:
  struct Frame {
    const Function* function = nullptr;
    std::uint32_t instance = 0;                 // which inlined call this is
    std::map<const Variable*, Value> bound;     // parameters that stand for one value
    std::map<std::string, std::string> labels;  // of goto
    std::string end;                            // label behind it
    bool end_used = false;
    std::string result;  // where the value it returns goes
  };
  struct Flow {  // a loop or a switch around
    bool loop = true;
    std::string next, out;  // labels for continue and break; empty until they are needed
  };

  // Lines
  void line(std::string text, bool assigns = false);
  void assign_line(std::string text) { line(std::move(text), true); }
  void open(std::string text);
  void option(std::string text);
  void close(std::string text);
  void need(const std::string& condition);
  void presume(const std::string& condition);
  [[noreturn]] void refuse_here(Position at, std::string_view why) const;
  [[noreturn]] void refuse_length() const;
  [[noreturn]] void refuse_expr(const Expr& expression, std::string_view why) const;
  std::string temporary();
  std::string input_variable();
  Value hold(const Value& value);
  Value hold_at(std::size_t mark, const Value& value);
  void merge_temporaries(std::size_t mark, std::size_t temporaries);

  // Places (places.cpp)
  Place place(const Expr& expression);
  Place variable_place(const Variable& variable);
  Place indexed_place(const Expr& expression);
  Place pointed(const Value& pointer, const Expr& expression);
  Place part(const Place& whole, const Record& record, std::uint32_t field) const;
  Place element(const Place& whole, std::uint64_t number) const;
  Value read(const Place& from);
  Value address(const Expr& expression);
  void store(const Place& to, Value value, const Expr& because);
  void copy(const Place& to, const Place& from);
  void note_target(const Place& to, const Value& value, Position at);
  std::string local_name(const Variable& variable);
  void initialise(const Place& to, const Expr* list, bool zeros);
  void assign_record(const Expr& target, const Expr& source);
  Place record_place(const Expr& expression);

  // Expressions (expressions.cpp)
  Value value(const Expr& expression);
  Value converted(const Expr& expression);
  Value arithmetic(const Expr& expression);
  Value pair(Op op, const Expr& expression, Value left, Value right, std::size_t mark, const Type& result);
  Value pointer_arithmetic(const Expr& expression, Op op, Value left, Value right);
  Value pointer_comparison(const Expr& expression, const Value& left, const Value& right);
  Value checked(const Computed& computed, const Expr& expression);
  Value logical(const Expr& expression);
  Value chosen(const Expr& expression);
  Place fixed(Place place);
  Value assigned(const Expr& expression, bool wanted);
  Value updated(const Expr& expression, bool wanted);
  Value constant(const Expr& expression);
  Value condition_value(const Expr& expression);
  void effect(const Expr& expression);

  // Statements (statements.cpp)
  void statement(const Stmt& statement, bool tail);
  void simple(const Stmt& statement);
  void simple_effect(const Expr& expression);
  void block(const std::vector<StmtPtr>& body, std::size_t first, bool tail);
  void body(const Stmt& statement);
  std::size_t atomic_part(const std::vector<StmtPtr>& body, std::size_t begin);
  void declare(const Stmt& statement);
  void choose(const Stmt& statement, bool tail);
  void loop(const Stmt& statement);
  void loop_body(const Stmt& statement);
  void switch_over(const Stmt& statement);
  void jump_table(const Value& selector, const std::vector<StmtPtr>& body);
  void give_back(const Stmt& statement, bool tail);
  void leave(const Stmt& statement);
  const std::string& switch_end();
  void label(const std::string& name);
  std::string label_of(const std::string& name);

  // The table (tabled.cpp)
  Decision decide(char kind, const std::string& words, const Expr* expression, const std::string& name = "");
  bool treated(const Decision& decision, char kind, const std::string& words);
  void substitute(std::size_t mark);
  bool tabled_choice(const Stmt& statement, bool tail);
  bool tabled_loop(const Stmt& statement);
  struct Guards {
    bool tabled = false;  // the table says something else than keep
    std::string yes, no;  // empty: never
  };
  Guards guards(const Expr& expression);
  std::string guard(const Decision& decision, const std::string& words, const Expr& expression, bool positive);

  // Calls (calls.cpp)
  Value call(const Expr& expression, bool wanted);
  Value inlined(const Function& function, const std::vector<const Expr*>& arguments, const Expr& because, bool wanted);
  void bind(Frame& frame, const Variable& parameter, const Expr& argument, const Value& value);
  bool is_first() const;  // of the processes that are there when the model starts
  std::vector<Value> values(const std::vector<const Expr*>& expressions);
  Value undefined(const Expr& expression);
  Value any_value(const Expr& expression, const Type& type, bool undefined);
  Value in_range(const Expr& expression, const Type& type, Range range);
  Value sampled(const Type& type, std::size_t& count);
  Value print(const Expr& expression);
  void refuse_other_width(const Expr& argument, std::string_view length, char kind) const;
  std::string print_format(const Expr& expression, std::string_view format, std::vector<const Expr*>& printed);
  Value exit(const Expr& expression);

  // The thread library (library.cpp)
  using Operation = Value (Lowering::*)(const Expr& expression);
  static Operation operation(std::string_view name);
  const Expr& argument(const Expr& call, std::size_t index) const;
  std::string object(const Expr& call, std::size_t index, Kind kind);
  Value done(const Expr& call);
  Value told_elsewhere(const Expr& call);
  Value nothing(const Expr& call);
  Value assertion(const Expr& call);
  Value assumption(const Expr& call);
  Value error(const Expr& call);
  Value self(const Expr& call);
  Value create(const Expr& call);
  Value join(const Expr& call);
  Value exit_thread(const Expr& call);
  Value equal(const Expr& call);
  Value reset(const Expr& call);
  Value destroy(const Expr& call);
  Value lock(const Expr& call);
  Value try_lock(const Expr& call);
  Value unlock(const Expr& call);
  Value wait(const Expr& call);
  Value signal(const Expr& call);
  Value broadcast(const Expr& call);
  Value semaphore_init(const Expr& call);
  Value semaphore_wait(const Expr& call);
  Value semaphore_try(const Expr& call);
  Value semaphore_post(const Expr& call);
  Value barrier_init(const Expr& call);
  Value barrier_wait(const Expr& call);
  Value read_lock(const Expr& call);
  Value write_lock(const Expr& call);
  Value rw_unlock(const Expr& call);
  Value once(const Expr& call);
  Value atomic_load(const Expr& call);
  Value atomic_store(const Expr& call);
  Value atomic_exchange(const Expr& call);
  Value atomic_fetch(const Expr& call);
  Value compare_exchange(const Expr& call);
  Value default_attributes(const Expr& call);
  Value nondet(const Expr& call);
  Value try_step(const Expr& call, const std::string& free, const std::string& take);
  std::string me() const { return role_ == Role::thread ? "self" : "0"; }

  Outline& outline_;
  const Program& program_;
  const Thread& thread_;
  Role role_;
  bool is_main_;
  Lines lines_;
  Names names_;
  Position at_;               // of the statement that is being written
  std::deque<Frame> frames_;  // whose elements stay where they are
  std::vector<Flow> flows_;
  std::uint32_t instances_ = 0;
  int indivisible_ = 0;        // atomic sequences around
  bool reads_shared_ = false;  // an initialiser touches what several threads use, so it is no single step
  std::map<const Variable*, std::string> locals_;
  std::map<const Function*, std::string> results_;
  std::vector<std::string> temporaries_;
  std::size_t used_temporaries_ = 0;
  std::size_t high_temporaries_ = 0;  // most that were in use since the statement began
  std::vector<std::string> inputs_;   // variables that hold sampled ones
  std::size_t forgotten_inputs_ = 0;  // of these, which are 0 again
  std::vector<Line> declarations_;
};

}  // namespace waymark::c

#include <fmt/format.h>

#include <algorithm>

#include "base/sample.hpp"
#include "c/extract/lowering.hpp"

namespace waymark::c {

namespace {

constexpr std::uint32_t most_free_bits = 8;  // a choice among more values than these has to be asked for

}  // namespace

// A process begins with the variables that its text begins with, if their values are constants.
void Lowering::body(const Stmt& of) {
  const std::size_t begin = lines_.size();
  std::size_t next = 0;
  for (; next < of.body.size() && of.body[next]->kind == StmtKind::declare; ++next) {
    const Variable& variable = *of.body[next]->variable;
    const bool scalar = variable.type->kind == Kind::boolean || variable.type->kind == Kind::integer;
    const Expr* const initial = variable.initial.get();
    if (initial == nullptr) {
      statement(*of.body[next], false);
      if (lines_.size() != begin) return block(of.body, next + 1, true);
      continue;
    }
    if (!scalar || outline_.lasts(variable, is_main_)) break;
    const std::string words = variable.declaration + " = " + text(*initial);
    if (decide('D', words, initial, variable.name).treatment != Treatment::keep) break;
    const Expr& inner = initial->op == Op::convert ? *initial->args[0] : *initial;
    const bool negative = inner.op == Op::negate && inner.args[0]->op == Op::constant;
    if (inner.op != Op::constant && !negative) break;
    const Value given = value(*initial);
    if (!given.constant) break;
    (void)local_name(variable);
    std::string& declared = declarations_.back().text;
    declared.replace(declared.size() - 1, 1, fmt::format(" = {};", given.text));
  }
  block(of.body, next, true);
}

// Where several processes begin side by side, none of them can assign it before the others begin.
void Lowering::declare_initial(const Variable& variable) {
  const std::size_t mark = lines_.size();
  const bool scalar = variable.type->kind == Kind::boolean || variable.type->kind == Kind::integer;
  const Value given = scalar ? value(*variable.initial) : Value{};
  const std::string name = outline_.global(variable);
  if (!given.constant || lines_.size() > mark) {
    refuse_here(variable.at, fmt::format("the initial value of '{}' is not modelled beside processes that a table "
                                         "names; only constants of integers are, so assign it in a process",
                                         variable.name));
  }
  outline_.give_initial(name, given.text);
}

std::vector<Line> Lowering::process() {
  const Function& function = *thread_.function;
  Frame& frame = frames_.emplace_back();
  frame.function = &function;
  frame.end = names_.fresh(function.name + "_end");
  for (const Function::Doubt& doubt : function.doubts) refuse_here(doubt.at, doubt.text);
  at_ = function.at;
  lines_.deeper();
  std::string parameters = role_ == Role::thread ? "byte self" : "";
  if (role_ != Role::thread && !function.parameters.empty() &&
      std::any_of(function.parameters.begin(), function.parameters.end(),
                  [&](const Variable* one) { return outline_.analysis.used(*one); })) {
    refuse_here(function.at,
                fmt::format("{}'s arguments are not modelled; give their values as constants", function.name));
  }
  if (thread_.bound) frame.bound[function.parameters[0]] = *thread_.bound;
  if (thread_.passes) {
    const std::string name = names_.fresh(function.parameters[0]->name);
    locals_[function.parameters[0]] = name;
    parameters += fmt::format("; int {}", name);
    if (thread_.region) {
      const Place at = variable_place(*function.parameters[0]);
      outline_.points(at.key, *thread_.region, name, function.at);
    }
  }
  if (is_first()) {
    // Objects that begin with something else than 0.
    const std::size_t mark = lines_.size();
    for (const Variable& variable : program_.variables) {
      const bool lasting = variable.owner == nullptr || variable.is_static;
      if (!lasting || !outline_.analysis.used(variable) || !variable.initial || Outline::fixed(variable)) continue;
      at_ = variable.at;
      if (outline_.analysis.roots().size() > 1) {
        declare_initial(variable);
      } else {
        initialise(variable_place(variable), variable.initial.get(), false);
      }
    }
    if (lines_.size() > mark) {
      std::vector<Line> lines = lines_.cut(mark);
      at_ = lines.front().at;
      open("atomic {");
      lines_.paste(std::move(lines));
      close("}");
    }
  }
  body(*function.body);
  at_ = function.at;
  if (frames_.back().end_used) label(frames_.back().end);
  if (is_main_ && outline_.needs_end) {
    open("if");
    option("running == 0");
    lines_.back();
    option("else");
    line("exited = true;");
    lines_.back();
    close("fi;");
  }
  if (frames_.back().labels.contains("pthread_exit")) label(frames_.back().labels["pthread_exit"]);
  if (role_ == Role::thread) line(outline_.needs_end ? "atomic { ended[self] = 1; running-- }" : "ended[self] = 1;");
  lines_.back();

  std::vector<Line> all;
  all.push_back({0,
                 fmt::format("{}proctype {}({}){} {{", role_ == Role::thread ? "" : "active ", thread_.name, parameters,
                             outline_.needs_end ? " provided (!exited)" : ""),
                 function.at, false});
  for (Line& declaration : declarations_) {
    declaration.depth = 1;
    all.push_back(declaration);
  }
  all.insert(all.end(), lines_.all().begin(), lines_.all().end());
  const bool empty =
      std::all_of(lines_.all().begin(), lines_.all().end(), [](const Line& one) { return one.text.starts_with("/*"); });
  if (empty) all.push_back({1, "skip;", function.at, false});
  all.push_back({0, "}", function.at, false});
  return all;
}

std::vector<Value> Calls::values(const std::vector<const Expr*>& expressions) {
  std::vector<Value> all;
  for (const Expr* expression : expressions) {
    const std::size_t mark = lines_.size();
    Value one = value(*expression);
    if (lines_.size() > mark) {
      // Those before were evaluated before.
      for (std::size_t i = all.size(); i-- > 0;) {
        if (!all[i].constant) all[i] = hold_at(mark, all[i]);
      }
    }
    all.push_back(std::move(one));
  }
  std::size_t reading = 0;
  for (Value& one : all) {
    if (one.shared && ++reading > 1) one = hold(one);
  }
  return all;
}

void Calls::bind(Frame& frame, const Variable& parameter, const Expr& argument, const Value& given) {
  const bool still = !parameter.assigned && !parameter.address_taken;
  if (given.constant && still) {
    frame.bound[&parameter] = given;
    frame.bound[&parameter].type = parameter.type;
    return;
  }
  if (!outline_.analysis.used(parameter)) return evaluate(given);
  frames_.push_back(frame);
  const Place to = variable_place(parameter);
  store(to, given, argument);
  frame = frames_.back();
  frames_.pop_back();
}

// Where the arguments that are records lie. If some argument has effects, a call of the same function may be among
// them, so the records are copied before the next one is evaluated. `given`, the other arguments, come before them.
std::vector<Place> Calls::record_arguments(const std::vector<const Expr*>& arguments, std::vector<Value>& given) {
  const bool effects =
      std::any_of(arguments.begin(), arguments.end(), [](const Expr* one) { return has_effects(*one); });
  const std::size_t mark = lines_.size();
  std::vector<Place> all;
  for (const Expr* one : arguments) {
    if (one->type->kind != Kind::record) continue;
    Place from = record_place(*one);
    if (effects) {
      Place kept;
      kept.before = kept.key = names_.fresh("argument");
      kept.type = one->type;
      kept.local = true;
      kept.lives = {SIZE_MAX, 0};
      declarations_.push_back({0, outline_.declared(*one->type, kept.before, one->at) + ";", one->at, false});
      copy(kept, from);
      from = kept;
    }
    all.push_back(from);
  }
  if (lines_.size() == mark) return all;
  for (std::size_t i = given.size(); i-- > 0;) given[i] = hold_at(mark, given[i]);
  return all;
}

Value Calls::inlined(const Function& function, const std::vector<const Expr*>& arguments, const Expr& because,
                     bool wanted) {
  const auto again =
      std::find_if(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.function == &function; });
  if (again != frames_.end()) {
    refuse_here(because.at, fmt::format("'{}' calls itself; recursion is not modelled, use a loop", function.name));
  }
  if (instances_ >= most_lines) refuse_length();
  base::poll(outline_.options.stop);
  for (const Function::Doubt& doubt : function.doubts) refuse_here(doubt.at, doubt.text);
  if (function.variadic) refuse_here(because.at, fmt::format("'{}' takes variable arguments", function.name));
  const std::size_t temporaries = used_temporaries_;
  Frame frame;
  frame.function = &function;
  frame.instance = ++instances_;
  std::vector<const Expr*> scalars;
  for (const Expr* one : arguments) {
    if (one->type->kind != Kind::record) scalars.push_back(one);
  }
  std::vector<Value> given = values(scalars);
  const std::vector<Place> records = record_arguments(arguments, given);
  std::size_t next = 0, next_record = 0;
  for (std::size_t i = 0; i < function.parameters.size() && i < arguments.size(); ++i) {
    const Variable& parameter = *function.parameters[i];
    if (parameter.type->kind == Kind::record) {
      frames_.push_back(frame);
      copy(variable_place(parameter), records[next_record++]);
      frames_.pop_back();
    } else {
      bind(frame, parameter, *arguments[i], given[next++]);
    }
  }
  const Type& result_type = *function.result;
  if (wanted && result_type.kind != Kind::nothing) {
    std::string& name = results_[&function];
    if (name.empty()) {
      name = names_.fresh(function.name + "_result");
      declarations_.push_back({0, outline_.declared(result_type, name, function.at) + ";", function.at, false});
    }
    frame.result = name;
  }
  frame.end = names_.fresh(function.name + "_end");
  const Position here = at_;
  const bool atomic = function.name.starts_with("__VERIFIER_atomic_");
  if (atomic) {
    open("atomic {");
    ++indivisible_;
  }
  std::vector<Flow> flows;
  std::swap(flows, flows_);
  frames_.push_back(frame);
  statement(*function.body, true);
  std::swap(flows, flows_);
  at_ = here;
  if (frames_.back().end_used) label(frames_.back().end);
  frames_.pop_back();
  if (atomic) {
    --indivisible_;
    close("}");
  }
  used_temporaries_ = temporaries;
  if (frame.result.empty()) return number(0, result_type);
  Place result;
  result.before = frame.result;
  result.key = fmt::format("{}#{}", thread_.name, frame.result);
  result.type = &result_type;
  result.local = true;
  if (result_type.kind == Kind::record) {
    Value whole;
    whole.text = frame.result;
    whole.type = &result_type;
    return whole;
  }
  return read(result);
}

Value Library::call(const Expr& expression, bool wanted) {
  const Function& function = *expression.function;
  std::vector<const Expr*> arguments;
  for (std::size_t i = 1; i < expression.args.size(); ++i) arguments.push_back(expression.args[i].get());
  if (function.body != nullptr) return inlined(function, arguments, expression, wanted);
  for (const char* const prints : {"printf", "puts", "putchar", "fprintf"}) {
    if (wanted && function.name == prints) {
      refuse_here(expression.at, fmt::format("the value of {} is not modelled; do not use it", prints));
    }
  }
  if (const Operation known = operation(function.name)) return (this->*known)(expression);
  if (function.name.starts_with("__VERIFIER_nondet_")) return nondet(expression);
  if (function.name == "printf" || function.name == "puts" || function.name == "putchar") return print(expression);
  return undefined(expression);
}

// A function that no file defines: it gives any value, and does nothing else; the result names it.
Value Calls::undefined(const Expr& expression) {
  const Function& function = *expression.function;
  const bool from_headers = program_.files[function.at.file].starts_with("/waymark/");
  if (from_headers || function.name.starts_with("__")) {
    refuse_here(expression.at, fmt::format("'{}' is not modelled; define it in a file of the program", function.name));
  }
  for (std::size_t i = 1; i < expression.args.size(); ++i) {
    if (expression.args[i]->type->kind == Kind::pointer) {
      refuse_here(expression.at,
                  fmt::format("'{}' is defined in no file and gets a pointer; define it", function.name));
    }
    effect(*expression.args[i]);
  }
  if (function.result->kind == Kind::nothing) {
    const auto same = [&](const Input& one) { return one.function == function.name; };
    if (std::none_of(outline_.inputs.begin(), outline_.inputs.end(), same)) {
      outline_.inputs.push_back({function.name, true, ""});
    }
    return number(0, *function.result);
  }
  return any_value(expression, *function.result, true);
}

Value Calls::nondet(const Expr& expression) { return any_value(expression, *expression.function->result, false); }

Value Calls::any_value(const Expr& expression, const Type& type, bool undefined) {
  const std::string& name = expression.function->name;
  const InputChoices& asked = outline_.options.inputs;
  const auto range = asked.ranges.find(name);
  const bool scalar = type.kind == Kind::boolean || type.kind == Kind::integer;
  const bool few = scalar && type.bits <= most_free_bits;
  if (!scalar || (!few && range == asked.ranges.end() && !asked.sample)) {
    refuse_here(expression.at, fmt::format("'{}' may give any value of '{}', which are too many; give --range "
                                           "{}=LOW..HIGH or --inputs sample, or ask for one of 8 bits, as by "
                                           "__VERIFIER_nondet_uchar, and compute with it",
                                           name, type.name, name));
  }
  Input input{name, undefined, ""};
  Value made;
  if (range != asked.ranges.end()) {
    made = in_range(expression, type, range->second);
    if (!few || range->second != range_of(type)) {
      input.only = fmt::format("only results from {} to {}", range->second.low, range->second.high);
    }
  } else if (few) {
    made = in_range(expression, type, range_of(type));
  } else {
    std::size_t count = 0;
    made = sampled(type, count);
    input.only = fmt::format("only {} sampled results", count);
  }
  const auto same = [&](const Input& one) { return one.function == name; };
  if (std::none_of(outline_.inputs.begin(), outline_.inputs.end(), same)) outline_.inputs.push_back(input);
  return made;
}

// By halves: one step, and a short text. Each half is either added or not, and their sums are all that there is.
Value Calls::in_range(const Expr& expression, const Type& type, Range range) {
  if (!range.within(range_of(type)) || !range.within(int_range)) {
    refuse_here(expression.at, fmt::format("'{}' cannot give all values from {} to {}, as --range says",
                                           expression.function->name, range.low, range.high));
  }
  Value made;
  made.text = temporary();
  made.type = &type;
  made.range = range;
  open("atomic {");
  line(fmt::format("{} = {};", made.text, number(range.low, type).text));
  for (std::int64_t left = range.high - range.low; left > 0; left /= 2) {
    line(fmt::format("if :: true :: {0} = {0} + {1} fi;", made.text, left - left / 2));
  }
  close("}");
  return made;
}

Value Calls::sampled(const Type& type, std::size_t& count) {
  Value made;
  made.text = temporary();
  made.type = &type;
  made.range = range_of(type);
  open("atomic {");
  open("if");
  for (const std::int64_t bits : base::sample(type.bits, outline_.analysis.compared())) {
    const bool negative_bits = bits < 0 && !type.is_signed && type.bits < 32;
    const std::int64_t one = negative_bits ? bits + (std::int64_t{1} << type.bits) : bits;
    if (!Range{one, one}.within(made.range)) continue;
    option(fmt::format("{} = {}", made.text, number(one, type).text));
    lines_.back();
    ++count;
  }
  close("fi");
  close("}");
  return made;
}

// A length that says another width than the argument has would cut the value, or show bits that the model has not.
void Calls::refuse_other_width(const Expr& argument, std::string_view length, char kind) const {
  const Expr* given = &argument;
  while (given->op == Op::convert && given->implicit) given = given->args[0].get();
  const bool shows_bits = kind == 'u' || kind == 'x' || kind == 'o';
  const std::int64_t values = std::int64_t{1} << (length == "hh" ? 8 : 16);
  const Range kept = shows_bits ? Range{0, values - 1} : Range{-values / 2, values / 2 - 1};
  const Range held = given->op == Op::constant ? Range{given->value, given->value} : range_of(*given->type);
  const bool cuts = length.starts_with("h") && !held.within(kept);
  const bool widens = shows_bits && argument.type->bits == 64 && argument.type->is_signed;
  if (!cuts && !widens) return;
  refuse_here(argument.at, fmt::format("printf with '%{}{}' of '{}' is not modelled; convert it to int or unsigned",
                                       length, kind, given->type->name));
}

std::string Calls::print_format(const Expr& expression, std::string_view format, std::vector<const Expr*>& printed) {
  std::string made;
  std::size_t next = 2;
  const auto quoted = [&](char c) {
    if (c == '\n') {
      made += "\\n";
    } else if (c == '\t') {
      made += "\\t";
    } else if (c == '\\') {
      made += "\\\\";
    } else if (c == '"' || static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) {
      refuse_here(expression.at, "a text with a character that Promela cannot print; leave it out");
    } else {
      made += c;
    }
  };
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      quoted(format[i]);
      continue;
    }
    ++i;
    const std::size_t length = i;
    while (i < format.size() && std::string_view("lhzj").find(format[i]) != std::string_view::npos) ++i;
    const char kind = i < format.size() ? format[i] : '\0';
    if (kind == '%') {
      made += "%%";
      continue;
    }
    if (next >= expression.args.size()) refuse_here(expression.at, "printf has too few arguments");
    const Expr* argument = expression.args[next++].get();
    if (kind == 's' && argument->op == Op::string) {
      for (const char c : argument->text) {
        if (c == '%') made += '%';
        quoted(c);
      }
    } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'o' || kind == 'c') {
      refuse_other_width(*argument, format.substr(length, i - length), kind);
      made += fmt::format("%{}", kind == 'i' ? 'd' : kind);
      printed.push_back(argument);
    } else {
      refuse_here(expression.at, fmt::format("printf with '%{}' is not modelled; there are d, i, u, x, o and c without "
                                             "widths, and s for texts in quotes",
                                             kind));
    }
  }
  return made;
}

Value Calls::print(const Expr& expression) {
  const std::string& name = expression.function->name;
  const Expr& first = *expression.args[1];
  std::vector<const Expr*> printed;
  std::string format;
  if (name == "putchar") {
    format = "%c";
    printed.push_back(&first);
  } else {
    if (first.op != Op::string) refuse_here(expression.at, fmt::format("{} of a text that is no constant", name));
    if (name == "puts") {
      std::string plain;
      for (const char c : first.text) plain += c == '%' ? std::string("%%") : std::string(1, c);
      format = print_format(expression, plain + "\n", printed);
    } else {
      format = print_format(expression, first.text, printed);
    }
  }
  std::string text = fmt::format("printf(\"{}\"", format);
  for (const Value& one : values(printed)) text += ", " + one.text;
  line(text + ");");
  return number(0, *expression.type);
}

}  // namespace waymark::c

#include "java/program/scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/diagnostics.hpp"

namespace waymark::java {

namespace {

constexpr std::size_t most_threads = 4;
constexpr std::size_t most_operations = 100;  // of one thread: they are counted in eight bits
constexpr std::uint64_t most_orders = 100'000;

[[noreturn]] void refuse(std::string_view why) {
  throw base::InputError(fmt::format("waymark: error: --linearizable: {}", why));
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool is_of_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || c == '.' || byte >= 0x80;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Scenario scenario() {
    Scenario out;
    out.tested = call("a class");
    out.twin = out.tested;
    if (take('=')) out.twin = call("a class, the sequential twin");
    if (!take(':')) expect("':' and operations, as in 'Queue: offer(1) | poll()'");
    std::vector<std::vector<Scenario::Calls>> parts{1};
    parts.back().push_back(calls());
    while (at_ < text_.size()) {
      if (take(';')) {
        parts.emplace_back();
      } else if (!take('|')) {
        expect("an operation, '|' or ';'");
      }
      parts.back().push_back(calls());
    }
    if (parts.size() == 2 && parts.front().size() > 1) {  // nothing is before these
      parts.insert(parts.begin(), std::vector<Scenario::Calls>(1));
    }
    if (parts.size() > 3) refuse("at most two ';' are expected: before the threads, and after them");
    if (parts.size() > 1) out.before = only(parts.front());
    if (parts.size() > 2) out.after = only(parts.back());
    out.threads = std::move(parts[parts.size() == 1 ? 0 : 1]);
    return out;
  }

 private:
  [[noreturn]] void expect(std::string_view what) const {
    const std::string_view rest = text_.substr(at_);
    refuse(rest.empty() ? fmt::format("{} is expected at the end", what)
                        : fmt::format("{} is expected before '{}'", what, rest));
  }

  void skip() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  bool take(char c) {
    skip();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    skip();
    return true;
  }

  static Scenario::Calls only(std::vector<Scenario::Calls>& lists) {
    if (lists.size() > 1) refuse("'|' separates threads; what is before and after them is done by one");
    return std::move(lists.front());
  }

  std::string name(std::string_view what) {
    skip();
    const std::size_t from = at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
    if (at_ == from || std::isdigit(static_cast<unsigned char>(text_[from])) != 0) {
      at_ = from;
      expect(what);
    }
    return std::string(text_.substr(from, at_ - from));
  }

  Scenario::Call call(std::string_view what) {
    Scenario::Call out{name(what), {}};
    skip();
    if (at_ < text_.size() && text_[at_] == '(') out.arguments = arguments();
    return out;
  }

  Scenario::Calls calls() {
    Scenario::Calls out;
    skip();
    while (at_ < text_.size() && is_of_name(text_[at_])) {
      out.push_back({name("an operation"), {}});
      skip();
      if (at_ == text_.size() || text_[at_] != '(') expect("'(' and the arguments of " + out.back().name);
      if (out.back().name.find('.') != std::string::npos) {
        refuse(out.back().name + ": the name of a method is expected");
      }
      out.back().arguments = arguments();
      skip();
    }
    if (out.size() > most_operations) refuse(fmt::format("a thread has at most {} operations", most_operations));
    return out;
  }

  std::vector<std::string> arguments() {
    std::vector<std::string> out;
    ++at_;
    if (take(')')) return out;
    do {
      out.push_back(literal());
    } while (take(','));
    if (!take(')')) expect("',' or ')'");
    return out;
  }

  std::string literal() {
    skip();
    const std::size_t from = at_;
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
      const char quote = text_[at_++];
      while (at_ < text_.size() && text_[at_] != quote) at_ += text_[at_] == '\\' ? 2 : 1;
      if (at_ >= text_.size()) {
        at_ = text_.size();
        expect(fmt::format("a closing {}", quote));
      }
      ++at_;
    } else {
      while (at_ < text_.size() && (is_of_name(text_[at_]) || text_[at_] == '-' || text_[at_] == '+')) ++at_;
    }
    return std::string(text_.substr(from, at_ - from));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string without_escapes(std::string_view quoted) {
  std::string out;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '\\' || i + 1 == quoted.size()) {
      out += quoted[i];
      continue;
    }
    const char escaped = quoted[++i];
    out += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
  }
  return out;
}

// As Java counts: what needs four bytes is two of its characters.
std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    count += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
  }
  return count;
}

// A letter, and what waymark.internal.Literals reads.
std::string word_of(const std::string& literal) {
  if (literal == "null") return "n";
  if (literal == "true" || literal == "false") return "z" + literal;
  if (literal.starts_with('"') || literal.starts_with('\'')) {
    const std::string text = without_escapes(std::string_view(literal).substr(1, literal.size() - 2));
    if (literal[0] == '"') return "s" + text;
    if (characters(text) == 1) return "c" + text;
  }
  if (number<std::int32_t>(literal)) return "i" + literal;
  std::string_view digits = literal;
  if (digits.ends_with('L') || digits.ends_with('l')) digits.remove_suffix(1);
  if (number<std::int64_t>(digits)) return fmt::format("l{}", digits);
  const bool looks_like_number = literal.find_first_of("0123456789") < 2;
  if (looks_like_number && number<double>(literal)) return "d" + literal;
  refuse(fmt::format("'{}': a number, \"text\", 'c', true, false or null is expected", literal));
}

void add_words(const Scenario::Call& call, std::vector<std::string>& words) {
  words.push_back(call.name);
  words.push_back(std::to_string(call.arguments.size()));
  for (const std::string& literal : call.arguments) words.push_back(word_of(literal));
}

void add_words(const Scenario::Calls& calls, std::vector<std::string>& words) {
  words.push_back(std::to_string(calls.size()));
  for (const Scenario::Call& call : calls) add_words(call, words);
}

std::string text_of(const Scenario::Call& call) {
  return fmt::format("{}({})", call.name, fmt::join(call.arguments, ", "));
}

std::string text_of(const Scenario::Calls& calls) {
  std::vector<std::string> texts;
  for (const Scenario::Call& call : calls) texts.push_back(text_of(call));
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string class_text(const Scenario::Call& call) { return call.arguments.empty() ? call.name : text_of(call); }

// In how many orders the operations of the threads can come; never more than one more than there may be.
std::uint64_t orders(const std::vector<Scenario::Calls>& threads) {
  std::uint64_t product = 1;
  std::uint64_t come = 0;
  for (const Scenario::Calls& calls : threads) {
    for (std::uint64_t i = 1; i <= calls.size(); ++i) {
      product = product * ++come / i;  // whole: a binomial coefficient times those before
      if (product > most_orders) return most_orders + 1;
    }
  }
  return product;
}

std::size_t size_of(const Scenario& scenario) {
  std::size_t size = scenario.after.size();
  for (const Scenario::Calls& calls : scenario.threads) size += calls.size();
  return size;
}

void add_smaller(const Scenario& of, std::size_t list, Scenario& made, std::vector<Scenario>& out) {
  if (list == of.threads.size() + 1) {
    out.push_back(made);
    std::erase_if(out.back().threads, [](const Scenario::Calls& calls) { return calls.empty(); });
    return;
  }
  const bool last = list == of.threads.size();
  const Scenario::Calls& all = last ? of.after : of.threads[list];
  Scenario::Calls& some = last ? made.after : made.threads[list];
  for (std::size_t count = 0; count <= all.size(); ++count) {
    some.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    add_smaller(of, list + 1, made, out);
  }
}

}  // namespace

Scenario read_scenario(const std::string& text) {
  Scenario scenario = Reader(text).scenario();
  std::erase_if(scenario.threads, [](const Scenario::Calls& calls) { return calls.empty(); });
  if (scenario.threads.size() > most_threads) refuse(fmt::format("there are at most {} threads", most_threads));
  if (size_of(scenario) + scenario.before.size() == 0)
    refuse("an operation is expected, as in 'Queue: offer(1) | poll()'");
  if (orders(scenario.threads) > most_orders) {
    refuse(fmt::format("the operations have more than {} orders; leave out some", most_orders));
  }
  static_cast<void>(words_of(scenario));  // literals
  return scenario;
}

std::string text_of(const Scenario& scenario) {
  std::string text = class_text(scenario.tested);
  if (class_text(scenario.twin) != text) text += " = " + class_text(scenario.twin);
  text += ": ";
  if (!scenario.before.empty() || !scenario.after.empty()) text += text_of(scenario.before) + "; ";
  for (std::size_t i = 0; i < scenario.threads.size(); ++i) {
    text += (i == 0 ? "" : " | ") + text_of(scenario.threads[i]);
  }
  if (!scenario.after.empty()) text += "; " + text_of(scenario.after);
  return text;
}

std::vector<std::string> words_of(const Scenario& scenario) {
  std::vector<std::string> words;
  add_words(scenario.tested, words);
  add_words(scenario.twin, words);
  add_words(scenario.before, words);
  add_words(scenario.after, words);
  words.push_back(std::to_string(scenario.threads.size()));
  for (const Scenario::Calls& calls : scenario.threads) add_words(calls, words);
  return words;
}

std::vector<Scenario> smaller(const Scenario& scenario) {
  std::vector<Scenario> out;
  Scenario made = scenario;
  add_smaller(scenario, 0, made, out);
  const std::size_t whole = size_of(scenario);
  std::erase_if(out, [&](const Scenario& it) { return size_of(it) == whole || size_of(it) + it.before.size() == 0; });
  std::stable_sort(out.begin(), out.end(),
                   [](const Scenario& one, const Scenario& other) { return size_of(one) < size_of(other); });
  return out;
}

std::string package_of(const Scenario& scenario) {
  const std::size_t end = scenario.tested.name.rfind('.');
  return end == std::string::npos ? "" : scenario.tested.name.substr(0, end);
}

}  // namespace waymark::java

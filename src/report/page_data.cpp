#include "report/page_data.hpp"

#include <charconv>
#include <optional>

namespace waymark::report {

namespace {

using Row = nlohmann::ordered_json;

const std::string no_text;

// What a key has, if it is of the kind that is expected there.
const std::string& text_at(const Row& object, const char* key) {
  if (!object.is_object()) return no_text;
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get_ref<const std::string&>() : no_text;
}

bool has_text(const Row& object, const char* key) {
  if (!object.is_object()) return false;
  const auto found = object.find(key);
  return found != object.end() && found->is_string();
}

std::int64_t number_at(const Row& object, const char* key) {
  if (!object.is_object()) return 0;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return 0;
  constexpr std::int64_t most = std::int64_t{1} << 52;  // what the page's numbers hold
  const auto number = found->get<std::int64_t>();
  return number >= 0 && number <= most ? number : 0;
}

const Row& list_at(const Row& object, const char* key) {
  static const Row none = Row::array();
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : none;
}

// The number that a text is, if it is written as one writes numbers, and small enough for sums to stay exact.
std::optional<std::int64_t> whole_number(const std::string& text) {
  constexpr std::size_t most_digits = 14;
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  const std::size_t first = text.front() == '-' ? 1 : 0;
  if (text.size() == first || (text[first] == '0' && text.size() > 1)) return std::nullopt;
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

// A way that is being written.
struct Ways::Timeline {
  Data rows = Data::array();
  Data values = Data::array();  // of the row that is next
  std::int64_t step = 0;
  std::unordered_map<std::string, std::string> now;  // what each variable was set to last
};

std::int64_t Ways::text(const std::string& text) {
  const auto [found, fresh] = text_numbers_.try_emplace(text, static_cast<std::int64_t>(texts_.size()));
  if (fresh) texts_.push_back(text);
  return found->second;
}

std::int64_t Ways::value(const std::string& told) {
  const auto number = whole_number(told);
  return number ? 3 * *number : 3 * text(told) + 1;
}

std::int64_t Ways::kind(const Data& form) {
  const auto [found, fresh] = kind_numbers_.try_emplace(form.dump(), static_cast<std::int64_t>(kinds_.size()));
  if (fresh) kinds_.push_back(form);
  return found->second;
}

Ways::Data Ways::change(const Data& change, Timeline& course) {
  enum Before : std::uint8_t { as_told, none, told_here };
  const std::string& name = text_at(change, "name");
  const std::string& after = text_at(change, "after");
  const auto last = course.now.find(name);
  Before known = none;
  if (has_text(change, "before")) {
    known = last != course.now.end() && last->second == text_at(change, "before") ? as_told : told_here;
  }
  if (known == told_here) course.values.push_back(value(text_at(change, "before")));
  const auto before = known == none ? std::nullopt : whole_number(text_at(change, "before"));
  const auto number = whole_number(after);
  course.values.push_back(before && number ? 3 * (*number - *before) + 2 : value(after));
  course.now[name] = after;
  return Data::array({text(name), static_cast<int>(known)});
}

void Ways::add(const Data& event, std::int64_t step, Timeline& course) {
  course.values.clear();
  Data changes = Data::array();
  Data messages = Data::array();
  for (const Data& one : list_at(event, "changes")) changes.push_back(change(one, course));
  for (const Data& one : list_at(event, "messages")) {
    const bool sent = one.is_object() && one.contains("sent") && one["sent"] == true;
    messages.push_back(Data::array({text(text_at(one, "channel")), sent ? 1 : 0}));
    course.values.push_back(value(text_at(one, "content")));
  }
  const bool prints = has_text(event, "output");
  if (prints) course.values.push_back(value(text_at(event, "output")));
  const std::int64_t location = has_text(event, "location") ? text(text_at(event, "location")) : -1;
  Data details = Data::array();
  for (const Data& one : list_at(event, "details")) details.push_back(change(one, course));
  const std::int64_t inside = has_text(event, "inside") ? text(text_at(event, "inside")) : -1;
  const Data form =
      Data::array({text(text_at(event, "actor")), number_at(event, "process"), text(text_at(event, "statement")),
                   location, changes, messages, prints ? 1 : 0, details, inside});
  const std::int64_t further = step - course.step;
  const bool near = further == 0 || further == 1;
  course.rows.push_back(3 * kind(form) + (near ? further : 2));
  if (!near) course.rows.push_back(step);
  course.step = step;
  for (const Data& one : course.values) course.rows.push_back(one);
}

void Ways::take(Data& told) {
  if (!told.is_object() || !told.contains("steps")) return;
  Timeline course;
  for (const Data& step : list_at(told, "steps")) {
    for (const Data& event : list_at(step, "events")) add(event, number_at(step, "step"), course);
  }
  told.erase("steps");
  told["way"] = std::move(course.rows);
}

void Ways::put(Data& data) {
  data["texts"] = std::move(texts_);
  data["kinds"] = std::move(kinds_);
}

}  // namespace waymark::report

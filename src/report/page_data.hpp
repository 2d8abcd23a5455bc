// The ways of a page's result in little room. A trail of a hundred thousand steps says few different things: texts and
// kinds of events are kept once, and a row of a way is a few numbers. page/src/ways.ts reads this.
//
// A kind of event: [actor, process, statement, location or -1, [variable, before]…, [channel, sent]…, prints,
// [detail, before]…, library call or -1], where texts are numbers of texts, and `before` says what is known of the
// value before: 0 the last one told on this way, 1 there was none, 2 the row has it.
//
// A row: 3 * kind + s, the step if s is 2 (else s is what is added to the last one), for each change the value before,
// if the kind says so, and the value after; the contents of the messages; what is printed; for each detail as for a
// change. A value: 3 * v, a whole number; 3 * t + 1, a text; 3 * d + 2, by so much more than the value before.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>

namespace waymark::report {

class Ways {
 public:
  using Data = nlohmann::ordered_json;

  // Replaces the "steps" of a result or of a violation by a "way". They may come from anyone: what is no step or no
  // event counts as an empty one.
  void take(Data& told);
  // The texts and kinds that all ways share: once, when all have been taken.
  void put(Data& data);

 private:
  struct Timeline;

  [[nodiscard]] std::int64_t text(const std::string& text);
  [[nodiscard]] std::int64_t value(const std::string& text);
  [[nodiscard]] std::int64_t kind(const Data& form);
  void add(const Data& event, std::int64_t step, Timeline& course);
  // What a change adds to the kind and to the row.
  [[nodiscard]] Data change(const Data& change, Timeline& course);

  Data texts_ = Data::array();
  Data kinds_ = Data::array();
  std::unordered_map<std::string, std::int64_t> text_numbers_;
  std::unordered_map<std::string, std::int64_t> kind_numbers_;
};

}  // namespace waymark::report

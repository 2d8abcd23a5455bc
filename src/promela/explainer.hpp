// Explainer: describes to a person what a step did: the statements, the variables that changed, the messages, the
// output.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "promela/state.hpp"

namespace waymark::promela {

class Explainer {
 public:
  // REQUIRES: the state outlives it.
  explicit Explainer(const State& state) : state_(state) {}

  // Between begin() and end() the step that is taken is described in `out`.
  void begin(model::Explanation& out);
  void end();
  [[nodiscard]] bool is_active() const { return explanation_ != nullptr; }

  // Until print(), the rest REQUIRES: is_active().
  void begin_statement(std::uint32_t pid);
  // The statement was executed.
  void end_statement(const ActionInfo& action);
  // It could not be completed, and is the last one.
  void end_with_fault(const ActionInfo& action);
  void message(bool sent, std::uint32_t channel, std::span<const std::int32_t> values);
  void print(const PrintTarget& target, const std::int32_t* arguments);

  // What every visible variable and channel holds; or those of which one of these bytes is the first.
  [[nodiscard]] std::vector<model::Value> values_at(std::span<const std::uint32_t> offsets) const;
  [[nodiscard]] std::vector<model::Value> values() const;
  // Those of a process, by their own names.
  [[nodiscard]] std::vector<model::Value> locals(std::uint32_t pid) const;
  [[nodiscard]] std::string channel_name(std::uint32_t number) const;
  [[nodiscard]] std::string process_name(std::uint32_t pid) const;

 private:
  [[nodiscard]] model::Event event(const ActionInfo& action) const;
  // What these variables hold that lie from there on, if their first byte is to be kept.
  template <typename Keep>
  void add_values(const std::vector<Visible>& variables, std::uint32_t base, const std::string& prefix, Keep keep,
                  std::vector<model::Value>& out) const;
  // What visible variables and channels hold, if their first byte is to be kept.
  template <typename Keep>
  [[nodiscard]] std::vector<model::Value> values_where(Keep keep) const;
  [[nodiscard]] std::string show(std::int32_t value, bool is_mtype, const std::string& subtype) const;
  [[nodiscard]] std::string show_message(const ChannelPart& channel, std::span<const std::int32_t> values) const;
  [[nodiscard]] std::string formatted(char conversion, std::int32_t value, const std::string& subtype) const;
  [[nodiscard]] std::string show_channel(const ChannelPart& channel) const;

  const State& state_;
  model::Explanation* explanation_ = nullptr;
  std::vector<model::Value> before_;  // the values before the statement at hand
  std::vector<model::Message> messages_;
  std::string output_;
  std::uint32_t pid_ = 0;  // of the process that executes the statement
  std::string process_;    // its name, which is gone once it has ended
};

}  // namespace waymark::promela

#include "serve/session.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace waymark::serve {
namespace {

// A server with three tools, and what it has written.
class Sessions : public testing::Test {
 protected:
  Sessions() {
    server_.version = "1";
    server_.instructions = "none";
    server_.tools.push_back({"echo", "gives its arguments back", Json::object(), Json::object(),
                             [](const Json& arguments, const base::Stop&) { return Answer{arguments}; }});
    server_.tools.push_back({"fails", "throws", Json::object(), Json::object(),
                             [](const Json&, const base::Stop&) -> Answer { throw base::InputError("no such file"); }});
    server_.tools.push_back(
        {"waits", "until it may go on", Json::object(), Json::object(), [this](const Json&, const base::Stop& stop) {
           base::Lock lock(mutex_);
           ++entered_;
           changed_.notify_all();
           while (!open_ && !stop.reached()) changed_.wait_for(lock, std::chrono::milliseconds(1));
           stop.poll();
           return Answer{Json::object()};
         }});
    server_.write = [this](const std::string& line) { lines_.push_back(line); };
    session_.emplace(server_, stop_);
  }

  void initialize() {
    session_->receive(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}})");
    session_->receive(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }
  void call(const std::string& id, const std::string& tool, const std::string& arguments = "{}") {
    session_->receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool +
                      R"(","arguments":)" + arguments + "}}");
  }
  void wait_until_entered() {
    base::Lock lock(mutex_);
    while (entered_ == 0) changed_.wait(lock);
  }
  void let_go_on() {
    {
      const base::Lock lock(mutex_);
      open_ = true;
    }
    changed_.notify_all();
  }
  // All answers, once nothing is left to be answered.
  std::vector<Json> answers() {
    session_->finish();
    std::vector<Json> all;
    for (const std::string& line : lines_) {
      EXPECT_TRUE(line.ends_with('\n') && line.find('\n') + 1 == line.size()) << line;
      all.push_back(Json::parse(line));
    }
    return all;
  }
  // The answer to one line, in a session that is not initialized.
  Json answer(const std::string& line) {
    session_->receive(line);
    const std::vector<Json> all = answers();
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? Json() : all.front();
  }

  base::Stop stop_;
  Server server_;
  std::vector<std::string> lines_;
  base::Mutex mutex_;
  base::Condition changed_;
  bool open_ = false;
  int entered_ = 0;
  std::optional<Session> session_;  // ends before what it uses
};

TEST_F(Sessions, answer_a_ping_by_its_id) {
  EXPECT_EQ(answer(R"({"jsonrpc":"2.0","id":"a","method":"ping"})"),
            Json::parse(R"({"jsonrpc":"2.0","id":"a","result":{}})"));
}

TEST_F(Sessions, answer_with_the_version_of_the_client_if_they_know_it) {
  EXPECT_EQ(answer(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}})")
                ["result"]["protocolVersion"],
            "2024-11-05");
}

TEST_F(Sessions, answer_with_the_newest_version_otherwise) {
  EXPECT_EQ(
      answer(
          R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999"}})")["result"]
                                                                                                  ["protocolVersion"],
      "2025-06-18");
}

TEST_F(Sessions, name_what_is_wrong_by_the_codes_of_the_protocol) {
  const std::pair<const char*, int> cases[] = {
      {"{", -32700},
      {"\xff\xfe", -32700},
      {"[]", -32600},
      {"1", -32600},
      {R"({"id":1,"method":"ping"})", -32600},
      {R"({"jsonrpc":"2.0","id":1})", -32600},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", -32600},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", -32600},  // before 'initialize'
      {R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})", -32601},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})", -32602},
      {R"({"jsonrpc":"2.0","id":1,"method":"initialize"})", -32602},
  };
  for (const auto& one : cases) session_->receive(one.first);
  const std::vector<Json> all = answers();
  ASSERT_EQ(all.size(), std::size(cases));
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i]["error"]["code"], cases[i].second) << cases[i].first;
}

TEST_F(Sessions, say_nothing_to_notifications_answers_and_empty_lines) {
  session_->receive("");
  session_->receive(" \t\r");
  session_->receive(R"({"jsonrpc":"2.0","method":"notifications/unheard"})");
  session_->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
  session_->receive(R"({"jsonrpc":"2.0","id":7,"result":{}})");
  EXPECT_TRUE(answers().empty());
}

TEST_F(Sessions, refuse_what_nests_too_deeply_before_it_is_read) {
  EXPECT_EQ(answer(std::string(100'000, '['))["error"]["message"], "the message nests too deeply");
}

TEST_F(Sessions, give_a_result_as_text_and_as_it_is) {
  initialize();
  call("1", "echo", R"({"a":[1]})");
  const Json result = answers().back()["result"];
  EXPECT_EQ(result["isError"], false);
  EXPECT_EQ(result["structuredContent"], Json::parse(R"({"a":[1]})"));
  EXPECT_EQ(result["content"][0]["text"], R"({"a":[1]})");
}

TEST_F(Sessions, give_what_a_tool_throws_as_its_fault) {
  initialize();
  call("1", "fails");
  const Json result = answers().back()["result"];
  EXPECT_EQ(result["isError"], true);
  EXPECT_EQ(result["content"][0]["text"], "no such file");
  EXPECT_FALSE(result.contains("structuredContent"));
}

TEST_F(Sessions, refuse_tools_that_there_are_not_and_arguments_that_are_none) {
  initialize();
  call("1", "other");
  call("2", "echo", "[]");
  const std::vector<Json> all = answers();
  EXPECT_EQ(all[1]["error"]["message"], "unknown tool: other");
  EXPECT_EQ(all[2]["error"]["code"], -32602);
}

TEST_F(Sessions, answer_a_batch_in_one_line_when_its_last_call_has_ended) {
  initialize();
  session_->receive(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"waits"}},)"
                    R"({"jsonrpc":"2.0","method":"notifications/unheard"},{"jsonrpc":"2.0","id":2,"method":"ping"}])");
  wait_until_entered();
  EXPECT_EQ(lines_.size(), 1u);
  let_go_on();
  const std::vector<Json> all = answers();
  ASSERT_EQ(all.size(), 2u);
  ASSERT_EQ(all[1].size(), 2u);
  EXPECT_EQ(all[1][0]["id"], 2);
  EXPECT_EQ(all[1][1]["id"], 1);
}

TEST_F(Sessions, answer_other_messages_while_a_call_runs) {
  initialize();
  call("1", "waits");
  wait_until_entered();
  session_->receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
  let_go_on();
  const std::vector<Json> all = answers();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1]["id"], 2);
  EXPECT_EQ(all[2]["id"], 1);
}

TEST_F(Sessions, leave_cancelled_calls_unanswered) {
  initialize();
  call("1", "waits");
  call("2", "echo");
  wait_until_entered();
  session_->receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  const std::vector<Json> all = answers();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1]["id"], 2);
}

TEST_F(Sessions, refuse_an_id_that_waits_for_its_answer_and_calls_beyond_a_number) {
  initialize();
  call("1", "waits");
  call("1", "echo");
  wait_until_entered();
  for (std::size_t i = 1; i < Session::most_waiting; ++i) call(std::to_string(i + 1), "echo");
  EXPECT_EQ(lines_.size(), 2u);
  call("100", "echo");
  let_go_on();
  const std::vector<Json> all = answers();
  ASSERT_EQ(all.size(), 3 + Session::most_waiting);
  EXPECT_EQ(all[1]["error"]["message"], "a call with this id is not answered yet");
  EXPECT_EQ(all[2]["error"]["message"], "64 calls are waiting already");
}

TEST_F(Sessions, end_with_calls_unanswered_if_nobody_waits_for_them) {
  initialize();
  call("1", "waits");
  call("2", "echo");
  wait_until_entered();
  session_.reset();
  EXPECT_EQ(lines_.size(), 1u);
}

TEST_F(Sessions, write_what_is_no_text_as_text) {
  server_.tools.push_back({"bytes", "gives bytes", Json::object(), Json::object(), [](const Json&, const base::Stop&) {
                             return Answer{Json::object({{"a", "\xff"}})};
                           }});
  initialize();
  call("1", "bytes");
  EXPECT_EQ(answers().back()["result"]["structuredContent"]["a"], "\xef\xbf\xbd");
}

}  // namespace
}  // namespace waymark::serve

#include "debug/dap/server.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "debug/pipes.hpp"
#include "load/load.hpp"
#include "scratch.hpp"

namespace waymark::debug::dap {
namespace {

using nlohmann::json;

// Sends requests with these commands and arguments, one after the other, and gives all that comes back.
class Servers : public testing::Test {
 protected:
  void request(const std::string& command, const json& arguments = json::object()) {
    send({{"seq", ++sequence_}, {"type", "request"}, {"command", command}, {"arguments", arguments}});
  }
  void send(const json& message) { in_.write(tests::frame(message.dump())); }

  // Ends when the client disconnects.
  std::vector<json> answers() {
    request("disconnect");
    const Launcher launcher = [this](const std::vector<std::string>& words) {
      words_ = words;
      if (words.front() != "model.pml") throw base::InputError(words.front() + ": error: No such file or directory");
      const std::string file = scratch_.file("model.pml");
      base::write_file(file, "byte x;\nactive [2] proctype P() { x++; x++ }\n");
      load::Source source;
      source.program = file;
      return std::make_unique<Session>(Session{load::load(source, nullptr), {}});
    };
    serve(in_.input(), out_.output(), launcher, stop_);
    std::vector<json> all = tests::messages(out_.read());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i]["seq"], i + 1);
    EXPECT_EQ(all.back()["command"], "disconnect");
    all.pop_back();
    return all;
  }
  // Why the only request was refused.
  std::string refusal() {
    const std::vector<json> all = answers();
    EXPECT_EQ(all.size(), 1u);
    EXPECT_EQ(all.front()["success"], false);
    return all.front()["message"];
  }

  base::Stop stop_;
  tests::Scratch scratch_;
  tests::Pipe in_;
  tests::Pipe out_;
  std::uint64_t sequence_ = 0;
  std::vector<std::string> words_;
};

TEST_F(Servers, refuse_requests_that_need_a_program_before_there_is_one) {
  const std::vector<std::string> commands = {"threads", "stackTrace", "continue", "stepBack", "evaluate", "pause"};
  for (const std::string& command : commands) request(command);
  const std::vector<json> all = answers();
  ASSERT_EQ(all.size(), commands.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i]["command"], commands[i]);
    EXPECT_EQ(all[i]["request_seq"], i + 1);
    EXPECT_EQ(all[i]["message"], "no program is launched");
  }
}

TEST_F(Servers, name_requests_that_they_do_not_know) {
  request("restart");
  EXPECT_EQ(refusal(), "'restart' is not supported");
}

TEST_F(Servers, refuse_messages_that_are_no_requests) {
  const std::vector<json> none = {json::array(),
                                  1,
                                  "text",
                                  {{"seq", 1}},
                                  {{"seq", -1}, {"type", "request"}},
                                  {{"seq", 1}, {"type", "event"}, {"command", "threads"}},
                                  {{"seq", 1}, {"type", "request"}, {"command", 7}}};
  for (const json& one : none) send(one);
  const std::vector<json> all = answers();
  ASSERT_EQ(all.size(), none.size());
  for (const json& one : all) EXPECT_EQ(one["message"], "this is no request of the Debug Adapter Protocol");
}

TEST_F(Servers, launch_no_program_without_a_name) {
  request("launch");
  EXPECT_EQ(refusal(), "'program' is missing: the files of the program, or its main class");
}

TEST_F(Servers, launch_no_program_by_what_is_no_text) {
  request("launch", {{"program", json::array({1})}});
  EXPECT_EQ(refusal(), "'program' is no list of texts");
}

TEST_F(Servers, say_why_a_program_cannot_be_launched) {
  request("launch", {{"program", "other.pml"}});
  EXPECT_EQ(refusal(), "other.pml: error: No such file or directory");
}

TEST_F(Servers, hand_the_words_of_a_launch_on_in_order) {
  request("launch", {{"program", "model.pml"}, {"args", json::array({"--seed", "3"})}, {"trail", "a.trail"}});
  const std::vector<json> all = answers();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["success"], true);
  EXPECT_EQ(all[1]["event"], "initialized");
  EXPECT_EQ(words_, (std::vector<std::string>{"model.pml", "--seed", "3", "--trail", "a.trail"}));
}

TEST_F(Servers, launch_one_program_only) {
  request("launch", {{"program", "model.pml"}});
  request("launch", {{"program", "model.pml"}});
  EXPECT_EQ(answers().back()["message"], "a program is launched already");
}

TEST_F(Servers, refuse_threads_frames_and_variables_that_there_are_not) {
  request("launch", {{"program", "model.pml"}});
  request("stackTrace", {{"threadId", 0}});
  request("stackTrace", {{"threadId", -1}});
  request("scopes", {{"frameId", 1ull << 60}});
  request("variables", {{"variablesReference", "x"}});
  request("stepIn", {{"threadId", 1}, {"targetId", 99}});
  const std::vector<json> all = answers();
  ASSERT_EQ(all.size(), 7u);
  for (std::size_t i = 2; i < all.size(); ++i) EXPECT_EQ(all[i]["success"], false) << all[i].dump();
}

TEST_F(Servers, list_the_processes_as_threads) {
  request("launch", {{"program", "model.pml"}});
  request("threads");
  const json threads = answers().back()["body"]["threads"];
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(threads[0]["name"], "P 0");
}

}  // namespace
}  // namespace waymark::debug::dap

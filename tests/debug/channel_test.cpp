#include "debug/dap/channel.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "debug/pipes.hpp"

namespace waymark::debug::dap {
namespace {

using nlohmann::json;
using tests::frame;

class Channels : public testing::Test {
 protected:
  Channels() { channel_.emplace(in_.input(), out_.output(), stop_); }

  // Why no next message can be found.
  std::string fault() {
    try {
      (void)channel_->next();
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "there is one";
  }

  base::Stop stop_;
  tests::Pipe in_;
  tests::Pipe out_;
  std::optional<Channel> channel_;
};

TEST_F(Channels, give_messages_in_the_order_in_which_they_were_sent) {
  in_.write(frame(R"({"seq":1})") + frame(R"({"seq":2})"));
  in_.write(frame(R"({"seq":3})"));
  for (int i = 1; i <= 3; ++i) EXPECT_EQ(*channel_->next(), json({{"seq", i}}));
  in_.end();
  EXPECT_FALSE(channel_->next());
}

TEST_F(Channels, put_together_what_arrives_in_pieces) {
  for (const char c : frame(R"({"seq":1})")) in_.write(std::string(1, c));
  EXPECT_EQ(*channel_->next(), json({{"seq", 1}}));
}

TEST_F(Channels, pass_over_other_fields_of_a_header) {
  in_.write("Content-Type: text\r\nContent-Length:   2\r\nX: y\r\n\r\n{}");
  EXPECT_EQ(*channel_->next(), json::object());
}

TEST_F(Channels, mark_bodies_that_are_no_JSON_and_go_on) {
  in_.write(frame("{") + frame("") + frame(std::string(1000, '[') + std::string(1000, ']')) + frame("{}"));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(channel_->next()->is_discarded()) << i;
  EXPECT_EQ(*channel_->next(), json::object());
}

TEST_F(Channels, give_up_where_no_length_is) {
  in_.write("Content-Size: 2\r\n\r\n{}");
  EXPECT_EQ(fault(), "waymark: error: --dap: a message has no Content-Length");
}

TEST_F(Channels, give_up_where_a_length_is_no_number) {
  in_.write("Content-Length: 2x\r\n\r\n{}");
  EXPECT_EQ(fault(), "waymark: error: --dap: a message has no Content-Length");
}

TEST_F(Channels, give_up_where_a_length_does_not_fit) {
  in_.write("Content-Length: 99999999999999999999999\r\n\r\n");
  EXPECT_EQ(fault(), "waymark: error: --dap: a message has no Content-Length");
}

TEST_F(Channels, keep_no_longer_messages_than_a_mebibyte) {
  in_.write("Content-Length: 1048577\r\n\r\n");
  EXPECT_EQ(fault(), "waymark: error: --dap: a message of 1048577 bytes is longer than 1048576");
}

TEST_F(Channels, keep_no_header_without_end) {
  in_.write(std::string(5000, 'x'));
  EXPECT_EQ(fault(), "waymark: error: --dap: a message has no header of the Debug Adapter Protocol");
}

TEST_F(Channels, tell_that_the_input_ends_within_a_message) {
  in_.write("Content-Length: 10\r\n\r\n{}");
  in_.end();
  EXPECT_EQ(fault(), "waymark: error: --dap: the input ends within a message");
}

TEST_F(Channels, hand_out_what_came_before_a_fault) {
  in_.write(frame("{}") + "Content-Size: 2\r\n\r\n{}");
  EXPECT_EQ(*channel_->next(), json::object());
  EXPECT_EQ(fault(), "waymark: error: --dap: a message has no Content-Length");
}

TEST_F(Channels, interrupt_while_a_request_to_pause_waits) {
  in_.write(frame(R"({"command":"continue"})") + frame(R"({"command":"pause"})") + frame("{}"));
  EXPECT_EQ((*channel_->next())["command"], "continue");
  while (!channel_->interrupt()) std::this_thread::yield();  // it arrives
  EXPECT_EQ((*channel_->next())["command"], "pause");
  EXPECT_EQ(*channel_->next(), json::object());
  EXPECT_FALSE(channel_->interrupt());
}

TEST_F(Channels, number_what_they_send_and_write_all_of_it_as_text) {
  channel_->send({{"type", "event"}});
  channel_->send({{"text", "\xff"}});
  channel_.reset();
  const std::vector<json> sent = tests::messages(out_.read());
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0]["seq"], 1);
  EXPECT_EQ(sent[1]["seq"], 2);
  EXPECT_EQ(sent[1]["text"], "\xef\xbf\xbd");
}

TEST_F(Channels, end_while_they_wait_when_the_command_is_to_stop) {
  stop_.request(base::Stop::Why::interrupted);
  EXPECT_THROW((void)channel_->next(), base::Stopped);
}

}  // namespace
}  // namespace waymark::debug::dap

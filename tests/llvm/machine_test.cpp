// The machine's states as bytes from strangers, and what it says of programs.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "llvm/compile/build.hpp"
#include "llvm/llvm_model.hpp"
#include "scratch.hpp"

namespace waymark::llvm {
namespace {

constexpr const char* program_text = R"(
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int value; } *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
__thread int own = 3;
void *run(void *arg) {
  struct node local = {head, *(int *)arg};
  struct node *made = malloc(sizeof *made);
  pthread_mutex_lock(&m);
  made->next = head;
  made->value = local.value + own++;
  head = made;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return made;
}
int main(void) {
  pthread_t t;
  int x = 4;
  pthread_create(&t, 0, run, &x);
  pthread_mutex_lock(&m);
  while (!head) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  free(head);
  return x - 4;
}
)";

std::shared_ptr<const Program> program_of(const std::string& text) {
  const tests::Scratch scratch;
  const std::string file = scratch.file("program.c");
  std::ofstream(file) << text;
  BuildRequest request;
  request.files.push_back(file);
  request.native = [](std::string_view name) { return builtin_named(name) != Builtin::none; };
  return decode(std::make_shared<const Module>(build(request).module), "main");
}

// All that a walk comes to, as bytes.
std::vector<std::vector<std::uint8_t>> states_of(LlvmModel& model, std::mt19937& random) {
  std::vector<std::vector<std::uint8_t>> states;
  std::vector<model::Transition> ways;
  model.reset();
  for (int i = 0; i < 60; ++i) {
    base::ByteSink sink;
    model.write(sink);
    states.emplace_back(sink.bytes().begin(), sink.bytes().end());
    model.enabled(ways);
    if (ways.empty() || model.fire(ways[random() % ways.size()]) != model::Step::moved) break;
  }
  return states;
}

TEST(LlvmMachine, ReadsNoStateThatItCannotRunOn) {
  LlvmModel model(program_of(program_text), {});
  std::mt19937 random(1);
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  for (int round = 0; round < 30; ++round) {
    for (std::vector<std::uint8_t> bytes : states_of(model, random)) {
      for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
        bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : random() % 4);
      }
      if (random() % 8 == 0) bytes.resize(random() % bytes.size());
      base::ByteSource source(bytes);
      if (!model.read(source)) {
        ++refused;
        continue;
      }
      ++taken;
      std::vector<model::Transition> ways;
      for (int i = 0; i < 20; ++i) {
        model.enabled(ways);
        (void)model.standings();
        (void)model.fingerprint();
        (void)model.pack();
        if (ways.empty() || model.fire(ways[random() % ways.size()]) != model::Step::moved) break;
      }
    }
  }
  EXPECT_GT(taken, 10u);
  EXPECT_GT(refused, 100u);
}

TEST(LlvmMachine, ReadsWhatIsNotPresumedAndNothingElse) {
  Refuted refuted;
  EXPECT_TRUE(refuted.read("21.0+ 17.4"));
  EXPECT_TRUE(refuted.read("21.0"));
  EXPECT_EQ(refuted.text(), "17.4 21.0 21.0+");
  Refuted again;
  EXPECT_TRUE(again.read(refuted.text()));
  EXPECT_EQ(again.all(), refuted.all());
  for (const char* const text : {"17", "17.", "17.+", "17.4++", "17.4+ +", "17.4+21.0", "+", "2147483648.0", "17.-4"}) {
    EXPECT_FALSE(again.read(text)) << text;
  }
  EXPECT_EQ(again.all(), refuted.all());
}

TEST(LlvmMachine, SaysWhichVariableAndWhere) {
  LlvmModel model(program_of("int t[3]; int main(void) { for (int i = 0; i < 4; i++)\n t[i] = i; return 0; }"), {});
  model.reset();
  std::vector<model::Transition> ways;
  model.enabled(ways);
  ASSERT_EQ(ways.size(), 1u);
  ASSERT_EQ(model.fire(ways[0]), model::Step::failed);
  EXPECT_EQ(model.violation().kind, "bounds");
  EXPECT_NE(model.violation().detail.find("offset 12 of t"), std::string::npos) << model.violation().detail;
  EXPECT_TRUE(model.violation().location.ends_with("program.c:2")) << model.violation().location;
}

}  // namespace
}  // namespace waymark::llvm

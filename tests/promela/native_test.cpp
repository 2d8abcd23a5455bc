// Steps as native code: what they list and where they lead is what the interpreter says, transition by transition, and
// whatever is wrong with compilers and kept modules leaves everything interpreted.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>

#include "promela/executor.hpp"
#include "promela/native/generate.hpp"
#include "promela/native/steps.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

namespace fs = std::filesystem;
using model::Step;
using Origin = NativeSteps::Origin;
using namespace std::chrono_literals;

constexpr const char* usual_compiler = "gcc";

NativeSettings at_once(const std::string& compiler = usual_compiler) {
  return {.compiler = compiler, .folder = "", .look_after = 0ms, .make_after = 0ms, .limit = 60s};
}

std::shared_ptr<const Program> program_of(const std::string& text) { return compile(parse_text("test.pml", text)); }

// One model in three ways, of which the first is what counts. The third has no cache, which would answer before native
// code is asked.
class Trio {
 public:
  explicit Trio(const std::shared_ptr<const Program>& program, const std::shared_ptr<const NativeSlot>& native,
                bool reduced = false)
      : models_{Executor(program, Executor::Steps::executed), Executor(program),
                Executor(program, Executor::Steps::executed, native)} {
    for (Executor& model : models_) {
      if (reduced) static_cast<void>(model.reduce({}));
      model.reset();
    }
  }

  // Looks at so many states; answers how many transitions were compared.
  std::size_t compare(std::size_t most) {
    std::deque<std::vector<model::Word>> open{words(models_[0])};
    std::set<std::vector<model::Word>> known{open.front()};
    while (!open.empty() && known.size() < most && !testing::Test::HasFailure()) {
      for (Executor& model : models_) model.unpack(open.front());
      open.pop_front();
      reached_.clear();
      compare_here();
      for (auto& state : reached_) {
        if (known.insert(state).second) open.push_back(std::move(state));
      }
    }
    return transitions_;
  }

 private:
  static std::vector<model::Word> words(Executor& model) {
    const auto span = model.pack().words;
    return {span.begin(), span.end()};
  }

  void compare_here() {
    std::array<std::vector<model::Transition>, 3> ways;
    std::array<model::Mark, 3> here{};
    for (std::size_t i = 0; i < 3; ++i) {
      models_[i].enabled(ways[i]);
      here[i] = models_[i].mark();
    }
    ASSERT_EQ(ways[0], ways[1]);
    ASSERT_EQ(ways[0], ways[2]);
    for (const model::Transition& way : ways[0]) {
      ++transitions_;
      std::array<Step, 3> steps{};
      for (std::size_t i = 0; i < 3; ++i) steps[i] = models_[i].fire(way);
      for (const std::size_t i : {1, 2}) {
        ASSERT_EQ(steps[0], steps[i]);
        if (steps[0] == Step::failed) {
          ASSERT_EQ(models_[0].violation().kind, models_[i].violation().kind);
          ASSERT_EQ(models_[0].violation().detail, models_[i].violation().detail);
          ASSERT_EQ(models_[0].violation().location, models_[i].violation().location);
          ASSERT_EQ(models_[0].violation().after, models_[i].violation().after);
        }
        ASSERT_EQ(words(models_[0]), words(models_[i]));
        ASSERT_EQ(models_[0].fingerprint(), models_[i].fingerprint());
      }
      const Step step = steps[0] == Step::failed ? models_[0].violation().after : steps[0];
      if (step == Step::moved) reached_.push_back(words(models_[0]));
      if (step == Step::intermediate) compare_here();
      for (std::size_t i = 0; i < 3; ++i) models_[i].rewind(here[i]);
      for (const std::size_t i : {1, 2}) ASSERT_EQ(words(models_[0]), words(models_[i]));
    }
    for (model::ActionId action = 0; action < models_[0].actions(); ++action) {
      ASSERT_EQ(models_[0].reached(action), models_[2].reached(action));
    }
  }

  std::array<Executor, 3> models_;
  std::vector<std::vector<model::Word>> reached_;
  std::size_t transitions_ = 0;
};

std::size_t compiled(std::span<const NativeStep> steps) {
  return static_cast<std::size_t>(
      std::count_if(steps.begin(), steps.end(), [](NativeStep it) { return it != nullptr; }));
}

std::vector<fs::path> models_of(const char* folder) {
  std::vector<fs::path> models;
  for (const auto& entry : fs::directory_iterator(fs::path(WAYMARK_SOURCE_DIR) / folder)) {
    if (entry.path().extension() == ".pml") models.push_back(entry.path());
  }
  std::sort(models.begin(), models.end());
  return models;
}

// Compiling takes a while: each run takes its share of the models, all of them if WAYMARK_NATIVE_ALL is set.
TEST(NativeSteps, are_those_of_the_interpreter_on_the_corpus) {
  const bool all = std::getenv("WAYMARK_NATIVE_ALL") != nullptr;
  std::size_t number = 0;
  std::size_t native = 0;
  std::size_t transitions = 0;
  for (const char* const folder : {"tests/promela/corpus", "bench/models"}) {
    for (const fs::path& path : models_of(folder)) {
      if (!all && number++ % 16 != 0) continue;
      SCOPED_TRACE(path);
      const auto program = compile(parse_file(path.string()));
      const auto steps = std::make_shared<NativeSteps>(program, at_once());
      if (steps->wait() != Origin::made) {
        EXPECT_EQ(native_text(*program), "") << steps->reason();
        continue;
      }
      native += compiled(steps->code()->fire);
      for (const bool reduced : {false, true}) transitions += Trio(program, steps, reduced).compare(150);
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GE(native, 50u);
  EXPECT_GE(transitions, 1500u);
}

// Each language feature by itself: what is compiled is compared by all compilers that are there, in all states.
struct Feature {
  const char* name;
  const char* text;
};
constexpr Feature features[] = {
    {"arithmetic",
     "int x = 2147483647; short s; byte b; bit t; unsigned u : 5; int y = 1; active proctype P() { do :: x = x + y :: "
     "y = "
     "y * -3 + 1 :: x = x - y * y :: s = x :: b = x :: t = x :: u = y :: x = (x << 3) ^ (y >> 2) | (x & 12) :: x = x "
     ">> "
     "(b & 63) :: x = y << (b & 63) :: x = -x :: x = ~y :: x = !y :: y = (x < y) + 2 * (x >= b) + 4 * (s != u) :: x = "
     "(x "
     "> 0 -> y : s) :: x > 0 && y > 0 || t -> y = 0 od }"},
    {"division",
     "int x = -2147483647, y = 3; active proctype P() { do :: x = x - 1 :: x = x / y :: x = x % y :: y = y - 1 :: y = "
     "3 od }"},
    {"indices", "byte a[3]; byte i; active proctype P() { do :: a[i] = i + 1 :: i = a[i] :: i++ :: i = 0 od }"},
    {"records",
     "typedef R { byte a[2]; short s }; R r[2]; byte i; active proctype P() { do :: r[i].a[i] = 255 - i :: "
     "r[i].s = -5 * i :: i = 1 - i :: r[1].s == -5 -> r[1].s = 300 od }"},
    {"assertions", "byte x; active proctype P() { do :: x < 3 -> x++ :: assert(x < 2) :: x = 0 od }"},
    {"channels",
     "chan q = [2] of {byte, short}; chan r = [1] of {byte, short}; byte x; short y; chan e; active proctype P() { do "
     ":: "
     "q!x,-1 :: q!3,y :: r!x,y :: q?x,y :: q?3,y :: r?eval(x),y :: q??3,y :: q?<x,y> :: q?"
     "?<3,y> :: x = 3 :: x = 0 :: "
     "len(q) == 2 -> y = len(q) :: full(q) -> y = 0 :: nfull(q) && nempty(r) -> x = 1 :: empty(q) -> y = 7 :: q?[3,_] "
     "-> "
     "x = 2 :: q??[3,7] -> x = 3 :: e = q :: e = r :: e!1,1 od }"},
    {"rendezvous",
     "chan q = [0] of {byte}; chan b = [1] of {byte}; byte x; active proctype P() { byte v; do :: q!v :: b!v :: v = 1 "
     "- v "
     "od } active proctype Q() { do :: q?x :: b?x :: q?1 od }"},
    {"mixed channels",
     "chan c[2]; chan q = [0] of {byte}; chan b = [1] of {byte}; byte i; init { c[0] = q; c[1] = b; do :: c[i]!1 :: i "
     "= 1 - "
     "i od } active proctype Q() { byte x; do :: c[i]?x :: q?x :: b?x od }"},
    {"message bound to an index",
     "chan q = [2] of {byte, byte}; byte a[3]; byte i; active proctype P() { do :: q!2,9 :: "
     "q!1,5 :: q?i,a[i] :: i = 0; a[1] = 0; a[2] = 0 od }"},
    {"d_step",
     "byte x, y; chan q = [2] of {byte}; active proctype P() { do :: d_step { x < 5 -> x++; do :: y < x -> y++ :: "
     "else -> break od; q!y } :: d_step { q?x; if :: x > 2 -> y = 0 :: else -> y = 1 fi } :: d_step { x = 0; y "
     "= 0 } :: d_step { if :: x > 3 -> y = 9 fi } od }"},
    {"long d_step",
     "int x; byte n; active proctype P() { do :: d_step { x = 0; do :: x < 3000 -> x++ :: else -> break od; n "
     "= 1 - n } :: n = 1 - n od }"},
    {"atomic",
     "byte x; chan q = [1] of {byte}; active [2] proctype P() { do :: atomic { x < 3 -> x++; q!x; if :: x = 0 :: "
     "x = 1 :: skip fi; x == 1 -> x = 2 } :: atomic { q?x; x > 0 -> x-- } od }"},
    {"else and escapes",
     "byte x; active proctype P() { do :: { x++; x++; x-- } unless { x == 3 -> x = 0 } :: if :: x > 3 -> "
     "x = 1 :: else -> x = 2 fi od }"},
    {"timeout",
     "byte x; active proctype P() { do :: x < 2 -> x++ :: timeout -> x = 0 od } active proctype Q() { x == 2; x = "
     "5; timeout; x = 1 }"},
    {"hidden",
     "hidden byte h; byte x; active proctype P() { do :: d_step { h = x; x = h + 1 } :: x = 0 :: x > 3 -> x = h od }"},
    {"remote references and labels",
     "byte x; active proctype P() { byte v; do :: v++ ; L: v = v % 3 od } active proctype Q() "
     "{ do :: P[0]@L -> x = P[0]:v :: P[0]:v == 2 -> x = 9 :: x = _nr_pr :: x = _pid od }"},
    {"last", "byte x; active [2] proctype P() { do :: x = _last :: x = 7 od }"},
    {"processes that start and end",
     "byte n; proctype C(byte v) { n = n + v; n < 9 } init { do :: n < 4 -> run C(n + 1) :: n > "
     "3 -> n = 0 od }"},
    {"provided and priorities",
     "byte x; active proctype P() provided (x < 3) { do :: x++ :: x = x * 2 od } active proctype Q() "
     "{ do :: x = 0 od }"},
    {"claim",
     "byte x; active proctype P() { do :: x < 4 -> x++ :: x = 0 od } never { do :: x == 3 -> break :: else od }"},
    {"trace",
     "mtype = {a, b}; chan q = [1] of {mtype}; active proctype P() { do :: q!a; q?a; q!b; q?b :: q!b od } trace { do "
     ":: q!a; q!b od }"},
    {"exclusive ends",
     "chan q = [1] of {byte}; active proctype P() { xs q; do :: q!1 od } active proctype Q() { xr q; do :: q?_ "
     "od } active proctype R() { do :: nempty(q) -> q?_ od }"},
    {"sorted sends",
     "chan q = [3] of {byte, byte}; active proctype P() { byte x; do :: q!!3,x :: q!!1,2 :: q?_,x od }"},
};

TEST(NativeSteps, are_those_of_the_interpreter_for_every_feature_and_compiler) {
  std::size_t compilers = 0;
  for (const char* const compiler : {"gcc", "clang"}) {
    if (compilers > 0 && std::getenv("WAYMARK_NATIVE_ALL") == nullptr) break;
    bool used = false;
    for (const Feature& feature : features) {
      SCOPED_TRACE(std::string(compiler) + ": " + feature.name);
      const auto program = program_of(feature.text);
      const auto steps = std::make_shared<NativeSteps>(program, at_once(compiler));
      if (steps->wait() == Origin::nothing && steps->reason().starts_with("no C compiler")) break;
      EXPECT_EQ(steps->wait() == Origin::made, !native_text(*program).empty()) << steps->reason();
      used = true;
      EXPECT_GT(Trio(program, steps).compare(400), 3u);
      ASSERT_FALSE(HasFailure());
    }
    compilers += used ? 1 : 0;
  }
  EXPECT_GE(compilers, 1u);
}

// A slot with code of our own: functions that count and decline, or answer wrongly.
class CountingSlot final : public NativeSlot {
 public:
  explicit CountingSlot(const Program& program)
      : enabled_(program.states.size(), decline), fire_(program.transitions.size(), decline), code_{enabled_, fire_} {
    calls = 0;
    publish(&code_);
  }
  static int decline(NativeCall* /*call*/, std::uint32_t /*base*/, std::uint32_t /*pid*/) {
    ++calls;
    return declined;
  }
  static inline std::size_t calls = 0;

 private:
  std::vector<NativeStep> enabled_, fire_;
  NativeCode code_;
};

TEST(NativeSteps, that_decline_are_asked_a_few_times_and_no_more) {
  const auto program = program_of("byte x; active proctype P() { do :: x++ :: x = 3 * x od }");
  const auto slot = std::make_shared<CountingSlot>(*program);
  EXPECT_GT(Trio(program, slot).compare(256), 400u);
  EXPECT_GE(CountingSlot::calls, 10u);
  const std::size_t few = CountingSlot::calls;
  Executor model(program, Executor::Steps::executed, slot);
  model.reset();
  std::vector<model::Transition> ways;
  for (int i = 0; i < 1000; ++i) model.enabled(ways);
  EXPECT_LE(CountingSlot::calls - few, 100u);
}

TEST(NativeSteps, what_declined_code_has_written_is_taken_back) {
  const auto program = program_of("byte x; active proctype P() { do :: x < 9 -> x = x + 2 :: x = 0; assert(x) od }");
  class Damaging final : public NativeSlot {
   public:
    explicit Damaging(const Program& of) : none_(of.states.size(), nullptr), fire_(of.transitions.size(), damage) {
      code_ = {none_, fire_};
      publish(&code_);
    }
    static int damage(NativeCall* call, std::uint32_t /*base*/, std::uint32_t /*pid*/) {
      for (std::uint32_t i = 0; i < 5; ++i) {
        call->log[call->written++] = {i % 2, call->state[i % 2]};
        call->state[i % 2] += 77 + i;
      }
      return declined;
    }

   private:
    std::vector<NativeStep> none_, fire_;
    NativeCode code_;
  };
  EXPECT_GT(Trio(program, std::make_shared<Damaging>(*program)).compare(100), 10u);
}

TEST(NativeSteps, of_a_program_are_a_text_that_the_program_alone_decides) {
  const auto text = [] { return native_text(*program_of("byte x; active proctype P() { do :: x++ od }")); };
  EXPECT_FALSE(text().empty());
  EXPECT_EQ(text(), text());
  EXPECT_NE(text(), native_text(*program_of("byte x; active proctype P() { do :: x-- od }")));
}

// ---------------------------------------------------------------- compilers and kept modules

class NativeFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "native-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    home_ = name;
    settings_ = at_once();
    settings_.folder = (home_ / "cache" / "waymark").string();
  }
  void TearDown() override { fs::remove_all(home_); }

  // A compiler that does what a shell script says; $# arguments, of which the file to make follows -o.
  std::string script(const std::string& body) {
    const fs::path path = home_ / "compiler";
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    ::chmod(path.c_str(), 0700);
    return path.string();
  }
  Origin origin() { return NativeSteps(program_, settings_).wait(); }
  fs::path module() {
    for (const auto& entry : fs::directory_iterator(settings_.folder)) {
      if (entry.path().extension() == ".so") return entry.path();
    }
    return {};
  }
  std::size_t files() { return static_cast<std::size_t>(std::distance(fs::directory_iterator(settings_.folder), {})); }

  fs::path home_;
  NativeSettings settings_;
  std::shared_ptr<const Program> program_ =
      program_of("byte x; active proctype P() { do :: x < 9 -> x++ :: x = 0 od }");
};

TEST_F(NativeFolder, a_module_is_made_once_and_kept_in_a_folder_of_its_own) {
  EXPECT_EQ(origin(), Origin::made);
  struct stat status {};
  ASSERT_EQ(::stat(settings_.folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  EXPECT_EQ(files(), 1u);
  const auto written = fs::last_write_time(module());
  EXPECT_EQ(origin(), Origin::kept);
  EXPECT_EQ(fs::last_write_time(module()), written);
  program_ = program_of("byte x; active proctype P() { do :: x < 8 -> x++ :: x = 0 od }");
  EXPECT_EQ(origin(), Origin::made);
  EXPECT_EQ(files(), 2u);
}

TEST_F(NativeFolder, another_compiler_makes_another_module) {
  EXPECT_EQ(origin(), Origin::made);
  settings_.compiler = script("exec gcc \"$@\"");
  EXPECT_EQ(origin(), Origin::made);
  EXPECT_EQ(origin(), Origin::kept);
  settings_.compiler = script("exec gcc \"$@\"  # changed");
  EXPECT_EQ(origin(), Origin::made);
}

TEST_F(NativeFolder, no_compiler_or_one_that_fails_leaves_nothing) {
  settings_.compiler = (home_ / "none").string();
  EXPECT_EQ(origin(), Origin::nothing);
  settings_.compiler = script("exit 1");
  EXPECT_EQ(origin(), Origin::nothing);
  settings_.compiler = script("exit 0");  // and has made nothing
  EXPECT_EQ(origin(), Origin::nothing);
  settings_.compiler = script("while [ \"$1\" != -o ]; do shift; done; echo damaged > \"$2\"");
  EXPECT_EQ(origin(), Origin::nothing);
  settings_.compiler = script("kill -9 $$");
  EXPECT_EQ(origin(), Origin::nothing);
  settings_.compiler = "tcc";  // which may not be installed; if it is, the text refuses it
  EXPECT_EQ(origin(), Origin::nothing);
}

TEST_F(NativeFolder, a_compiler_that_does_not_end_is_stopped_and_so_is_what_it_started) {
  const fs::path alive = home_ / "alive";
  settings_.compiler = script("(sleep 3; touch " + alive.string() + ") & sleep 1000");
  settings_.limit = 100ms;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(origin(), Origin::nothing);
  settings_.limit = 1000s;
  { NativeSteps(program_, settings_); }  // nobody waits any longer
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 60s);
  std::this_thread::sleep_for(3500ms);
  EXPECT_FALSE(fs::exists(alive));
  EXPECT_EQ(files(), 0u);
}

TEST_F(NativeFolder, a_module_that_was_cut_short_or_changed_or_moved_is_made_anew) {
  ASSERT_EQ(origin(), Origin::made);
  const fs::path path = module();
  const auto size = fs::file_size(path);
  fs::resize_file(path, size / 2);
  EXPECT_EQ(origin(), Origin::made);
  fs::resize_file(path, 0);
  EXPECT_EQ(origin(), Origin::made);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(static_cast<std::streamoff>(size / 2))
      << "damage";
  EXPECT_EQ(origin(), Origin::made);
  const fs::path own = home_ / "own.so";
  fs::copy_file(path, own);
  program_ = program_of("byte x; active proctype P() { do :: x < 7 -> x++ :: x = 0 od }");
  fs::remove(path);
  ASSERT_EQ(origin(), Origin::made);
  fs::copy_file(own, module(), fs::copy_options::overwrite_existing);  // the module of another program
  EXPECT_EQ(origin(), Origin::made);
}

TEST_F(NativeFolder, what_others_may_write_or_own_is_not_loaded) {
  ASSERT_EQ(origin(), Origin::made);
  const fs::path path = module();
  ::chmod(path.c_str(), 0722);
  EXPECT_EQ(origin(), Origin::made);  // over it
  EXPECT_EQ(origin(), Origin::kept);
  fs::rename(path, home_ / "elsewhere.so");
  fs::create_symlink(home_ / "elsewhere.so", path);
  EXPECT_EQ(origin(), Origin::made);
  EXPECT_EQ(origin(), Origin::kept);
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(path.c_str(), 4711, 0), 0);
    EXPECT_EQ(origin(), Origin::made);
    EXPECT_EQ(origin(), Origin::kept);
  }
  ::chmod(settings_.folder.c_str(), 0777);
  EXPECT_EQ(origin(), Origin::made);  // elsewhere, for the moment
  EXPECT_EQ(origin(), Origin::made);
  EXPECT_EQ(files(), 1u);
  ::chmod(settings_.folder.c_str(), 0700);
  EXPECT_EQ(origin(), Origin::kept);
}

TEST_F(NativeFolder, a_folder_that_cannot_be_made_is_done_without) {
  std::ofstream(home_ / "cache") << "a file";
  EXPECT_EQ(origin(), Origin::made);
}

}  // namespace
}  // namespace waymark::promela

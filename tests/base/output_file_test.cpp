#include "base/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/files.hpp"
#include "scratch.hpp"

namespace waymark::base {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(OutputFile, appears_only_when_it_is_complete) {
  const tests::Scratch scratch;
  {
    OutputFile file(scratch.file("a"));
    ASSERT_TRUE(file.write("half"));
    EXPECT_FALSE(fs::exists(scratch.file("a")));
  }
  EXPECT_EQ(entries(scratch.file("")), 0u);
  OutputFile file(scratch.file("a"));
  EXPECT_TRUE(file.write("whole") && file.sync() && file.commit());
  EXPECT_EQ(read_file(scratch.file("a"), 100), "whole");
  EXPECT_EQ(entries(scratch.file("")), 1u);
}

TEST(OutputFile, writes_pipes_in_place) {
  const tests::Scratch scratch;
  const std::string path = scratch.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(output_place(path).ordinary);
  std::string heard;
  std::thread reader([&] {
    const int file = ::open(path.c_str(), O_RDONLY);
    char bytes[100];
    for (ssize_t count = 0; (count = ::read(file, bytes, sizeof bytes)) > 0;) heard.append(bytes, bytes + count);
    ::close(file);
  });
  write_file(path, "through the pipe");
  reader.join();
  EXPECT_EQ(heard, "through the pipe");
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST(OutputFile, leaves_devices_as_they_are) {
  OutputFile nothing("/dev/null");
  EXPECT_TRUE(nothing.write("x") && nothing.sync() && nothing.commit());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  OutputFile full("/dev/full");
  EXPECT_FALSE(full.write("x"));
  EXPECT_EQ(full.error(), ENOSPC);
}

TEST(OutputFile, follows_links_and_keeps_them) {
  const tests::Scratch scratch;
  fs::create_directory(scratch.file("there"));
  fs::create_symlink("there/target", scratch.file("link"));  // which is not there yet
  fs::create_symlink("link", scratch.file("longer"));
  write_file(scratch.file("longer"), "one");
  EXPECT_EQ(read_file(scratch.file("there/target"), 10), "one");
  write_file(scratch.file("link"), "two");
  EXPECT_EQ(read_file(scratch.file("there/target"), 10), "two");
  EXPECT_TRUE(fs::is_symlink(scratch.file("link")) && fs::is_symlink(scratch.file("longer")));
  fs::create_symlink("round", scratch.file("round"));
  OutputFile file(scratch.file("round"));
  EXPECT_EQ(file.error(), ELOOP);
}

// As a shell's `> file` gives it: what was and will be printed stays around what is written by name.
TEST(OutputFile, takes_its_place_among_what_is_printed) {
  const tests::Scratch scratch;
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      const int file = ::open(scratch.file("out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(file, STDOUT_FILENO);
      std::fputs("before ", stdout);
      write_file(name, "itself ");
      std::fputs("after", stdout);
      std::fflush(stdout);
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(read_file(scratch.file("out"), 100), "before itself after") << name;
  }
}

TEST(OutputFile, removes_what_a_killed_writer_left) {
  const tests::Scratch scratch;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    OutputFile file(scratch.file("a"));
    const bool written = file.write("half");
    (void)!::write(ready[1], &written, 1);
    ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  // While he writes, nobody takes his file away.
  write_file(scratch.file("a"), "mine");
  EXPECT_EQ(entries(scratch.file("")), 2u);
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  write_file(scratch.file("b"), "another file's writer does not");
  EXPECT_EQ(entries(scratch.file("")), 3u);
  write_file(scratch.file("a"), "the next one");
  EXPECT_EQ(entries(scratch.file("")), 2u);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(OutputFile, leaves_alone_what_only_looks_similar) {
  const tests::Scratch scratch;
  for (const char* name : {"a.backup", "a.waymark-", "a.waymark-1234567", "b.waymark-123456"}) {
    write_file(scratch.file(name), "precious");
  }
  write_file(scratch.file("a"), "x");
  EXPECT_EQ(entries(scratch.file("")), 5u);
}

}  // namespace
}  // namespace waymark::base

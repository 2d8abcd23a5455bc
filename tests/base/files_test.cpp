#include "base/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>

#include "base/diagnostics.hpp"
#include "scratch.hpp"

namespace waymark::base {
namespace {

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& fault) {
    return fault.what();
  }
  return "done";
}

TEST(Files, come_back_as_they_were_written) {
  const tests::Scratch scratch;
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * 7);
  write_file(scratch.file("a"), bytes);
  EXPECT_EQ(read_file(scratch.file("a"), bytes.size()), bytes);
  write_file(scratch.file("a"), "shorter");
  EXPECT_EQ(read_file(scratch.file("a"), 100), "shorter");
}

TEST(Files, are_refused_when_larger_than_allowed) {
  const tests::Scratch scratch;
  write_file(scratch.file("a"), "12345");
  EXPECT_EQ(refusal([&] { (void)read_file(scratch.file("a"), 4); }), scratch.file("a") + ": error: more than 4 bytes");
  EXPECT_EQ(refusal([] { (void)read_file("/dev/zero", 1000); }), "/dev/zero: error: more than 1000 bytes");
}

TEST(Files, that_cannot_be_read_or_written_are_named) {
  const tests::Scratch scratch;
  EXPECT_EQ(refusal([&] { (void)read_file(scratch.file("none"), 10); }),
            scratch.file("none") + ": error: No such file or directory");
  EXPECT_EQ(refusal([&] { (void)read_file(scratch.file(""), 10); }), scratch.file("") + ": error: this is a directory");
  EXPECT_EQ(refusal([&] { write_file(scratch.file("no/where"), ""); }),
            scratch.file("no/where") + ": error: cannot be written: No such file or directory");
  EXPECT_EQ(refusal([&] { refuse_unwritable(scratch.file("no/where")); }),
            scratch.file("no/where") + ": error: cannot be written: No such file or directory");
  EXPECT_EQ(refusal([&] { refuse_unwritable(scratch.file("fine")); }), "done");
}

TEST(Files, leave_nothing_behind_when_they_cannot_take_their_name) {
  const tests::Scratch scratch;
  std::filesystem::create_directory(scratch.file("taken"));
  EXPECT_NE(refusal([&] { write_file(scratch.file("taken"), "x"); }), "done");
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(scratch.file(""))) ++entries;
  EXPECT_EQ(entries, 1u);
}

TEST(Files, have_the_permissions_of_ordinary_files) {
  const tests::Scratch scratch;
  const mode_t mask = ::umask(022);
  write_file(scratch.file("a"), "x");
  ::umask(mask);
  struct stat status = {};
  ASSERT_EQ(::stat(scratch.file("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0644u);
}

}  // namespace
}  // namespace waymark::base

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "checkpoint/reader.hpp"
#include "checkpoint/writer.hpp"
#include "refusal.hpp"
#include "scratch.hpp"

namespace waymark::checkpoint {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes contents_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& path, std::span<const std::uint8_t> bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

Bytes noise(std::size_t size) {
  std::mt19937 engine(1);
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(engine());
  return bytes;
}

bool write_small(const std::string& path) {
  Writer writer(path);
  writer.text("what it is of");
  writer.varint(300);
  writer.u64(~std::uint64_t{0});
  writer.bytes(Bytes{1, 2, 3});
  return writer.finish();
}

void read_all(const std::string& path) {
  Reader reader(path);
  static_cast<void>(reader.text(100));
  static_cast<void>(reader.varint());
  static_cast<void>(reader.u64());
  Bytes rest(3);
  reader.bytes(rest);
  reader.finish();
}

TEST(CheckpointFile, gives_back_what_was_written) {
  const tests::Scratch scratch;
  const std::string path = scratch.file("c");
  const Bytes much = noise(3 * frame_bytes + 17);
  {
    Writer writer(path);
    writer.text("a text");
    for (std::uint64_t i = 0; i < 300'000; ++i) writer.varint(i * i);
    writer.u64(7);
    writer.bytes(much);
    ASSERT_TRUE(writer.finish()) << writer.why();
    EXPECT_EQ(writer.file_bytes(), std::filesystem::file_size(path));
  }
  Reader reader(path);
  EXPECT_EQ(reader.text(6), "a text");
  for (std::uint64_t i = 0; i < 300'000; ++i) ASSERT_EQ(reader.varint(), i * i);
  EXPECT_EQ(reader.u64(), 7u);
  Bytes read(much.size());
  reader.bytes(read);
  EXPECT_EQ(read, much);
  reader.finish();
}

TEST(CheckpointFile, is_refused_when_cut_anywhere) {
  const tests::Scratch scratch;
  ASSERT_TRUE(write_small(scratch.file("c")));
  const Bytes whole = contents_of(scratch.file("c"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    put(scratch.file("cut"), std::span(whole).first(size));
    const std::string why = tests::refusal_of([&] { read_all(scratch.file("cut")); });
    EXPECT_NE(why, "no error") << size;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    EXPECT_TRUE(why.starts_with(scratch.file("cut") + ": error: ")) << why;
  }
}

TEST(CheckpointFile, is_refused_when_any_byte_was_changed_or_added) {
  const tests::Scratch scratch;
  ASSERT_TRUE(write_small(scratch.file("c")));
  const Bytes whole = contents_of(scratch.file("c"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const unsigned bit : {0x01u, 0x80u}) {
      Bytes changed = whole;
      changed[at] = static_cast<std::uint8_t>(changed[at] ^ bit);
      put(scratch.file("changed"), changed);
      EXPECT_NE(tests::refusal_of([&] { read_all(scratch.file("changed")); }), "no error") << at;
    }
  }
  Bytes longer = whole;
  longer.push_back(0);
  put(scratch.file("longer"), longer);
  EXPECT_NE(tests::refusal_of([&] { read_all(scratch.file("longer")); }), "no error");
}

TEST(CheckpointFile, says_which_numbers_are_too_large_and_what_is_left_over) {
  const tests::Scratch scratch;
  ASSERT_TRUE(write_small(scratch.file("c")));
  const auto refused = [&](const auto& read) {
    return tests::refusal_of([&] {
      Reader reader(scratch.file("c"));
      read(reader);
    });
  };
  EXPECT_NE(refused([](Reader& it) { static_cast<void>(it.text(12)); }).find("too large"), std::string::npos);
  EXPECT_EQ(refused([](Reader& it) { static_cast<void>(it.text(13)); }), "no error");
  EXPECT_NE(refused([](Reader& it) { it.finish(); }).find("more is in it"), std::string::npos);
  Bytes more(1000);
  EXPECT_NE(refused([&](Reader& it) { it.bytes(more); }).find("ends too early"), std::string::npos);
}

TEST(CheckpointFile, stays_as_it_was_until_another_is_whole) {
  const tests::Scratch scratch;
  const std::string path = scratch.file("c");
  ASSERT_TRUE(write_small(path));
  const Bytes before = contents_of(path);
  {
    Writer writer(path);
    writer.bytes(noise(2 * frame_bytes));
    EXPECT_EQ(contents_of(path), before);
  }
  EXPECT_EQ(contents_of(path), before);
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
  put(path + ".new", before);  // of one that was killed
  ASSERT_TRUE(write_small(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
}

TEST(CheckpointFile, that_cannot_be_written_says_so) {
  const tests::Scratch scratch;
  Writer nowhere(scratch.file("no such folder/c"));
  nowhere.varint(1);
  EXPECT_FALSE(nowhere.finish());
  EXPECT_NE(nowhere.why().find("No such file"), std::string::npos);
  std::filesystem::create_directory(scratch.file("folder"));
  EXPECT_FALSE(write_small(scratch.file("folder")));
  EXPECT_FALSE(std::filesystem::exists(scratch.file("folder.new")));
}

TEST(CheckpointFile, of_other_kinds_are_refused_by_name) {
  const tests::Scratch scratch;
  put(scratch.file("text"), noise(1000));
  EXPECT_NE(tests::refusal_of([&] { Reader(scratch.file("text")); }).find("no checkpoint"), std::string::npos);
  EXPECT_NE(tests::refusal_of([&] { Reader(scratch.path().string()); }).find("no file"), std::string::npos);
  EXPECT_NE(tests::refusal_of([&] { Reader(scratch.file("none")); }).find("No such file"), std::string::npos);
  ASSERT_TRUE(write_small(scratch.file("c")));
  Bytes later = contents_of(scratch.file("c"));
  later[8] = 9;
  put(scratch.file("later"), later);
  EXPECT_NE(tests::refusal_of([&] { Reader(scratch.file("later")); }).find("format 9"), std::string::npos);
}

TEST(CheckpointFile, of_an_older_format_are_refused_with_the_release_that_reads_them) {
  const tests::Scratch scratch;
  ASSERT_TRUE(write_small(scratch.file("c")));
  Bytes older = contents_of(scratch.file("c"));
  older[8] = 1;
  put(scratch.file("c"), older);
  EXPECT_NE(tests::refusal_of([&] {
              Reader(scratch.file("c"));
            }).find("this checkpoint has format 1; waymark 0.1 reads it; this is waymark 0.2, which reads format 2"),
            std::string::npos);
}

}  // namespace
}  // namespace waymark::checkpoint

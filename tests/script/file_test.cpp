#include <gtest/gtest.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <vector>

#include "base/check.hpp"
#include "scratch.hpp"
#include "script/part_writer.hpp"
#include "script/reader.hpp"
#include "script/row.hpp"
#include "script/row_builder.hpp"
#include "script/split.hpp"
#include "script/writer.hpp"

namespace waymark::script {
namespace {

class ScriptFile : public testing::Test {
 protected:
  static std::vector<std::uint8_t> slurp(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void spill(const std::vector<std::uint8_t>& bytes) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  // Reads everything there is; the first fault, or nothing.
  std::string read_all() const {
    Fault fault;
    const auto file = File::open(path_, fault);
    if (!file) return fault.why;
    for (std::size_t i = 0; i < stream_count; ++i) {
      Cursor cursor(file, static_cast<Stream>(i));
      while (!cursor.at_end() && !cursor.failed()) static_cast<void>(cursor.byte());
      if (cursor.failed()) return cursor.fault().why;
    }
    return "";
  }
  // Blocks, one behind the other, and contents, with their checksum.
  static std::vector<std::uint8_t> whole_file(const std::vector<std::uint8_t>& blocks, const base::ByteSink& contents) {
    base::ByteSink all;
    all.raw(opening);
    all.u32(version);
    all.raw(blocks);
    all.raw(contents.bytes());
    all.u64(contents.size());
    all.u64(XXH3_64bits(contents.bytes().data(), contents.size()));
    all.raw(closing);
    return {all.bytes().begin(), all.bytes().end()};
  }
  static Header header() {
    Header header;
    header.tool = "waymark test";
    header.program[3] = 7;
    header.options[31] = 9;
    header.options_text = "por=off";
    header.assumptions = "deadlock,assertion";
    header.states = 12;
    header.transitions = 34;
    header.depth = 5;
    return header;
  }
  void write_small() const {
    Writer writer(path_);
    for (int i = 0; i < 300; ++i) writer.byte(Stream::rows, static_cast<std::uint8_t>(i * i));
    for (std::uint64_t i = 0; i < 60; ++i) writer.varint(Stream::counts, std::uint64_t{1} << i);
    ASSERT_TRUE(writer.finish(header())) << writer.why();
  }

  tests::Scratch scratch_;
  std::filesystem::path directory_ = scratch_.path();
  std::string path_ = scratch_.file("script");
};

TEST_F(ScriptFile, gives_back_what_was_written) {
  write_small();
  Fault fault;
  const auto file = File::open(path_, fault);
  ASSERT_NE(file, nullptr) << fault.why;
  EXPECT_EQ(file->header(), header());
  Cursor rows(file, Stream::rows);
  for (int i = 0; i < 300; ++i) ASSERT_EQ(rows.byte(), static_cast<std::uint8_t>(i * i));
  EXPECT_TRUE(rows.at_end());
  Cursor counts(file, Stream::counts);
  for (std::uint64_t i = 0; i < 60; ++i) ASSERT_EQ(counts.varint(), std::uint64_t{1} << i);
  EXPECT_TRUE(counts.at_end());
  EXPECT_FALSE(counts.failed());
  static_cast<void>(counts.byte());
  EXPECT_TRUE(counts.failed());
  EXPECT_EQ(counts.fault().why, "stream counts ends too early");
  EXPECT_EQ(file->raw_bytes(Stream::sync), 0u);
}

TEST_F(ScriptFile, seeks_across_blocks) {
  std::mt19937 random(1);
  std::vector<std::uint8_t> bytes(2 * block_bytes + 12345);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 5);
  {
    Writer writer(path_);
    writer.bytes(Stream::rows, bytes);
    ASSERT_EQ(writer.position(Stream::rows), bytes.size());
    ASSERT_TRUE(writer.finish(header()));
  }
  Fault fault;
  const auto file = File::open(path_, fault);
  ASSERT_NE(file, nullptr) << fault.why;
  ASSERT_EQ(file->raw_bytes(Stream::rows), bytes.size());
  Cursor cursor(file, Stream::rows);
  for (std::uint64_t position : {0ul, 5ul, 4194303ul, 4194304ul, 4194305ul, 8388607ul, 8388608ul, 8400952ul, 17ul}) {
    cursor.seek(position);
    ASSERT_EQ(cursor.position(), position);
    ASSERT_EQ(cursor.byte(), bytes[position]) << position;
    if (position + 1 < bytes.size()) {
      ASSERT_EQ(cursor.byte(), bytes[position + 1]) << position;
    }
  }
  cursor.seek(bytes.size());
  EXPECT_TRUE(cursor.at_end());
  EXPECT_FALSE(cursor.failed());
  cursor.seek(bytes.size() + 1);
  EXPECT_TRUE(cursor.failed());
}

TEST_F(ScriptFile, an_empty_script_is_a_file) {
  {
    Writer writer(path_);
    ASSERT_TRUE(writer.finish(header()));
  }
  EXPECT_EQ(read_all(), "");
}

TEST_F(ScriptFile, leaves_nothing_behind_when_not_finished) {
  {
    Writer writer(path_);
    writer.byte(Stream::rows, 1);
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory_));
}

TEST_F(ScriptFile, says_why_it_cannot_be_written) {
  Writer writer((directory_ / "no" / "such").string());
  writer.byte(Stream::rows, 1);
  EXPECT_FALSE(writer.finish(header()));
  EXPECT_NE(writer.why().find("No such file"), std::string::npos) << writer.why();
}

TEST_F(ScriptFile, every_changed_byte_is_noticed) {
  write_small();
  const auto good = slurp(path_);
  ASSERT_LT(good.size(), 2000u);
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad[i] ^= static_cast<std::uint8_t>(1u << i % 8);
    spill(bad);
    ASSERT_NE(read_all(), "") << "byte " << i;
  }
}

TEST_F(ScriptFile, every_cut_and_every_addition_is_noticed) {
  write_small();
  const auto good = slurp(path_);
  for (std::size_t length = 0; length < good.size(); ++length) {
    spill({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)});
    ASSERT_NE(read_all(), "") << length;
  }
  auto longer = good;
  longer.push_back(0);
  spill(longer);
  EXPECT_EQ(read_all(), "is cut short or has something behind its end");
}

TEST_F(ScriptFile, refuses_what_is_no_file) {
  Fault fault;
  EXPECT_EQ(File::open((directory_ / "none").string(), fault), nullptr);
  EXPECT_EQ(fault.why, "cannot be opened: No such file or directory");
  EXPECT_EQ(File::open(directory_.string(), fault), nullptr);
  EXPECT_EQ(fault.why, "is not a regular file");
}

// Contents of our own making, with the right checksum: what it claims must be refused, not believed.
TEST_F(ScriptFile, of_another_format_is_refused_with_the_release_that_reads_it) {
  std::vector<std::uint8_t> bytes = whole_file({}, {});
  bytes[opening.size()] = 7;
  spill(bytes);
  EXPECT_EQ(read_all(), "has format 7; a later waymark reads it; this is waymark 0.2, which reads format 2");
  bytes[opening.size()] = 0;
  spill(bytes);
  EXPECT_EQ(read_all(), "has format 0; no waymark reads it; this is waymark 0.2, which reads format 2");
}

TEST_F(ScriptFile, refuses_hostile_directories) {
  struct Entry {
    std::uint8_t stream;
    std::uint64_t raw;
    std::uint64_t stored;
  };
  const auto build = [&](const std::vector<Entry>& entries, std::uint64_t claimed, std::size_t body) {
    base::ByteSink contents;
    header().write(contents);
    contents.varint(claimed);
    for (const Entry& entry : entries) {
      contents.u8(entry.stream);
      contents.varint(entry.raw);
      contents.varint(entry.stored);
      contents.u64(0);
    }
    spill(whole_file(std::vector<std::uint8_t>(body, 0), contents));
  };
  build({}, 0, 0);
  EXPECT_EQ(read_all(), "");
  build({}, 0, 1);
  EXPECT_EQ(read_all(), "has bytes that its directory does not account for");
  build({}, ~std::uint64_t{0}, 0);
  EXPECT_EQ(read_all(), "has a malformed directory of blocks");
  build({{stream_count, 10, 4}}, 1, 4);
  EXPECT_EQ(read_all(), "has a malformed directory of blocks");
  build({{0, block_bytes + 1, 4}}, 1, 4);
  EXPECT_EQ(read_all(), "has a malformed directory of blocks");
  build({{0, 10, 5}}, 1, 4);
  EXPECT_EQ(read_all(), "has a malformed directory of blocks");
  build({{0, 10, ~std::uint64_t{0}}}, 1, 4);
  EXPECT_EQ(read_all(), "has a malformed directory of blocks");
  build({{0, 10, 2}, {0, 10, 2}}, 2, 4);  // only the last block of a stream may be short
  EXPECT_EQ(read_all(), "has a malformed directory of blocks");
  build({{0, 10, 4}}, 1, 4);
  EXPECT_EQ(read_all(), "stream rows is damaged: the checksum of a block does not fit");
}

// A file of one block of rows, whose bytes are given, with a right checksum.
TEST_F(ScriptFile, a_block_is_one_plain_frame) {
  const auto read = [&](const std::vector<std::uint8_t>& block, std::uint64_t raw) {
    base::ByteSink contents;
    header().write(contents);
    contents.varint(1);
    contents.u8(0);
    contents.varint(raw);
    contents.varint(block.size());
    contents.u64(XXH3_64bits(block.data(), block.size()));
    spill(whole_file(block, contents));
    return read_all();
  };
  const auto frame = [](std::size_t size, int window, bool sized) {
    const std::vector<std::uint8_t> raw(size, 7);
    std::vector<std::uint8_t> out(ZSTD_compressBound(size));
    ZSTD_CCtx* const context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, sized ? 1 : 0);
    if (window != 0) ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window);
    out.resize(ZSTD_compress2(context, out.data(), out.size(), raw.data(), raw.size()));
    ZSTD_freeCCtx(context);
    return out;
  };
  const auto joined = [](std::vector<std::uint8_t> one, const std::vector<std::uint8_t>& two) {
    one.insert(one.end(), two.begin(), two.end());
    return one;
  };
  EXPECT_EQ(read(frame(100, 0, true), 100), "");
  EXPECT_EQ(read(frame(block_bytes, 0, true), block_bytes), "");
  EXPECT_EQ(read(joined(frame(50, 0, true), frame(50, 0, true)), 100),
            "stream rows has a block that is not one zstd frame");
  const std::vector<std::uint8_t> skippable = {0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 9};
  EXPECT_EQ(read(joined(skippable, frame(100, 0, true)), 100), "stream rows has a block that is not one zstd frame");
  EXPECT_EQ(read(joined(frame(100, 0, true), skippable), 100), "stream rows has a block that is not one zstd frame");
  EXPECT_EQ(read(skippable, 1), "stream rows has a block that is not one zstd frame");
  auto longer = frame(100, 0, true);
  longer.push_back(0);
  EXPECT_EQ(read(longer, 100), "stream rows has a block that is not one zstd frame");
  EXPECT_EQ(read(frame(100, 0, false), 100),
            "stream rows has a block whose frame does not name the size that the directory does");
  EXPECT_EQ(read(frame(100, 0, true), 99),
            "stream rows has a block whose frame does not name the size that the directory does");
  // By hand: no single segment, a size of one byte more than 255, a window of 2^23, one block of 300 times 7.
  const std::vector<std::uint8_t> wide = {0x28, 0xB5, 0x2F, 0xFD, 0x40, 13 << 3, 44, 0, 0x63, 0x09, 0, 7};
  EXPECT_EQ(read(wide, 300), "stream rows has a block whose window is larger than a block");
  auto narrow = wide;
  narrow[5] = 12 << 3;
  EXPECT_EQ(read(narrow, 300), "");
  // A dictionary of number 5.
  std::vector<std::uint8_t> learned = narrow;
  learned[4] = 0x41;
  learned.insert(learned.begin() + 6, 5);
  EXPECT_EQ(read(learned, 300), "stream rows has a block that needs a dictionary");
}

// Both files have the same 64-bit checksums, which XXH3 gives to whoever knows how it works: where the lower half of a
// word is that of the hash's own constant, nothing is multiplied, and the words of one lane are only added up.
TEST_F(ScriptFile, bytes_that_were_not_hashed_are_not_read) {
  std::vector<std::uint8_t> block = {0x28, 0xB5, 0x2F, 0xFD, 0x60, 0, 3, 0, 0, 0};  // a single segment of 1024 bytes
  const std::size_t raw = 1024;
  block[7] = 0x01;  // the last block, raw,
  block[8] = 0x20;  // of 1024 bytes
  block.resize(10 + raw, 5);
  const std::uint8_t constants[2][4] = {{0xCB, 0x79, 0xE6, 0x4E}, {0x82, 0x5A, 0xD0, 0x7D}};  // at 32 and at 40
  const std::size_t places[2] = {32, 64 + 32};  // lane 4 of the first two stripes
  for (int i = 0; i < 2; ++i)
    std::copy(constants[i], constants[i] + 4, block.begin() + static_cast<std::ptrdiff_t>(places[i]));
  auto forged = block;
  ++forged[places[0] + 4];
  --forged[places[1] + 4];
  const std::uint64_t checksum = XXH3_64bits(block.data(), block.size());
  ASSERT_EQ(checksum, XXH3_64bits(forged.data(), forged.size()));
  base::ByteSink contents;
  header().write(contents);
  contents.varint(1);
  contents.u8(0);
  contents.varint(raw);
  contents.varint(block.size());
  contents.u64(checksum);
  spill(whole_file(forged, contents));
  EXPECT_EQ(read_all(), "");  // it is a good script, only another one
  spill(whole_file(block, contents));
  Fault fault;
  const auto file = File::open(path_, fault);
  ASSERT_NE(file, nullptr) << fault.why;
  Cursor before(file, Stream::rows);
  EXPECT_EQ(before.byte(), 5);
  {
    std::fstream change(path_, std::ios::binary | std::ios::in | std::ios::out);
    change.seekp(opening.size() + 4);
    change.write(reinterpret_cast<const char*>(forged.data()), static_cast<std::streamsize>(forged.size()));
  }
  Cursor after(file, Stream::rows);
  static_cast<void>(after.byte());
  EXPECT_EQ(after.fault().why, "stream rows has changed since the file was opened");
}

TEST_F(ScriptFile, texts_are_UTF_8_without_control_characters) {
  const std::string good[] = {"", "por=off", "Büchi ∧ ¬x", "\xf0\x9f\x90\x98"};
  const std::string bad[] = {"a\nb",
                             std::string("a\0b", 3),
                             "\x1b[31m",
                             "\x7f",
                             "\xc2\x85",
                             "\xff",
                             "\xc0\xaf",
                             "\xed\xa0\x80",
                             "\xf4\x90\x80\x80",
                             "cut \xe2\x88",
                             "\xe2\x80\xae txet",
                             std::string(65'537, 'x')};
  const auto read_with = [&](std::string Header::*field, const std::string& text) {
    Header with = header();
    with.*field = text;
    base::ByteSink contents;
    with.write(contents);
    contents.varint(0);
    spill(whole_file({}, contents));
    Writer writer(scratch_.file("written"));
    const bool written = writer.finish(with);
    EXPECT_EQ(written, read_all().empty());  // what cannot be read is not written
    return read_all();
  };
  for (const auto field : {&Header::tool, &Header::options_text, &Header::assumptions}) {
    for (const std::string& text : good) EXPECT_EQ(read_with(field, text), "");
    for (const std::string& text : bad) EXPECT_NE(read_with(field, text), "") << text;
  }
}

TEST_F(ScriptFile, a_form_has_its_own_streams_only) {
  const std::vector<std::vector<Stream>> streams = {
      {Stream::rows, Stream::counts, Stream::sync},
      {Stream::rows, Stream::sync},
      {Stream::steps, Stream::ids, Stream::sizes, Stream::marks},
      {},  // no form has this number
      {Stream::rows, Stream::counts, Stream::sync, Stream::claims},
      {Stream::rows, Stream::counts, Stream::sync, Stream::claims, Stream::sample},
  };
  for (std::size_t form = 0; form < streams.size(); ++form) {
    for (std::size_t i = 0; i < stream_count; ++i) {
      Writer writer(path_);
      writer.byte(static_cast<Stream>(i), 1);
      Header with = header();
      with.form = static_cast<Form>(form + 1);
      ASSERT_TRUE(writer.finish(with));
      const bool own = std::ranges::count(streams[form], static_cast<Stream>(i)) != 0;
      EXPECT_EQ(read_all().empty(), own) << name(with.form) << " " << name(static_cast<Stream>(i));
    }
  }
}

TEST_F(ScriptFile, only_trees_come_in_parts) {
  for (const Form form : {Form::lean, Form::trustful, Form::ids, Form::cycles, Form::partial}) {
    Writer writer(path_);
    Header with = header();
    with.form = form;
    with.part = 1;
    with.parts = 2;
    ASSERT_TRUE(writer.finish(with));
    EXPECT_EQ(read_all().empty(), form != Form::ids);
  }
}

TEST_F(ScriptFile, refuses_numbers_with_two_spellings) {
  {
    Writer writer(path_);
    writer.byte(Stream::counts, 0x80);
    writer.byte(Stream::counts, 0x00);
    ASSERT_TRUE(writer.finish(header()));
  }
  Fault fault;
  Cursor cursor(File::open(path_, fault), Stream::counts);
  static_cast<void>(cursor.varint());
  EXPECT_EQ(cursor.fault().why, "stream counts has a malformed number");
}

TEST_F(ScriptFile, sync_points_survive) {
  std::mt19937_64 random(3);
  std::vector<SyncPoint> points;
  SyncPoint point;
  for (int i = 0; i < 50; ++i) {
    point.rows += random() % 1000;
    point.counts += random() % 1000;
    point.states += random() % 1000;
    point.transitions += random() % 1000;
    point.path.resize(random() % (point.path.size() + 1));
    for (std::uint64_t k = random() % 20; k > 0; --k) {
      PathNode node;
      RowBuilder row(node.row);
      const std::uint64_t size = random() % 30;
      for (std::uint64_t s = 0; s < size; ++s) row.add(random() % 2 == 0);
      row.close();
      node.taken = random() % 30;
      node.count = random() >> random() % 64;
      point.path.push_back(node);
    }
    points.push_back(point);
  }
  {
    Writer writer(path_);
    SyncWriter syncs(writer);
    for (const SyncPoint& each : points) syncs.add(each);
    ASSERT_TRUE(writer.finish(header()));
  }
  Fault fault;
  const auto file = File::open(path_, fault);
  ASSERT_NE(file, nullptr) << fault.why;
  SyncReader reader(file, 1 << 20);
  for (const SyncPoint& each : points) {
    const SyncPoint* read = reader.next();
    ASSERT_NE(read, nullptr) << reader.fault().why;
    ASSERT_EQ(*read, each);
  }
  EXPECT_EQ(reader.next(), nullptr);
  EXPECT_FALSE(reader.failed());
  SyncReader short_of_memory(file, 1000);
  while (short_of_memory.next() != nullptr) {
  }
  EXPECT_TRUE(short_of_memory.failed());
}

// A small file: one path of a million nodes, and 600,000 points that share it. To go through the path once for each
// would take for ever.
TEST_F(ScriptFile, many_points_under_one_long_path_are_cut_in_no_time) {
  constexpr std::uint64_t nodes = 200'000;
  constexpr std::uint64_t points = 150'000;
  const auto write = [&](std::uint64_t part, std::uint64_t parts) {
    Writer writer(path_);
    for (std::uint64_t i = 0; i < points; ++i) {
      for (int field = 0; field < 4; ++field) writer.varint(Stream::sync, 1);
      writer.varint(Stream::sync, i == 0 ? 0 : nodes);
      writer.varint(Stream::sync, i == 0 ? nodes : 0);
      for (std::uint64_t node = 0; i == 0 && node < nodes; ++node) {
        writer.byte(Stream::sync, 3);  // a row of one tree edge
        writer.varint(Stream::sync, 1);
        writer.varint(Stream::sync, 0);
      }
    }
    Header bomb = header();
    bomb.transitions = points;
    bomb.part = part;
    bomb.parts = parts;
    ASSERT_TRUE(writer.finish(bomb));
  };
  const std::uint64_t memory = std::uint64_t{1} << 30;
  Fault fault;
  write(1, 1);
  std::vector<Slice> slices;
  ASSERT_TRUE(cut(File::open(path_, fault), 3, memory, slices, fault)) << fault.why;
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_EQ(slices[0].end->transitions, points / 3);
  EXPECT_EQ(slices[1].end->transitions, points / 3 * 2);
  EXPECT_EQ(slices[2].begin, *slices[1].end);
  EXPECT_EQ(slices[2].begin.path.size(), nodes);
  slices.clear();
  write(1, 2);
  Slice slice;
  ASSERT_TRUE(read_part(File::open(path_, fault), memory, slice, fault)) << fault.why;
  EXPECT_EQ(slice.begin.transitions, 1u);
  EXPECT_EQ(slice.end->transitions, points);
  slice = {};
  // As many slices as there are points would each hold the path.
  write(1, 1);
  EXPECT_FALSE(cut(File::open(path_, fault), points, memory, slices, fault));
  EXPECT_EQ(fault.why, "the paths of so many slices need more memory than allowed");
}

TEST(Row, has_one_spelling_that_ends_by_itself) {
  for (unsigned size = 0; size <= 16; ++size) {
    for (unsigned bits = 0; bits < 1u << size; ++bits) {
      std::vector<std::uint8_t> bytes;
      RowBuilder row(bytes);
      for (unsigned i = 0; i < size; ++i) row.add((bits >> i & 1) != 0);
      row.close();
      ASSERT_EQ(bytes.size(), size / 7 + 1);
      ASSERT_EQ(trees_in(bytes), static_cast<unsigned>(std::popcount(bits)));
      ASSERT_EQ(symbols_in(bytes), size);
      for (std::size_t i = 0; i + 1 < bytes.size(); ++i) ASSERT_GE(bytes[i], 0x80);
    }
  }
}

TEST(Row, is_found_read_and_changed_among_others) {
  std::mt19937_64 random(5);
  std::vector<std::vector<bool>> truth(200);
  std::vector<std::uint8_t> rows;
  std::vector<std::size_t> begins;
  for (std::vector<bool>& symbols : truth) {
    symbols.resize(random() % 30);
    begins.push_back(rows.size());
    RowBuilder row(rows);
    for (std::size_t i = 0; i < symbols.size(); ++i) row.add(false);
    row.close();
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      symbols[i] = random() % 2 == 0;
      if (symbols[i]) mark_tree(rows.data() + begins.back(), i);
    }
  }
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto row = row_at(rows, begins[i]);
    ASSERT_EQ(begins[i] + row.size(), i + 1 < truth.size() ? begins[i + 1] : rows.size());
    RowCursor cursor;
    for (const bool tree : truth[i]) ASSERT_EQ(cursor.next(row.data()), tree ? Symbol::tree : Symbol::other);
    ASSERT_EQ(cursor.next(row.data()), Symbol::end);
    ASSERT_EQ(cursor.taken(), truth[i].size());
    const std::uint64_t half = truth[i].size() / 2;
    ASSERT_EQ(RowCursor(half).peek(row.data()), half == truth[i].size() ? Symbol::end
                                                : truth[i][half]        ? Symbol::tree
                                                                        : Symbol::other);
  }
}

}  // namespace
}  // namespace waymark::script

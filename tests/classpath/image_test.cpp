#include "classpath/image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <set>

#include "base/diagnostics.hpp"
#include "classpath/class_path.hpp"
#include "classpath/image_builder.hpp"
#include "refusal.hpp"

namespace waymark::classpath {
namespace {

using testing::HasSubstr;
using tests::ImageBuilder;
using tests::refusal_of;

std::string text(const Contents& contents) {
  return {reinterpret_cast<const char*>(contents.bytes.data()), contents.bytes.size()};
}

Image over(const std::string& bytes) {
  return {"test-image", {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}};
}

ImageBuilder small() {
  ImageBuilder builder;
  for (int i = 0; i < 40; ++i) {
    const auto number = std::to_string(i);
    builder.add({.module = "m" + std::to_string(i % 3),
                 .parent = i % 2 == 0 ? "a/b" : "",
                 .base = "C" + number,
                 .extension = i % 5 == 0 ? "" : "class",
                 .data = "bytes of " + number});
  }
  builder.add_package("a.b", {{true, "m0"}, {false, "m1"}, {true, "m2"}});
  builder.add_package("only.empty", {{true, "m0"}});
  return builder;
}

// An entry as jlink compresses it, by the named method.
tests::ImageEntry compressed(ImageBuilder& builder, const std::string& base, const std::string& contents,
                             const std::string& method, bool last = true) {
  std::string packed(compressBound(contents.size()), '\0');
  uLongf size = packed.size();
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(contents.data()),
                     contents.size()),
            Z_OK);
  packed.resize(size);
  const auto long_word = [](std::uint64_t value) {
    return ImageBuilder::word(static_cast<std::uint32_t>(value)) +
           ImageBuilder::word(static_cast<std::uint32_t>(value >> 32));
  };
  return {.module = "m",
          .parent = "p",
          .base = base,
          .extension = "class",
          .data = ImageBuilder::word(0xcafefafa) + long_word(packed.size()) + long_word(contents.size()) +
                  ImageBuilder::word(builder.string(method)) + ImageBuilder::word(0) +
                  std::string(1, last ? '\1' : '\0') + packed,
          .unpacked = contents.size()};
}

TEST(Image, finds_each_entry_by_its_own_name) {
  const auto bytes = small().build();
  const auto image = over(bytes);
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < image.table_length(); ++i) names.insert(image.name(i));
  names.erase("");  // slots not in use
  EXPECT_EQ(names.size(), 42);
  for (const auto& name : names) EXPECT_TRUE(image.find(name)) << name;
  ASSERT_TRUE(image.find("/m1/a/b/C4.class"));
  EXPECT_EQ(text(*image.find("/m1/a/b/C4.class")), "bytes of 4");
  EXPECT_EQ(image.find("/m1/a/b/C4.class")->origin, "jdk:/m1/a/b/C4.class");
}

TEST(Image, does_not_find_what_is_not_there) {
  const auto bytes = small().build();
  const auto image = over(bytes);
  for (int i = 0; i < 2000; ++i) EXPECT_FALSE(image.find("/m1/a/b/D" + std::to_string(i) + ".class"));
  EXPECT_FALSE(image.find(""));
  EXPECT_FALSE(image.find("/m1/a/b/C4"));
  EXPECT_FALSE(image.find("/m1/a/b/C4.class/"));
}

TEST(Image, knows_which_module_holds_the_classes_of_a_package) {
  const auto bytes = small().build();
  const auto image = over(bytes);
  EXPECT_EQ(image.module_of("a/b"), "m1");
  EXPECT_EQ(image.module_of("only/empty"), "");
  EXPECT_EQ(image.module_of("no/such"), "");
}

TEST(Image, unpacks_what_jlink_compressed) {
  ImageBuilder builder;
  const std::string contents(5000, 'x');
  builder.add(compressed(builder, "Plain", contents, "zip"));
  const auto twice = compressed(builder, "Inner", contents, "zip");
  auto outer = compressed(builder, "Twice", twice.data, "zip", false);
  outer.unpacked = contents.size();
  builder.add(outer);
  const auto bytes = builder.build();
  EXPECT_EQ(text(*over(bytes).find("/m/p/Plain.class")), contents);
  EXPECT_EQ(text(*over(bytes).find("/m/p/Twice.class")), contents);
}

TEST(Image, refuses_a_compression_it_does_not_know_and_names_it) {
  ImageBuilder builder;
  builder.add(compressed(builder, "C", "contents", "compact-cp"));
  const auto bytes = builder.build();
  EXPECT_THAT(refusal_of([&] { (void)over(bytes).find("/m/p/C.class"); }),
              HasSubstr("damaged entry /m/p/C.class: compressed by 'compact-cp', which is not supported"));
}

TEST(Image, says_what_is_wrong_with_the_whole_file) {
  const auto bytes = small().build();
  EXPECT_THAT(refusal_of([] { over("short"); }), HasSubstr("test-image: error: too short"));
  EXPECT_THAT(refusal_of([] { over(std::string(100, 'x')); }), HasSubstr("does not start with CAFEDADA"));
  EXPECT_THAT(refusal_of([&] { over("\xca\xfe\xda\xda" + bytes.substr(4)); }), HasSubstr("other byte order"));
  EXPECT_THAT(refusal_of([&] { over(bytes.substr(0, 4) + ImageBuilder::word(2u << 16 | 1) + bytes.substr(8)); }),
              HasSubstr("version 2.1"));
  EXPECT_THAT(refusal_of([&] { over(bytes.substr(0, 400)); }), HasSubstr("longer than the file"));
  EXPECT_THAT(refusal_of([] { (void)Image::open("/nonexistent/modules"); }),
              HasSubstr("/nonexistent/modules: error: No such file"));
  EXPECT_THAT(refusal_of([] { (void)Image::open("/"); }), HasSubstr("Is a directory"));
}

// Whatever is done to the bytes, a lookup answers, answers nothing or refuses with a message.
void look_up_everything(const std::string& bytes, const std::vector<std::string>& names) {
  try {
    const auto image = over(bytes);
    for (const auto& name : names) {
      try {
        (void)image.find(name);
      } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("test-image"));
      }
    }
    try {
      (void)image.module_of("a/b");
    } catch (const base::InputError&) {
    }
    for (std::uint32_t i = 0; i < std::min(image.table_length(), 100u); ++i) (void)image.name(i);
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("test-image"));
  }
}

TEST(Image, survives_damage_to_every_byte_and_every_truncation) {
  auto builder = small();
  builder.add(compressed(builder, "Packed", std::string(300, 'y'), "zip"));
  const auto bytes = builder.build();
  std::vector<std::string> names;
  const auto image = over(bytes);
  for (std::uint32_t i = 0; i < image.table_length(); ++i) names.push_back(image.name(i));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {1, 0x80, 0xff}) {
      auto damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      look_up_everything(damaged, names);
    }
    look_up_everything(bytes.substr(0, i), names);
  }
}

// The installed JDK's own image. packages.txt promises one, so a test without it fails.
class Installed : public testing::Test {
 protected:
  void SetUp() override { image_ = Image::open(find_jdk_image("")); }
  std::shared_ptr<const Image> image_;
};

TEST_F(Installed, entries_are_all_found_by_their_names) {
  std::uint32_t classes = 0;
  for (std::uint32_t i = 0; i < image_->table_length(); ++i) {
    const auto name = image_->name(i);
    const auto found = image_->find(name);
    ASSERT_TRUE(found) << name;
    if (!name.starts_with("/modules/") && name.ends_with(".class")) {
      ++classes;
      ASSERT_TRUE(text(*found).starts_with("\xca\xfe\xba\xbe")) << name;
    }
  }
  EXPECT_GT(classes, 5000);
}

TEST_F(Installed, packages_lead_to_their_modules) {
  EXPECT_EQ(image_->module_of("java/lang"), "java.base");
  EXPECT_EQ(image_->module_of("java/util/concurrent/atomic"), "java.base");
  EXPECT_EQ(image_->module_of("java"), "");
}

}  // namespace
}  // namespace waymark::classpath

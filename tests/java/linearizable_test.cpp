// Which classes are taken to be safe for threads, and how far a call into one of them goes on without a stop.
#include "java/machine/linearizable.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <memory>
#include <string>

#include "classpath/class_path.hpp"
#include "java/classfile/class_file.hpp"
#include "java/machine/library_call.hpp"

namespace waymark::java {
namespace {

// --- the table ---

// The classes of the JDK at hand that lie in java.base.
std::vector<std::string> classes_of(const classpath::Image& image) {
  constexpr std::string_view module = "/java.base/";
  constexpr std::string_view ending = ".class";
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < image.table_length(); ++i) {
    const std::string name = image.name(i);
    if (!name.starts_with(module) || !name.ends_with(ending)) continue;
    names.push_back(name.substr(module.size(), name.size() - module.size() - ending.size()));
  }
  return names;
}

bool declares_method(const classpath::Image& image, const std::string& name, std::string_view method) {
  const auto found = image.find("/java.base/" + name + ".class");
  const auto file = read_class_file(std::vector<std::uint8_t>(found->bytes.begin(), found->bytes.end()), name);
  return std::any_of(file->methods.begin(), file->methods.end(), [&](const Member& it) { return it.name == method; });
}

int version_of(const classpath::Image& image) {
  const auto found = image.find("/java.base/java/lang/Object.class");
  const auto file = read_class_file(std::vector<std::uint8_t>(found->bytes.begin(), found->bytes.end()), "Object");
  return file->major - 44;
}

TEST(LinearizableTable, names_what_the_JDK_has) {
  const auto image = classpath::Image::open(classpath::find_jdk_image(""));
  const std::vector<std::string> names = classes_of(*image);
  ASSERT_GT(names.size(), 1000u);
  const int version = version_of(*image);
  for (const Linearizable::Entry& entry : Linearizable::table()) {
    if (entry.since > version) continue;
    bool there = false;
    for (const std::string& name : names) {
      if (there || !Linearizable::covers(entry, name)) continue;
      if (entry.scope == Linearizable::Scope::klass && name != entry.name) continue;
      there = entry.method.empty() || declares_method(*image, name, entry.method);
    }
    EXPECT_TRUE(there) << entry.name << "." << entry.method;
    EXPECT_FALSE(entry.why.empty()) << entry.name << "." << entry.method;
  }
}

TEST(LinearizableTable, names_releases_and_questions_that_the_JDK_has) {
  const auto image = classpath::Image::open(classpath::find_jdk_image(""));
  for (const Linearizable::Releasing& entry : Linearizable::releasing()) {
    for (const auto& names : {entry.releases, entry.asks}) {
      for (const std::string_view name : names) {
        const std::string_view method = name.substr(0, name.find('('));
        EXPECT_TRUE(declares_method(*image, std::string(entry.name), method)) << entry.name << "." << name;
      }
    }
  }
}

TEST(LinearizableTable, covers_packages_families_and_classes_with_those_nested_in_them) {
  using Scope = Linearizable::Scope;
  const Linearizable::Entry package{Scope::package, "a/b", {}, Part::call, "why"};
  EXPECT_TRUE(Linearizable::covers(package, "a/b/C"));
  EXPECT_TRUE(Linearizable::covers(package, "a/b/c/D"));
  EXPECT_FALSE(Linearizable::covers(package, "a/bc/D"));
  const Linearizable::Entry family{Scope::family, "a/B", {}, Part::call, "why"};
  EXPECT_TRUE(Linearizable::covers(family, "a/BC"));
  EXPECT_FALSE(Linearizable::covers(family, "a/C"));
  const Linearizable::Entry klass{Scope::klass, "a/B", {}, Part::call, "why"};
  EXPECT_TRUE(Linearizable::covers(klass, "a/B"));
  EXPECT_TRUE(Linearizable::covers(klass, "a/B$C"));
  EXPECT_FALSE(Linearizable::covers(klass, "a/BC"));
}

// --- classes ---

// A class with methods of these names, classified.
class Classified {
 public:
  Classified(std::string name, std::initializer_list<std::string_view> methods, bool library = true,
             const std::vector<std::string>& packages = {}) {
    klass.name = std::move(name);
    klass.library = library;
    for (const std::string_view method : methods) {
      klass.methods.emplace_back().name = method;
      klass.methods.back().owner = &klass;
    }
    Linearizable(packages, std::nullopt).classify(klass);
  }
  [[nodiscard]] Part part(std::size_t method) const { return klass.methods.at(method).part; }

  Class klass;
};

TEST(LinearizableClasses, are_those_of_the_table_and_of_the_packages_that_were_named) {
  EXPECT_TRUE(Classified("java/util/concurrent/locks/ReentrantLock", {}).klass.safe);
  EXPECT_TRUE(Classified("java/lang/Thread", {"run"}).klass.safe);
  for (const char* shared_at_ones_own_risk :
       {"java/util/ArrayList", "java/util/HashMap", "java/lang/StringBuilder", "java/util/Arrays", "java/lang/String",
        "java/util/stream/ReferencePipeline", "java/lang/ThreadDeath"}) {
    EXPECT_FALSE(Classified(shared_at_ones_own_risk, {}).klass.safe) << shared_at_ones_own_risk;
  }
  EXPECT_FALSE(Classified("app/queues/Ring", {}, false).klass.safe);
  EXPECT_TRUE(Classified("app/queues/Ring", {}, false, {"app.queues"}).klass.safe);
  EXPECT_TRUE(Classified("app/queues/in/Ring", {}, false, {"app.queues"}).klass.safe);
  EXPECT_FALSE(Classified("app/queuesystem/Ring", {}, false, {"app.queues"}).klass.safe);
  EXPECT_FALSE(Classified("java/util/concurrent/Mine", {}, false).klass.safe) << "of the program, whatever its name";
}

TEST(LinearizableClasses, tell_their_methods_what_they_are) {
  const Classified map("java/util/concurrent/ConcurrentHashMap", {"get", "putAll", "addCount", "sumCount"});
  ASSERT_TRUE(map.klass.safe);
  EXPECT_EQ(map.part(0), Part::call);
  EXPECT_EQ(map.part(1), Part::program);
  EXPECT_EQ(map.part(2), Part::boundary);
  EXPECT_EQ(map.part(3), Part::program);
  EXPECT_EQ(Classified("java/util/ArrayList", {"add"}).part(0), Part::library);
  EXPECT_EQ(Classified("app/Main", {"main"}, false).part(0), Part::program);
  const Classified worker("app/queues/Worker", {"run", "put"}, false, {"app.queues"});
  EXPECT_EQ(worker.part(0), Part::boundary);
  EXPECT_EQ(worker.part(1), Part::call);
}

TEST(LinearizableClasses, that_lack_what_is_singled_out_of_them_are_run_in_steps) {
  const Classified map("java/util/concurrent/ConcurrentHashMap", {"get", "putAll", "sumCount"});
  EXPECT_FALSE(map.klass.safe) << "no addCount";
  EXPECT_EQ(map.part(0), Part::library);
}

TEST(LinearizableClasses, release_early_only_if_all_ways_to_ask_are_known) {
  const Linearizable::Releasing& semaphore = Linearizable::releasing()[1];
  ASSERT_EQ(semaphore.name, "java/util/concurrent/Semaphore");
  const auto uses = [&](bool all) {
    Class klass;
    klass.name = semaphore.name;
    klass.library = true;
    const auto add = [&](std::string_view name) {
      const std::size_t end = std::min(name.find('('), name.size());
      klass.methods.emplace_back().name = name.substr(0, end);
      klass.methods.back().descriptor = name.substr(end);
      klass.methods.back().owner = &klass;
    };
    add("release(I)V");
    add("acquire()V");
    for (const std::string_view name : semaphore.asks.subspan(all ? 0 : 1)) add(name);
    Linearizable({}, std::nullopt).classify(klass);
    std::map<std::string, LockUse> found;
    for (const Method& method : klass.methods) {
      found[std::string(method.name) + std::string(method.descriptor)] = method.lock_use;
    }
    return found;
  };
  EXPECT_EQ(uses(true)["release(I)V"], LockUse::releases);
  EXPECT_EQ(uses(true)["acquire()V"], LockUse::other);
  EXPECT_EQ(uses(true)["acquire(I)V"], LockUse::asks);
  EXPECT_EQ(uses(true)["availablePermits"], LockUse::asks);
  EXPECT_EQ(uses(false)["release(I)V"], LockUse::other);
}

// --- calls ---

class Calls : public testing::Test {
 protected:
  // Frames of these parts, the lowest first.
  Thread& stack(std::initializer_list<Part> parts) {
    thread.frames.clear();
    for (const Part part : parts) {
      thread.frames.emplace_back().method = &method(part);
    }
    return thread;
  }
  Method& method(Part part) {
    methods_[part].part = part;
    return methods_[part];
  }
  bool goes_on(std::initializer_list<Part> parts) {
    call.begin(stack(parts));
    return call.goes_on();
  }

  Thread thread;
  LibraryCall call;

 private:
  std::map<Part, Method> methods_;
};

TEST_F(Calls, are_of_classes_that_are_safe_with_nothing_but_the_library_above_them) {
  EXPECT_TRUE(goes_on({Part::program, Part::call}));
  EXPECT_TRUE(goes_on({Part::program, Part::call, Part::library}));
  EXPECT_TRUE(goes_on({Part::boundary, Part::call}));
  EXPECT_FALSE(goes_on({Part::program, Part::library}));
  EXPECT_FALSE(goes_on({Part::call, Part::program}));
  EXPECT_FALSE(goes_on({Part::call, Part::program, Part::library}));
  EXPECT_FALSE(goes_on({}));
}

TEST_F(Calls, end_where_their_lowest_frame_is_left) {
  ASSERT_TRUE(goes_on({Part::program, Part::call, Part::library, Part::call}));
  call.left(method(Part::call), 3);
  EXPECT_TRUE(call.goes_on());
  call.entered(method(Part::call));
  call.left(method(Part::call), 3);
  call.left(method(Part::library), 2);
  EXPECT_TRUE(call.goes_on());
  call.left(method(Part::call), 1);
  EXPECT_FALSE(call.goes_on());
  call.entered(method(Part::call));
  EXPECT_FALSE(call.goes_on()) << "another call at the same depth";
}

TEST_F(Calls, end_where_the_program_is_called_back_and_at_boundaries) {
  ASSERT_TRUE(goes_on({Part::program, Part::call}));
  call.entered(method(Part::program));
  EXPECT_FALSE(call.goes_on());
  call.left(method(Part::program), 2);
  EXPECT_FALSE(call.goes_on());
  ASSERT_TRUE(goes_on({Part::program, Part::call}));
  call.entered(method(Part::boundary));
  EXPECT_FALSE(call.goes_on());
  ASSERT_TRUE(goes_on({Part::program, Part::call, Part::boundary}));
  call.left(method(Part::boundary), 2);
  EXPECT_FALSE(call.goes_on());
}

TEST_F(Calls, let_others_have_their_turn_in_the_end) {
  ASSERT_TRUE(goes_on({Part::program, Part::call}));
  int passed = 0;
  while (passed < 1'000'000 && call.count()) ++passed;
  EXPECT_GT(passed, 1000);
  EXPECT_LT(passed, 1'000'000);
}

}  // namespace
}  // namespace waymark::java

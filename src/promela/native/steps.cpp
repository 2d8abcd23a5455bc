#include "promela/native/steps.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "promela/native/compiler.hpp"
#include "promela/native/generate.hpp"
#include "promela/native/shelf.hpp"

namespace waymark::promela {

namespace {

// Names a module by all that it is made of.
std::string module_name(const NativeCompiler& compiler, const std::string& text) {
  std::string made_of = compiler.identity;
  for (const std::string& flag : native_flags()) made_of += '\n' + flag;
  made_of += '\0';
  made_of += text;
  std::array<unsigned char, 16> digest{};
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(made_of.data()),
                     made_of.size(), nullptr, 0);
  std::string name;
  for (const unsigned char byte : digest) name += fmt::format("{:02x}", byte);
  return name + ".so";
}

// Makes a module in a folder of its own, which is gone afterwards, and puts it on the shelf.
bool make_module(const NativeShelf& shelf, const NativeCompiler& compiler, const std::string& text,
                 const std::string& name, std::chrono::milliseconds limit, const std::function<bool()>& given_up) {
  const std::optional<std::string> workshop = shelf.workshop();
  if (!workshop) return false;
  const std::string text_path = *workshop + "/steps.c";
  const std::string module_path = *workshop + "/steps.so";
  std::ofstream file(text_path, std::ios::binary);
  file << text;
  file.close();
  const bool made =
      file && compile_native(compiler, text_path, module_path, limit, given_up) && shelf.keep(module_path, name);
  std::error_code ignored;
  std::filesystem::remove_all(*workshop, ignored);
  return made;
}

}  // namespace

NativeSteps::NativeSteps(std::shared_ptr<const Program> program, NativeSettings settings)
    : program_(std::move(program)), settings_(std::move(settings)), thread_([this] { work(); }) {}

NativeSteps::~NativeSteps() {
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (module_ != nullptr) ::dlclose(module_);
}

NativeSteps::Origin NativeSteps::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return over_; });
  return origin_;
}

bool NativeSteps::pause(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [this] { return given_up_; });
}

bool NativeSteps::is_given_up() {
  const std::lock_guard lock(mutex_);
  return given_up_;
}

void NativeSteps::finish(Origin origin, const char* reason) {
  if (origin != Origin::nothing) publish(&code_);
  const std::lock_guard lock(mutex_);
  origin_ = origin;
  reason_ = reason;
  over_ = true;
  changed_.notify_all();
}

bool NativeSteps::load(void* module) {
  if (module == nullptr) return false;
  module_ = module;
  const auto* const enabled = static_cast<const NativeStep*>(::dlsym(module, native_enabled_name));
  const auto* const fire = static_cast<const NativeStep*>(::dlsym(module, native_fire_name));
  const auto* const states = static_cast<const unsigned*>(::dlsym(module, native_enabled_count));
  const auto* const transitions = static_cast<const unsigned*>(::dlsym(module, native_fire_count));
  if (enabled == nullptr || fire == nullptr || states == nullptr || transitions == nullptr) return false;
  if (*states != program_->states.size() || *transitions != program_->transitions.size()) return false;
  code_ = {{enabled, *states}, {fire, *transitions}};
  return true;
}

void NativeSteps::work() {
  if (!pause(settings_.look_after)) return finish(Origin::nothing, "it was not waited for");
  const std::optional<NativeCompiler> compiler = find_native_compiler(settings_.compiler);
  if (!compiler) return finish(Origin::nothing, "no C compiler is found");
  const std::string text = native_text(*program_);
  if (text.empty()) return finish(Origin::nothing, "nothing of the program can be compiled, or it is too long");
  std::unique_ptr<NativeShelf> shelf = settings_.folder.empty() ? nullptr : NativeShelf::open(settings_.folder);
  const std::string name = module_name(*compiler, text);
  if (shelf != nullptr && load(shelf->take(name))) return finish(Origin::kept, "");
  if (!pause(settings_.make_after)) return finish(Origin::nothing, "it was not waited for");
  if (shelf == nullptr) shelf = NativeShelf::for_the_moment();
  const auto given_up = [this] { return is_given_up(); };
  if (shelf == nullptr || !make_module(*shelf, *compiler, text, name, settings_.limit, given_up)) {
    return finish(Origin::nothing, "the C compiler fails, or takes too long");
  }
  if (!load(shelf->take(name))) return finish(Origin::nothing, "what the C compiler has made cannot be loaded");
  finish(Origin::made, "");
}

}  // namespace waymark::promela

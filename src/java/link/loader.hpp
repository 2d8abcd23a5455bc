// Loader: finds classes, reads and links them. Linking is done once per process and is no part of a state.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "java/link/klass.hpp"

namespace waymark::java {

// A class file that was found.
struct Bytes {
  std::vector<std::uint8_t> owned;        // either these
  std::span<const std::uint8_t> lasting;  // or bytes that the keeper keeps
  std::shared_ptr<const void> keeper;     // if kept as long as the class
  bool library = false;                   // from the JDK
  std::string origin;                     // for messages
};
// A class whose superclass or interface is not there.
class MissingClass : public BadClass {
 public:
  MissingClass(std::string_view needs, std::string_view missing);

  std::string name;  // of what is not there
};
// By internal name: java/lang/Object. False if there is none.
using ClassSource = std::function<bool(std::string_view name, Bytes& out)>;

class Loader {
 public:
  explicit Loader(ClassSource source) : source_(std::move(source)) {}

  // Called for every class once it is linked, superclasses first.
  std::function<void(Class&)> on_load;
  // "java/lang/Object.hashCode()I" or, for every overload, "java/lang/Object.hashCode"; null if not served.
  std::function<Native(const Method&)> find_native;

  // Null if there is no such class. Throws BadClass.
  [[nodiscard]] Class* find(std::string_view name);
  [[nodiscard]] Class* find_loaded(std::string_view name);
  // A class of the JDK that must be there. Throws BadClass.
  [[nodiscard]] Class& need(std::string_view name);
  // One that the virtual machine makes up. Throws BadClass if the program has one of that name. A name that no class
  // file can have may be given besides: then nothing needs to be called so.
  [[nodiscard]] Class& define(std::vector<std::uint8_t> bytes, bool library, std::string name = {});
  [[nodiscard]] Class& array_of(Class& element);
  [[nodiscard]] Class& primitive(Kind kind);
  // Of a field descriptor.
  [[nodiscard]] Class* of_descriptor(std::string_view descriptor);

  // Resolution as the JVM specification orders it (5.4.3); null if there is none.
  [[nodiscard]] static Field* find_field(Class& klass, std::string_view name, std::string_view descriptor);
  [[nodiscard]] static Method* find_method(Class& klass, std::string_view name, std::string_view descriptor);
  // The method that a call of `method` on an object of `klass` runs; null if it is abstract there.
  [[nodiscard]] static Method* select(Class& klass, Method& method);

  [[nodiscard]] const std::vector<std::unique_ptr<Class>>& classes() const { return classes_; }
  std::vector<Method*> methods;  // by id

 private:
  // As a JVM does. Throws BadClass.
  void refuse_newer_than_jdk(const ClassFile& file, std::string_view origin);
  Class* add(std::string_view name, std::unique_ptr<ClassFile> file, bool library, std::string origin);
  // Throws BadClass.
  void find_supers(Class& klass);
  void link(Class& klass);
  void add_members(Class& klass);
  void lay_out(Class& klass);
  void make_vtable(Class& klass);
  void gather_supers(Class& klass);

  ClassSource source_;
  std::vector<std::unique_ptr<Class>> classes_;
  std::unordered_map<std::string, Class*> by_name_;
  std::vector<std::string> loading_;
};

}  // namespace waymark::java

// Annotations as a class file has them, read and checked for structure, for who looks for them without running any
// code.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "java/classfile/class_file.hpp"

namespace waymark::java {

struct Annotation;

// A value: one text, or several values.
struct AnnotationValue {
  char tag = 0;                           // as in the class file: B C D F I J S Z s e c @ [
  std::string text;                       // a number in decimal, a string, an enum's constant, a class's descriptor
  std::vector<AnnotationValue> elements;  // of an array
  std::vector<Annotation> nested;         // one, of an annotation
};

struct AnnotationElement {
  std::string_view name;
  AnnotationValue value;
};

struct Annotation {
  std::string_view type;  // a descriptor: Lorg/junit/Test;
  std::vector<AnnotationElement> values;

  // Null if it is not given.
  [[nodiscard]] const AnnotationValue* find(std::string_view name) const;
};

// What an attribute RuntimeVisibleAnnotations of the file holds. Throws BadClass.
[[nodiscard]] std::vector<Annotation> read_annotations(const ClassFile& file, std::span<const std::uint8_t> bytes);

}  // namespace waymark::java

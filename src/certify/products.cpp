#include "certify/products.hpp"

namespace waymark::certify {

Element element_of(const Secret& secret, std::uint64_t key) {
  Element::Wide value = 0;
  for (const std::uint8_t byte : secret.key(key)) value = value << 8 | byte;
  return Element(value);
}

void Product::add(const Element& point, std::span<const model::Fingerprint> states) {
  Element value = value_;
  for (const model::Fingerprint& state : states) value = value * (point - Element::of(state));
  value_ = value;
}

void Product::add(const Element& point, const Element& state, std::uint64_t times) {
  Element power = point - state;
  while (times != 0) {
    if ((times & 1) != 0) value_ = value_ * power;
    times >>= 1;
    if (times != 0) power = power * power;
  }
}

Product::Bytes Product::bytes() const {
  Bytes out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(value_.value() >> (8 * i));
  return out;
}

Product Product::from(const Bytes& bytes) {
  Element::Wide value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= Element::Wide{bytes[i]} << (8 * i);
  Product product;
  product.value_ = Element(value);
  return product;
}

}  // namespace waymark::certify

#include "cluster/search/frontier.hpp"

#include <numeric>
#include <utility>

#include "cluster/search/ownership.hpp"
#include "cluster/transport/collective.hpp"

namespace waymark::cluster {

std::vector<std::uint64_t> order_of(const std::vector<std::uint64_t>& numbers) {
  std::vector<std::uint64_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return numbers[a] < numbers[b]; });
  return order;
}

void Frontier::advance(std::vector<std::uint64_t> numbers, std::uint64_t earlier) {
  numbers_ = std::move(numbers);
  first_ = next_first_;
  level_begins_.push_back(first_);
  next_first_ += numbers_.size();
  if (keeps_ != Keeps::nothing) {
    for (const std::uint64_t number : numbers_) all_numbers_.push_back(earlier + number);
  }
  if (keeps_ == Keeps::in_degrees) in_degrees_.resize(next_first_);
  edges_.clear();
  logged_.clear();
  begun_ = true;
}

void Frontier::gather_in_degrees(Transport& transport, const Ownership& ownership, std::uint64_t states,
                                 const std::function<void(std::uint64_t number, std::uint64_t count)>& take) const {
  base::ByteSink sink;
  for (std::uint64_t id = 0; id < all_numbers_.size(); ++id) {
    if (!ownership.mine(id)) continue;
    sink.varint(all_numbers_[id]);
    sink.varint(in_degrees_[id]);
  }
  gather_at_first(transport, sink, [&](MessageReader& reader) {
    while (!reader.at_end()) {
      const std::uint64_t number = reader.below(states);
      take(number, reader.number());
    }
  });
}

void Frontier::forget_arrivals() {
  for (const std::uint64_t id : logged_) in_degrees_.subtract(id);
  logged_.clear();
}

std::uint64_t Frontier::moving_number(std::uint64_t id) const {
  if (id >= first_) return numbers_[id - first_];
  return keeps_ == Keeps::nothing ? 0 : all_numbers_[id];
}

Frontier Frontier::emptied() const {
  Frontier next(keeps_);
  next.begun_ = true;
  next.logs_ = logs_;
  return next;
}

void Frontier::add_moved(bool expanded, std::uint64_t number, std::uint64_t earlier, std::uint64_t in_degree) {
  if (expanded) {
    ++first_;
  } else {
    numbers_.push_back(number);
  }
  ++next_first_;
  if (keeps_ != Keeps::nothing) all_numbers_.push_back(expanded ? number : earlier + number);
  if (keeps_ == Keeps::in_degrees) in_degrees_.push_back(in_degree);
}

std::uint64_t Frontier::bytes() const {
  return (numbers_.capacity() + all_numbers_.capacity() + logged_.capacity()) * sizeof(std::uint64_t) +
         edges_.capacity() * sizeof(Edge) + in_degrees_.bytes();
}

}  // namespace waymark::cluster

#include "search/lookahead.hpp"

#include <algorithm>
#include <span>

#include "containers/mix.hpp"

namespace waymark::search {

const Prefetched* Lookahead::next(model::Path& path, std::uint64_t taken) {
  if (path.intermediate()) return nullptr;
  Node& node = nodes_[path.size() % nodes];
  const std::uint32_t next = path.next();
  if (!is(node, path)) {
    if (next != 0) path.restore();
    ask(node, path);
    node.taken = taken;
  }
  const std::uint32_t index = next - node.first;
  if (index >= node.items.size()) return nullptr;
  if (taken - node.taken >= long_ago) {
    announce_again(node, index);
    node.taken = taken;
  }
  const Item& item = node.items[index];
  const bool tries = tries_ && !item.announced && !node.tried;
  if (tries) try_out(node, path);
  if (!item.announced) {
    if (tries) path.restore();
    return nullptr;
  }
  foreseen_now_ = {item.probe, {node.words.data() + item.begin, item.length}, tries};
  return &foreseen_now_;
}

void Lookahead::ask(Node& node, const model::Path& path) {
  node.size = path.size();
  node.number = path.number();
  node.first = path.next();
  node.tried = false;
  node.items.clear();
  node.words.clear();
  const std::uint64_t count = std::min<std::uint64_t>(path.width() - node.first, most);
  if (count < least) return;
  looked_ += count;
  node.items.resize(count);
  for (std::uint32_t i = 0; i < count && node.words.size() < most_words; ++i) {
    const std::size_t begin = node.words.size();
    if (model_.successor_words(path.step_id(node.first + i), node.words)) put_aside(node, node.items[i], begin);
  }
}

void Lookahead::try_out(Node& node, model::Path& path) {
  const std::uint32_t next = path.next();
  for (auto i = node.first + static_cast<std::uint32_t>(node.items.size()); i-- > next;) {
    Item& item = node.items[i - node.first];
    if (item.announced || node.words.size() >= most_words) continue;
    path.restore();
    if (path.probe(i) != model::Step::moved) continue;
    const model::Packed state = model_.pack();
    if (!state.room) continue;
    const std::size_t begin = node.words.size();
    node.words.insert(node.words.end(), state.words.begin(), state.words.end());
    put_aside(node, item, begin);
  }
  node.tried = true;
}

void Lookahead::put_aside(Node& node, Item& item, std::size_t begin) {
  ++foreseen_;
  const std::span<const model::Word> words = std::span(node.words).subspan(begin);
  item = {store_.prefetch_bucket(containers::mix_words(words)), static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(words.size()), true};
}

void Lookahead::announce_again(Node& node, std::uint32_t from) {
  for (std::size_t i = from; i < node.items.size(); ++i) {
    Item& item = node.items[i];
    if (item.announced) item.probe = store_.prefetch_bucket(item.probe.hash);
  }
}

}  // namespace waymark::search
